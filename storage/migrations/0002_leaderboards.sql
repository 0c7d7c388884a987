-- What `python -m storage rebuild` makes again from the facts; the engine never reads it.

CREATE TABLE finished (
    tournament TEXT NOT NULL PRIMARY KEY REFERENCES tournament (code),   -- an end told twice is one
    game TEXT NOT NULL,
    rated BOOLEAN NOT NULL
);

CREATE TABLE played (
    tournament TEXT NOT NULL REFERENCES tournament (code),
    place INTEGER NOT NULL,               -- among the games of its tournament, in order
    white BIGINT NOT NULL,                -- the member the facts name: whose history it is now, member says
    black BIGINT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (tournament, place)       -- a correction can not count a game a second time
);

CREATE INDEX played_white ON played (white);

CREATE INDEX played_black ON played (black);

CREATE TABLE rating (
    tournament TEXT NOT NULL REFERENCES tournament (code),
    member BIGINT NOT NULL,               -- whose history it is
    before_tenths BIGINT NOT NULL,
    before_games INTEGER NOT NULL,
    after_tenths BIGINT NOT NULL,
    after_games INTEGER NOT NULL,
    scored INTEGER NOT NULL,              -- halves
    expected TEXT NOT NULL,               -- an exact fraction
    k INTEGER NOT NULL,
    performance INTEGER NOT NULL,
    PRIMARY KEY (tournament, member)      -- one tournament can not change a rating twice
)
