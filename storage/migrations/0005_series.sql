-- What a club has every week. Days are local dates as text, `YYYY-MM-DD`; the zone is the club's.

CREATE TABLE series (
    id BIGINT NOT NULL PRIMARY KEY,
    club BIGINT NOT NULL REFERENCES club (id),
    topic BIGINT,
    title TEXT NOT NULL,
    weekday INTEGER NOT NULL,             -- Monday is 0
    minute INTEGER NOT NULL,              -- of the day, on the wall
    opens INTEGER NOT NULL,               -- minutes before, on the wall too
    closes INTEGER NOT NULL,
    settings TEXT NOT NULL,               -- JSON: key -> value as in /new
    since TEXT,                           -- what would have closed before this is none of its; NULL: being set up
    ended TEXT                            -- NULL: goes on
);

CREATE UNIQUE INDEX series_draft ON series (club) WHERE since IS NULL AND ended IS NULL;   -- two judges at once set up one

CREATE TABLE occurrence (
    series BIGINT NOT NULL REFERENCES series (id),
    day TEXT NOT NULL,
    state TEXT NOT NULL,                  -- '' as usual, skipped, waiting, opened, missed
    moved_to TEXT,                        -- what the wall shows at the start, if not the usual
    tournament TEXT REFERENCES tournament (code),
    PRIMARY KEY (series, day)             -- one day can not be both skipped and opened
);

CREATE TABLE regular (
    series BIGINT NOT NULL REFERENCES series (id),
    member BIGINT NOT NULL REFERENCES member (id),
    PRIMARY KEY (series, member)          -- "Always in" pressed twice is once
)
