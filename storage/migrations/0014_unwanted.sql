-- Messages of the bot that must not stay where they are: until they are deleted, or never can be.

CREATE TABLE unwanted (
    chat BIGINT NOT NULL,
    message BIGINT NOT NULL,
    PRIMARY KEY (chat, message)           -- what is owed twice is deleted once
)
