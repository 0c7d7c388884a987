-- To which question an update was the answer.

ALTER TABLE in_hand ADD COLUMN question TEXT;     -- given again after a crash it can not answer a newer one; NULL: not looked for yet
