"""Does the page of phones show what the bot says and do what is tapped, in a real browser?"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Locator, async_playwright, expect
from playwright.async_api import Page as Tab

from bot.sandbox import Person, Sandbox
from bot.sandbox.demo import Bot, Demo, Show, real_bot
from bot.sandbox.formatting import Entity, units
from bot.sandbox.state import Button
from bot.sandbox.web import Page, menu
from bot.timing import Leaping

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
LAPTOP, POCKET = (1280, 800), (390, 844)
WORDS = {"en": ("New event", "Open entry", "Begin", "Approve", "I won", "Let them play", "Fast", "Show me"),
         "ru": ("Новый турнир", "Открыть запись", "Начать", "Утвердить", "Я выиграл", "Пусть играют", "Быстро",
                "Показать")}


@asynccontextmanager
async def polite(sandbox: Sandbox, _: Leaping) -> AsyncIterator[None]:
    """A bot that says hello to the judge and no more."""
    judge = next(iter(sandbox.people.values()))
    sandbox.world.post(judge.chat, sandbox.bot, "Hello")
    yield


class Stage:
    """A demo, and tabs of a browser that look at it. Errors on the page, and requests to anybody else, are
    collected in `wrong`."""

    def __init__(self, demo: Demo, page: Page, browser: Any) -> None:
        self.demo, self.page, self.browser = demo, page, browser
        self.wrong: list[str] = []

    async def show(self) -> Show:
        return await self.demo.show()

    async def tab(self, size: tuple[int, int] = LAPTOP, scheme: str = "light") -> Tab:
        context = await self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce")
        tab: Tab = await context.new_page()
        tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        tab.on("console", lambda it: self.wrong.append(it.text) if it.type == "error" else None)
        ours = (self.page.url, "data:")
        tab.on("request", lambda it: None if it.url.startswith(ours) else self.wrong.append(it.url))
        tab.set_default_timeout(10_000)
        await tab.goto(self.page.url)
        await expect(tab.locator(".phone").first).to_be_visible()
        return tab


@asynccontextmanager
async def stage(bot: Bot = polite, language: str = "en") -> AsyncIterator[Stage]:
    if CHROMIUM is None:
        assert not os.environ.get("CI"), "no Chromium: install it, or set CHROMIUM"
        pytest.skip("no Chromium here")
    demo = Demo(bot, seed=1)
    page = Page(demo)
    await page.open()
    running = asyncio.create_task(demo.run(language))
    try:
        async with async_playwright() as player:
            browser = await player.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            it = Stage(demo, page, browser)
            yield it
            await browser.close()
            assert it.wrong == []
    finally:
        running.cancel()
        await asyncio.wait([running])
        await page.close()


def phone(tab: Tab, name: str) -> Locator:
    """The phone of somebody, by the beginning of his name."""
    return tab.get_by_label(re.compile(rf"(Phone of|Телефон:) {name}"))


def key(where: Locator, words: str) -> Locator:
    return where.locator(".key").get_by_text(words, exact=True).last


def says(show: Show, person: Person, text: str, entities: tuple[Entity, ...] = (), **more: Any) -> Any:
    """The bot writes to somebody."""
    world = show.cast.sandbox.world
    return world.post(person.chat, world.bot, text, entities, **more)


def another_evening(tab: Tab) -> Any:
    """Around the press that begins one; it has begun when this is left."""
    return tab.expect_response(lambda it: '"restart"' in (it.request.post_data or ""))


async def no_wider_than_the_screen(tab: Tab) -> None:
    assert await tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_judge_is_led_from_the_greeting_to_the_first_round(language: str) -> None:
    new, open, begin, approve, won, play, fast, look = WORDS[language]
    async with stage(real_bot, language) as it:
        show, tab, pocket = await it.show(), await it.tab(), await it.tab(POCKET, "dark")
        guide = tab.locator("#guide")
        olga = phone(tab, show.cast.judge.name)
        for words in (new, open):
            await expect(guide).to_contain_text(words)
            await guide.get_by_role("button", name=look).click()
            await no_wider_than_the_screen(pocket)
            await key(olga, words).click()
        await guide.get_by_role("button", name=play).click()
        await tab.locator("#play").get_by_text(fast).click()
        await show.cast.sandbox.until(
            lambda: all(person.name in show.cast.group.pinned[-1].text for person in show.cast.players), 30)
        await tab.locator("#play button").first.click()
        for words in (begin, approve):
            await expect(guide).to_contain_text(words)
            await guide.get_by_role("button", name=look).click()
            await no_wider_than_the_screen(pocket)
            await key(olga, words).click()
        await expect(guide).to_contain_text(play)
        reachable = next(person for person in show.cast.players if person.user.started)
        await reachable.sees(buttons=[won])
        await tab.locator(".phone select").nth(1).select_option(label=reachable.name)
        theirs = phone(tab, reachable.name)
        if await theirs.locator(".chat").count() == 0:
            await theirs.locator(".back").click()
        await theirs.locator(".chat").get_by_text(show.cast.sandbox.bot.name, exact=True).click()
        await key(theirs, won).click()
        await expect(theirs.locator(".toast")).to_contain_text(reachable.name)
        await no_wider_than_the_screen(pocket)


async def test_next_week_is_one_button() -> None:
    async with stage(real_bot) as it:
        show, tab = await it.show(), await it.tab()
        pocket = await it.tab(POCKET)
        await tab.get_by_role("button", name="Next week").click()
        await expect(tab.locator(".toast").first).to_contain_text("It is ", timeout=20_000)
        await show.cast.group.sees(buttons=["Join", "Late"])
        await expect(tab.locator("#guide")).to_contain_text("People can join now")
        await expect(phone(tab, show.cast.judge.name).get_by_text("In this week?").first).to_be_visible()
        await no_wider_than_the_screen(pocket)
    async with stage() as it:
        await expect((await it.tab()).locator("#week")).to_be_hidden()


@pytest.mark.parametrize(("language", "head", "weekly", "playing"), [
    ("en", "Round 1 of 3 · Thursday", "In this week? Thursday", "The boards are playing"),
    ("ru", "Тур 1 из 3 · Четверг", "Кто играет на этой неделе? Четверг", "Партии идут")])
async def test_between_rounds_the_guide_believes_no_buttons_that_are_still_there(
        language: str, head: str, weekly: str, playing: str) -> None:
    """The bot is busy: the entry post and the round's are not what they will be in a moment."""
    async with stage(language=language) as it:
        show, tab = await it.show(), await it.tab()
        world, group = show.cast.sandbox.world, show.cast.group.chat
        labels = ("Join", "Leave") if language == "en" else ("Участвую", "Выйти")
        keys = (tuple(Button(label, label, None) for label in labels),)
        everybody = ", ".join(person.name for person in show.cast.players)
        world.post(group, world.bot, everybody, keyboard=keys)
        joining, of_the_week = ("They are joining.", "the weekly event") if language == "en" else (
            "Люди записываются.", "еженедельный турнир")
        guide = tab.locator("#guide")
        await expect(guide).to_contain_text(joining)
        world.post(group, world.bot, head)
        await expect(guide).to_contain_text(playing)
        world.post(group, world.bot, f"{weekly}: {everybody}", keyboard=keys)
        await expect(guide).to_contain_text(of_the_week)


