-- What a club was told once beside its events: a greeting, trouble its judges should know of.

CREATE TABLE announcement (
    club BIGINT NOT NULL REFERENCES club (id),
    key TEXT NOT NULL,
    chat BIGINT NOT NULL,
    body TEXT NOT NULL,                   -- JSON: what the bot needs to say it
    at TEXT NOT NULL,
    PRIMARY KEY (club, key)               -- one trouble told of twice is one message
);
