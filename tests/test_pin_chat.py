"""Is the entry post pinned as soon as the bot may, also when the right comes later?"""

from tests.evening import Evening


async def test_the_right_to_pin_comes_late() -> None:
    async with Evening(2, rounds=2, speed=60) as evening:
        await evening.group.add_bot(evening.olga, admin=True, can_pin=False)
        post = await evening.opens()
        await evening.rests()
        assert not post.pinned
        await evening.olga.sees("pin")
        await evening.group.add_bot(evening.olga, admin=True, can_pin=True)
        await evening.sandbox.until(lambda: bool(post.pinned))
        await evening.rests()
        assert [message.id for message in evening.group.messages if message.pinned] == [post.id]