async def test_texts_are_texts() -> None:
    async with stage() as it:
        show, tab = await it.show(), await it.tab()
        anna = phone(tab, "Anna")
        await anna.locator(".back").click()
        await anna.locator(".chat").last.click()
        nasty = "<img src=x onerror=alert(1)> &amp; 🏁 bold link 1-0"
        at = units(nasty[:nasty.index("bold")])
        entities = (Entity(at, 9, "bold"), Entity(at + 5, 4, "text_link", "https://example.org/"))
        says(show, show.cast.players[0], nasty, entities)
        text = anna.locator(".row").last.locator(".text")
        await expect(text).to_have_text(nasty)
        assert await text.locator("img").count() == 0
        await expect(text.locator("b")).to_have_text("bold link")
        await expect(text.locator("b .link")).to_have_text("link")
        await expect(text.locator(".score")).to_have_text("1-0")
        words = "in " * 20
        says(show, show.cast.players[0], words, (Entity(3, units(words) - 4, "text_link", "https://example.org/"),))
        await expect(anna.locator(".row").last.locator(".text")).to_have_text(words)
        long = anna.locator(".row").last.locator(".link")
        assert await long.evaluate("it => it.getClientRects().length") > 1, "parted by the end of the line"


async def test_a_chat_is_like_a_chat() -> None:
    """Start, unread, banner, edit, pin, service lines, toast and box."""
    async with stage() as it:
        show, tab = await it.show(), await it.tab()
        sandbox, anna, boris = show.cast.sandbox, *show.cast.players[:2]
        his, hers = phone(tab, "Boris"), phone(tab, "Anna")
        await expect(hers.locator(".service").last).to_have_text("Olga Peters added Swiss evening")
        await his.get_by_role("button", name="Start").click()
        await expect(his.locator(".row.out .text")).to_have_text("/start")
        assert boris.user.started

        first = says(show, anna, "Round 1, board 1")
        await expect(hers.locator(".banner")).to_contain_text("Round 1, board 1")
        await expect(hers.locator(".back .badge")).to_have_text("1")
        await hers.locator(".banner").click()
        await expect(hers.locator(".back .badge")).to_have_count(0)
        sandbox.world.revise(first, type(first.version)(sandbox.world.now(), "Round 1, board 2"))
        await expect(hers.locator(".row.in .text")).to_have_text("Round 1, board 2")
        await expect(hers.locator(".row.in .meta")).to_contain_text("edited")
        for n in range(30):
            says(show, anna, f"line {n}")
        sandbox.world.pin(first, sandbox.bot)
        await expect(hers.locator(".row.service").last).to_have_text("Swiss evening pinned “Round 1, board 2”")
        await expect(hers.get_by_text("Round 1, board 2").nth(1)).not_to_be_in_viewport()
        await hers.locator(".pinned button").click()
        await expect(hers.locator(".row.in .text").first).to_be_in_viewport()
        await hers.locator(".lower").click()
        await expect(hers.get_by_text("line 29", exact=True)).to_be_in_viewport()
        sandbox.world.remove(first)
        await expect(hers.locator(".pinned")).to_be_hidden()

        sandbox.events.emit("toast", anna.id, user=anna.id, text="You are in", alert=False, url="")
        await expect(hers.locator(".toast")).to_have_text("You are in")
        await expect(his.locator(".toast")).to_have_count(0)
        sandbox.events.emit("toast", boris.id, user=boris.id, text="Type /back", alert=True, url="")
        await expect(his.get_by_role("alertdialog")).to_contain_text("Type /back")
        await tab.keyboard.press("Enter")
        await expect(his.get_by_role("alertdialog")).to_have_count(0)


