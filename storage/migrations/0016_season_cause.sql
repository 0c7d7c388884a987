-- By which cause a season has begun and ended: given again after a crash it does so no second time.

ALTER TABLE season ADD COLUMN begun TEXT;

ALTER TABLE season ADD COLUMN ended TEXT
