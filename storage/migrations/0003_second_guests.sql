ALTER TABLE member ADD COLUMN cause TEXT;  -- of a guest who was made beside another of his name

CREATE UNIQUE INDEX member_cause ON member (cause);   -- "Somebody else" handled again after a crash can not make a third
