-- What people have said of a series, by whom and when: it has no ledger. See storage.diary.

CREATE TABLE diary (
    series BIGINT NOT NULL REFERENCES series (id),
    number BIGINT NOT NULL,
    at TEXT NOT NULL,
    by_member BIGINT NOT NULL REFERENCES member (id),
    what TEXT NOT NULL,                   -- the key of a setting, or what was said
    was TEXT NOT NULL,
    became TEXT NOT NULL,                 -- of a week its day, of who is always in his number
    PRIMARY KEY (series, number)          -- two judges at once can not write one line
)
