-- What a person wishes to be told: see storage.people.Wishes.

ALTER TABLE person ADD COLUMN told TEXT NOT NULL DEFAULT 'auto';      -- auto, private, group, none

ALTER TABLE person ADD COLUMN remind INTEGER NOT NULL DEFAULT 0;      -- minutes before a start

ALTER TABLE person ADD COLUMN quiet_from INTEGER;                     -- hours of a club's clock; NULL: none

ALTER TABLE person ADD COLUMN quiet_until INTEGER;
