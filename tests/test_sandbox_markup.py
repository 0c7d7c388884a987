"""Is Telegram's HTML read as Telegram reads it?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.formatting import Entity, cut, plain, to_html, units
from bot.sandbox.markup import parse_html
from bot.sandbox.refusal import Refusal


@pytest.mark.parametrize(
    ("html", "text", "entities"),
    [
        ("a &lt;b&gt; &amp; &quot;c&quot; &#1046;&#x1F600; &copy; &", 'a <b> & "c" Ж😀 &copy; &', []),
        ("<b>x</b>", "x", [Entity(0, 1, "bold")]),
        ("😀<strong>é</strong>", "😀é", [Entity(2, 1, "bold")]),
        ("<b>a<i>b</i></b>", "ab", [Entity(0, 2, "bold"), Entity(1, 1, "italic")]),
        ("<u>a</u><s>b</s>", "ab", [Entity(0, 1, "underline"), Entity(1, 1, "strikethrough")]),
        ("<pre>a  b</pre>", "a  b", [Entity(0, 4, "pre")]),
        ("<code class=\"language-py\">x</code>", "x", [Entity(0, 1, "code", language="py")]),
        ("<blockquote>q</blockquote>", "q", [Entity(0, 1, "blockquote")]),
        ("<blockquote expandable>q</blockquote>", "q", [Entity(0, 1, "expandable_blockquote")]),
        ("<span class='tg-spoiler'>q</span>", "q", [Entity(0, 1, "spoiler")]),
        ('<a href="https://a.b/?x=1&amp;y=2">q</a>', "q", [Entity(0, 1, "text_link", "https://a.b/?x=1&y=2")]),
        ('<a href="tg://user?id=5">Anna</a>', "Anna", [Entity(0, 4, "text_mention", user_id=5)]),
        ('<a href="tg://user?id=6">Nobody</a>', "Nobody", []),
        ("<B>x</B>", "x", [Entity(0, 1, "bold")]),
        ("<b></b>x", "x", []),
        ("  <b>x</b>  \n", "  x", [Entity(2, 1, "bold")]),
        ("\n \n<b> x</b>\n", " x", [Entity(0, 2, "bold")]),
        ("<b>x\n\n</b>", "x", [Entity(0, 1, "bold")]),
    ],
)  # fmt: skip
def test_it_becomes_text_and_entities(html: str, text: str, entities: list[Entity]) -> None:
    assert parse_html(html, known=lambda user: user == 5) == (text, tuple(entities))


@pytest.mark.parametrize(
    ("html", "error"),
    [
        ("<x>", 'Unsupported start tag "x" at byte offset 0'),
        ("Ж <br/>", 'Unsupported start tag "br/" at byte offset 3'),
        ("1 < 2 >", 'Unsupported start tag "" at byte offset 2'),
        ("1 <2", "Unclosed start tag at byte offset 2"),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b x>y</b>", 'Expected equal sign in declaration of an attribute of the tag "b" at byte offset 0'),
        ("<b =x>y</b>", 'Empty attribute name in the tag "b" at byte offset 0'),
        ('<a href="x>y</a>', "Unclosed start tag at byte offset 0"),
        ("<a href=x/y>y</a>", "Unexpected end of name token at byte offset 8"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_or_is_refused_in_its_words(html: str, error: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_html(html)
    assert refusal.value.description == f"Bad Request: can't parse entities: {error}"


def test_only_the_first_hundred_entities_are_kept() -> None:
    text, entities = parse_html("".join(f"<b>{n}</b> " for n in range(150)))
    assert len(entities) == 100
    assert cut(text, entities[-1].offset, entities[-1].length) == "99"


def test_commands_mentions_links_and_hashtags_are_found() -> None:
    text, entities = plain("/join@swissclub_bot now, @anna_k! see https://t.me/x. #round3 a/b mail@x.org")
    assert [(e.kind, cut(text, e.offset, e.length)) for e in entities] == [
        ("bot_command", "/join@swissclub_bot"),
        ("mention", "@anna_k"),
        ("url", "https://t.me/x"),
        ("hashtag", "#round3"),
    ]


def test_nothing_is_found_inside_code_and_links() -> None:
    _, entities = parse_html('<code>/join</code> <a href="https://a.b">@anna</a>')
    assert [entity.kind for entity in entities] == ["code", "text_link"]


nested = st.recursive(
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=8).map(lambda s: to_html(s, ())),
    lambda inner: st.tuples(st.sampled_from("bius"), inner, inner).map(
        lambda t: f"<{t[0]}>{t[1]}</{t[0]}>{t[2]}"
    ),
    max_leaves=12,
)


@given(nested)
def test_what_a_phone_shows_reads_back_as_the_same(html: str) -> None:
    text, entities = parse_html(html)
    again, kept = parse_html(to_html(text, entities))
    assert again == text
    assert {e for e in kept if e.kind != "url"} == {e for e in entities if e.kind != "url"}


@given(st.text(st.characters(exclude_categories=("Cs",))))
def test_units_are_those_of_utf16(text: str) -> None:
    assert units(text) == len(text.encode("utf-16-le")) // 2