async def test_links_to_the_bot_press_start_with_their_payload() -> None:
    async with stage() as it:
        show, tab = await it.show(), await it.tab()
        sandbox, group = show.cast.sandbox, show.cast.group
        link = f"https://t.me/{sandbox.bot.username}?start=mine-AAAA"
        sandbox.world.post(group.chat, sandbox.bot, "Round 1", keyboard=((Button("Private", None, link),),))
        anna = phone(tab, "Anna")
        await key(anna, "Private").click()
        await expect(anna.locator(".row.out .text")).to_have_text("/start")      # as a real phone shows it
        assert [it.text for it in show.cast.players[0].chat.shown()] == ["/start mine-AAAA"]
        await expect(anna.locator(".bar h2")).to_have_text("Swiss evening")


async def test_the_menu_is_that_of_the_chat_and_typing_works_there() -> None:
    async with stage() as it:
        show, tab = await it.show(), await it.tab()
        sandbox, cast = show.cast.sandbox, show.cast
        menus = sandbox.world.profile.commands
        menus["default", ""] = [{"command": "help", "description": "Help"}]
        menus["all_private_chats", "en"] = [{"command": "me", "description": "About me"}]
        menus["all_chat_administrators", ""] = [{"command": "new", "description": "New event"}]
        assert menu(sandbox.world, cast.players[0].user, cast.group.chat)[0]["command"] == "help"
        assert menu(sandbox.world, cast.players[0].user, cast.players[0].chat)[0]["command"] == "me"
        assert menu(sandbox.world, cast.judge.user, cast.group.chat)[0]["command"] == "new"
        olga = phone(tab, "Olga")
        await olga.get_by_label("Commands").click()
        await olga.get_by_role("menuitem").click()
        await expect(olga.locator(".row.out .text").last).to_have_text(f"/new@{sandbox.bot.username}")
        await olga.get_by_role("textbox").fill("Nice evening!")
        await olga.get_by_role("textbox").press("Enter")
        await expect(phone(tab, "Anna").locator(".row.in .text").last).to_have_text("Nice evening!")
        await expect(olga.get_by_role("textbox")).to_have_value("")


