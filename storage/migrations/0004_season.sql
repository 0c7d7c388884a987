-- standing is made again by `python -m storage rebuild`; season is what judges have said.

CREATE TABLE standing (
    tournament TEXT NOT NULL REFERENCES tournament (code),
    member BIGINT NOT NULL,               -- as the facts name him
    place INTEGER NOT NULL,
    halves BIGINT NOT NULL,
    win INTEGER NOT NULL,                 -- the halves of a win there
    PRIMARY KEY (tournament, member)      -- one tournament can not count twice for one person
);

CREATE TABLE season (
    club BIGINT NOT NULL REFERENCES club (id),
    game TEXT NOT NULL,
    since TEXT NOT NULL,
    until TEXT,                           -- NULL: goes on
    title TEXT NOT NULL,
    best INTEGER,                         -- so many results count; NULL: all
    way TEXT NOT NULL,                    -- score, place
    PRIMARY KEY (club, game, since)       -- two judges at once can not begin two seasons
)
