-- Whether what is done has its answers, too: then it is not begun again if it comes again.

ALTER TABLE in_hand ADD COLUMN told BOOLEAN NOT NULL DEFAULT FALSE