async def test_everything_can_be_reached_by_keyboard() -> None:
    async with stage() as it:
        show, tab = await it.show(), await it.tab()
        sandbox = show.cast.sandbox
        link = f"https://t.me/{sandbox.bot.username}?start=x"
        sandbox.world.post(show.cast.group.chat, sandbox.bot, "Hi", keyboard=((Button("Go", None, link),),))
        await expect(key(phone(tab, "Olga"), "Go")).to_be_visible()
        reached = set()
        for _ in range(60):
            await tab.keyboard.press("Tab")
            reached.add(await tab.evaluate("it => it.ariaLabel || it.textContent", await tab.evaluate_handle(
                "document.activeElement")))
        assert {"Go", "Pause", "Fast", "RU", "Dark", "Restart", "Show me", "Back to the chats", "Commands",
                "Message", "Send", "Start"} <= reached
        await key(phone(tab, "Olga"), "Go").focus()
        await tab.keyboard.press("Enter")
        await show.cast.sandbox.until(lambda: show.cast.judge.chat.shown()[-1].text == "/start x")


async def test_a_small_screen_shows_one_phone_and_the_way_to_the_others() -> None:
    async with stage() as it:
        show, tab = await it.show(), await it.tab(POCKET)
        await expect(tab.locator(".phone")).to_have_count(1)
        await no_wider_than_the_screen(tab)
        clara = show.cast.players[2]
        says(show, clara, "Your opponent has arrived " * 5)
        face = tab.locator("#people").get_by_label(clara.name)
        await expect(face.locator(".badge")).to_have_text("1")
        await face.click()
        await expect(face).to_have_attribute("aria-pressed", "true")
        await phone(tab, clara.name).locator(".chat").first.click()
        await expect(face.locator(".badge")).to_have_count(0)
        await no_wider_than_the_screen(tab)
        await phone(tab, clara.name).get_by_text("Auto").click()
        await show.cast.sandbox.until(lambda: clara.id not in show.play.alone)
        await tab.set_viewport_size({"width": 1280, "height": 800})
        await expect(tab.locator(".phone")).to_have_count(3)


