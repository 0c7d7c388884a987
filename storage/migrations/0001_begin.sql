-- Every key says which accident it prevents. Times are UTC text, see database.written.

CREATE TABLE person (
    id BIGINT NOT NULL PRIMARY KEY,       -- Telegram's number: a new name or @username can not make a second person
    name TEXT NOT NULL,
    username TEXT,
    language TEXT,                        -- chosen; NULL: hint is used
    hint TEXT,                            -- what the person's Telegram is set to
    reachable BOOLEAN NOT NULL            -- has pressed Start and not blocked the bot
);

CREATE TABLE club (
    id BIGINT NOT NULL PRIMARY KEY,
    chat BIGINT NOT NULL UNIQUE,          -- two updates of a new group can not make two clubs of it
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    zone TEXT NOT NULL,
    topic BIGINT,
    judges_chat BIGINT,
    defaults TEXT NOT NULL,               -- JSON: key -> value as in /new, the last ones used
    administrators_at TEXT                -- when the administrators were asked for; NULL: never
);

CREATE INDEX club_judges_chat ON club (judges_chat);

CREATE TABLE administrator (
    club BIGINT NOT NULL REFERENCES club (id),
    person BIGINT NOT NULL,
    PRIMARY KEY (club, person)
);

CREATE TABLE member (
    id BIGINT NOT NULL PRIMARY KEY,
    club BIGINT NOT NULL REFERENCES club (id),
    person BIGINT REFERENCES person (id), -- NULL: a guest without account
    name TEXT NOT NULL,                   -- the one place where a name is kept for facts: erased here, erased everywhere
    rating BIGINT,
    title TEXT NOT NULL,
    estimated BOOLEAN NOT NULL,
    judge BOOLEAN NOT NULL,
    chief BOOLEAN NOT NULL,
    helper BOOLEAN NOT NULL,
    same_as BIGINT REFERENCES member (id),   -- a guest whose history this member has claimed points to him
    UNIQUE (club, person)                 -- five fast taps on Join can not make two players of one person
);

CREATE UNIQUE INDEX member_chief ON member (club) WHERE chief;   -- two judges naming a chief at once can not leave two

CREATE TABLE tournament (
    code TEXT NOT NULL PRIMARY KEY,       -- two tournaments can not answer to one code
    cause TEXT NOT NULL UNIQUE,           -- Open entry handled again after a crash can not open a second tournament
    club BIGINT NOT NULL REFERENCES club (id),
    chat BIGINT NOT NULL,
    topic BIGINT,
    title TEXT NOT NULL,                  -- from here on: what the facts say, kept beside them to be looked for
    stage TEXT NOT NULL,
    version BIGINT NOT NULL,
    due_at TEXT,
    ended_at TEXT,
    shown BIGINT NOT NULL                 -- the version the chat shows
);

CREATE INDEX tournament_place ON tournament (chat, stage);

CREATE TABLE fact (
    tournament TEXT NOT NULL REFERENCES tournament (code),
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    by_member BIGINT NOT NULL,            -- a member, not Telegram's number: a guest claimed later keeps his deeds; 0: the clock
    by_role INTEGER NOT NULL,
    place TEXT NOT NULL,                  -- the kind of chat it was done in: group, private, judges, clock, import
    cause TEXT NOT NULL,
    part INTEGER NOT NULL,
    PRIMARY KEY (tournament, seq),        -- two replicas can not both write "what happened next"
    UNIQUE (tournament, cause, part)      -- a tap handled again after a crash can not count twice
);

CREATE TABLE post (
    owner TEXT NOT NULL,                  -- a tournament's code, club:ID or series:ID
    key TEXT NOT NULL,
    chat BIGINT NOT NULL,
    topic BIGINT,
    digest TEXT NOT NULL,
    state TEXT NOT NULL,                  -- claimed, shown, closed, failed, gone
    message BIGINT,
    claimed_at TEXT NOT NULL,
    epoch BIGINT NOT NULL,                -- the life of the program that claimed it: an older one can not be sending still
    PRIMARY KEY (owner, key)              -- two replicas can not both announce the same round
);

CREATE INDEX post_message ON post (chat, message);

CREATE TABLE in_hand (
    cause TEXT NOT NULL PRIMARY KEY,      -- an update given again after a crash keeps its count and its answer
    update_id BIGINT NOT NULL,
    attempts INTEGER NOT NULL,
    answered BOOLEAN NOT NULL,            -- it added nothing or was refused: never to be evaluated again
    done BOOLEAN NOT NULL
);

CREATE TABLE dialogue (
    person BIGINT NOT NULL,
    chat BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (person, chat)            -- an answer can not be taken for that to an older question
);

CREATE TABLE lease (
    name TEXT NOT NULL PRIMARY KEY,       -- two lives of the program can not count as one
    epoch BIGINT NOT NULL
);

INSERT INTO lease (name, epoch) VALUES ('bot', 0)
