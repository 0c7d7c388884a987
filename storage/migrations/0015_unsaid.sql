-- Answers that were on their way when the bot was stopped: until it starts again. See storage.unsaid.

CREATE TABLE unsaid (
    number BIGINT NOT NULL PRIMARY KEY,   -- the order in which they were to be said
    cause TEXT NOT NULL,
    body TEXT NOT NULL,                   -- JSON: what the bot needs to say it
    at TEXT NOT NULL
)