CONTRAST = """() => {
  const parse = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const ground = node => {
    for (; node; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      if (colour.length === 3 || colour[3] > .7) return colour;
    }
    return [255, 255, 255];
  };
  const bad = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some(it => it.nodeType === 3 && it.textContent.trim());
    if (!own || !node.checkVisibility() || node.matches("option, noscript")) continue;
    const [a, b] = [light(parse(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) bad.push(`${node.className || node.tagName} ${node.textContent} ${ratio.toFixed(2)}`);
  }
  return bad;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_everything_can_be_read(scheme: str) -> None:
    async with stage() as it:
        show, tab = await it.show(), await it.tab(LAPTOP, scheme)
        group, world = show.cast.group, show.cast.sandbox.world
        keys = ((Button("I won", "w", None), Button("Private", None, "https://example.org/")),)
        text = "Round 1 /help"
        post = world.post(group.chat, world.bot, text, (Entity(8, 5, "bot_command"),), keyboard=keys)
        world.pin(post, world.bot)
        for person in show.cast.players:
            await person.types(group, "Hello")
        await show.cast.judge.types(group, "Welcome")
        says(show, show.cast.players[1], "Hello Boris")
        await phone(tab, "Olga").get_by_label("Commands").click()
        await phone(tab, "Anna").locator(".back").click()
        show.cast.sandbox.events.emit("toast", group.id, user=show.cast.judge.id, text="Done", alert=False, url="")
        await expect(phone(tab, "Olga").locator(".toast")).to_be_visible()
        assert await tab.evaluate(CONTRAST) == []
        other = await tab.evaluate("getComputedStyle(document.body).backgroundColor")
        await tab.locator("#theme").click()
        assert await tab.evaluate("getComputedStyle(document.body).backgroundColor") != other


async def test_another_language_is_another_evening() -> None:
    async with stage() as it:
        first, tab = await it.show(), await it.tab()
        await first.cast.judge.types(first.cast.group, "An old word")
        await tab.locator("#language").get_by_text("EN").click()                 # the evening that is on
        await tab.locator("#language").get_by_text("RU").click()
        await tab.get_by_role("button", name="Begin afresh · Русский").click()
        await expect(phone(tab, "Ольга Петрова")).to_be_visible()
        await expect(tab.locator("html")).to_have_attribute("lang", "ru")
        await expect(tab.get_by_text("An old word")).to_have_count(0)
        second = await it.show()
        assert second is not first and second.cast.language == "ru"
        async with another_evening(tab):
            await tab.locator("#restart").click()                                # nothing played: no question
        await expect(tab.locator("#guide")).to_contain_text("Новый турнир")
        assert await it.show() is not second


async def test_an_evening_that_is_played_ends_only_when_that_is_meant() -> None:
    """By keyboard alone; the safe answer has the focus, Escape is it too, and the focus comes back."""
    async with stage() as it:
        first, tab, other = await it.show(), await it.tab(), await it.tab(POCKET, "dark")
        boris = phone(tab, "Boris")
        await boris.get_by_role("button", name="Start").click()
        await expect(boris.locator(".row.out .text")).to_have_text("/start")
        restart, question = tab.locator("#restart"), tab.get_by_role("alertdialog", name="End this evening?")
        for answer in ("Enter", "Escape"):
            await restart.press("Enter")
            await expect(question).to_be_visible()
            await expect(question.get_by_role("button", name="Stay")).to_be_focused()
            assert await tab.evaluate(CONTRAST) == []
            await tab.keyboard.press(answer)
            await expect(question).to_be_hidden()
            await expect(restart).to_be_focused()
        await expect(tab.locator("#guide")).to_contain_text("New event")
        assert await it.show() is first
        await other.locator("#restart").click()
        await expect(other.locator("#sure")).to_be_visible()
        await no_wider_than_the_screen(other)
        await restart.press("Enter")
        await expect(question.get_by_role("button", name="Stay")).to_be_focused()
        await tab.keyboard.press("Tab")
        await expect(question.get_by_role("button", name="Begin afresh")).to_be_focused()
        async with another_evening(tab):
            await tab.keyboard.press("Enter")
        await expect(boris.locator(".welcome")).to_be_visible()
        assert await it.show() is not first
        await expect(other.locator("#sure")).to_be_hidden()                      # what it asked has happened


async def test_before_anybody_has_done_anything_nothing_is_asked() -> None:
    async with stage(real_bot) as it:
        first, tab = await it.show(), await it.tab()
        await first.cast.group.sees(buttons=["New event"])
        assert not first.played
        async with another_evening(tab):
            await tab.locator("#restart").click()
        await expect(tab.locator("#guide")).to_contain_text("New event")
        second = await it.show()
        assert second is not first and not second.played
        await second.cast.judge.taps(await second.cast.group.sees(buttons=["New event"]), "New event")
        assert second.played


async def test_nonsense_is_refused_and_harms_nobody() -> None:
    demo = Demo(polite)
    page = Page(demo)
    await page.open()
    running = asyncio.create_task(demo.run("en"))
    try:
        cast = (await demo.show()).cast
        anna = cast.players[0].id
        async with aiohttp.ClientSession() as session:
            for wish, status in (
                ({"act": "fly", "person": anna}, 400),
                ({"act": "text", "person": 5, "chat": anna, "text": "x"}, 400),
                ({"act": "text", "person": anna, "chat": anna, "text": " "}, 400),
                ({"act": "text", "person": anna, "chat": anna, "text": "x" * 5000}, 400),
                ({"act": "tap", "person": anna, "chat": anna, "message": 99, "data": "x"}, 400),
                ({"act": "pace", "pace": "hurried"}, 400),
                ({"act": "alone", "person": cast.judge.id, "alone": True}, 400),
                ({"act": "restart", "language": "tlh"}, 400),
                ([], 400),
            ):
                async with session.post(f"{page.url}act", json=wish) as answer:
                    assert (answer.status, wish) == (status, wish)
            async with session.post(f"{page.url}act", data={"act": "restart", "language": "ru"}) as answer:
                assert answer.status == 415
            async with session.get(f"{page.url}file/none") as answer:
                assert answer.status == 404
            async with session.get(page.url) as answer:
                assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert (await demo.show()).cast is cast
    finally:
        running.cancel()
        await asyncio.wait([running])
        await page.close()
