-- Who says that he is a guest of the club. What a judge has confirmed stands in member.same_as too.

CREATE TABLE claim (
    id BIGINT NOT NULL PRIMARY KEY,
    guest BIGINT NOT NULL REFERENCES member (id),
    token TEXT NOT NULL UNIQUE,           -- what the link carries: nobody can guess whose history it opens
    person BIGINT,                        -- NULL: the link has not been used
    step TEXT NOT NULL,                   -- offered, wondered, asked, confirmed, refused, withdrawn, parted
    at TEXT NOT NULL,
    decided_by BIGINT,                    -- a member; NULL: nobody, or the person himself
    decided_at TEXT,
    rated BOOLEAN NOT NULL,               -- the guest's start rating went over with him
    UNIQUE (guest, person)                -- Join pressed five times can not ask five times
);

CREATE UNIQUE INDEX claim_offered ON claim (guest) WHERE step = 'offered';   -- two judges can not hand out two links

ALTER TABLE club ADD COLUMN guests_rated BOOLEAN NOT NULL DEFAULT TRUE
