-- What a rating of the club begins with, by the kind of game: a chess rating begins no draughts one.

CREATE TABLE start_rating (
    member BIGINT NOT NULL REFERENCES member (id),
    game TEXT NOT NULL,                   -- '': of whatever is played, as kept before this step
    rating BIGINT NOT NULL,
    PRIMARY KEY (member, game)            -- a rating can not begin twice
);

INSERT INTO start_rating (member, game, rating) SELECT id, '', rating FROM member WHERE rating IS NOT NULL
