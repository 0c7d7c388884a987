-- A club's past is looked up by whose it is and from when on; nothing of it is read through.

CREATE INDEX tournament_ended ON tournament (club, ended_at) WHERE ended_at IS NOT NULL;   -- a tap in what runs writes none of it

CREATE INDEX rating_member ON rating (member, after_games);

CREATE INDEX played_pair ON played (white, black);

CREATE INDEX member_same_as ON member (same_as);
