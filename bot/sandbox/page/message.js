// A message as elements: text with its entities, a file, a keyboard, or a line about the group.

import { avatar, el } from "./dom.js";

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre",
  blockquote: "blockquote", expandable_blockquote: "blockquote",
};

// The text between two places, marked as its entities say; they are sorted, offsets count UTF-16 as JS does.
export function marked(text, entities, act, start = 0, end = text.length) {
  const nodes = [];
  let at = start;
  for (let i = 0; i < entities.length; i++) {
    const it = entities[i];
    const stop = Math.min(it.offset + it.length, end);
    if (it.offset < at || it.offset >= end) continue;
    nodes.push(...plain(text.slice(at, it.offset)));
    nodes.push(element(it, text.slice(it.offset, stop), marked(text, entities.slice(i + 1), act, it.offset, stop), act));
    at = stop;
  }
  return [...nodes, ...plain(text.slice(at, end))];
}

// A score is never parted by the end of a line: "1-" and "0" would be two other things.
function plain(text) {
  return text.split(/([\d½+]+-[\d½+]+)/).map((part, i) => i % 2 ? el("span", { className: "score" }, part) : part);
}

function element(it, text, inside, act) {
  if (TAGS[it.type]) return el(TAGS[it.type], {}, inside);
  if (it.type === "spoiler") return el("span", { className: "spoiler", tabIndex: 0 }, inside);
  if (it.type === "bot_command") {
    return link(inside, () => act.command(text));
  }
  const url = it.type === "url" ? text : it.url;
  if (it.type === "text_link" || it.type === "url") {
    return /^(https?|tg):/.test(url)
      ? link(inside, () => act.link(url), url)
      : el("span", {}, inside);
  }
  return el("span", { className: "mention" }, inside);
}

// An anchor and no button: a button is never parted by the end of a line.
function link(inside, follow, title) {
  return el("a", { className: "link", href: "#", title, onclick: event => { event.preventDefault(); follow(); } }, inside);
}

export function clock(date, words) {
  return new Date(date).toLocaleTimeString(words.locale, { hour: "2-digit", minute: "2-digit" });
}

// One line that stands for a message: in the list of chats, in the pinned bar, in a banner.
export function gist(message, words) {
  if (!message) return words.gone;
  const line = (message.text || "").split("\n").find(part => part.trim()) ?? "";
  if (line) return line;
  if (message.media) return message.media.kind === "photo" ? words.photo : message.media.name;
  return message.service ? about(message, words) : "";
}

export function about(message, words) {
  const full = user => [user.first_name, user.last_name].filter(Boolean).join(" ");
  const it = message.about;
  switch (message.service) {
    case "new_chat_members": {
      const came = it.filter(user => user.id !== message.from).map(full).join(", ");
      return came ? words.added(message.name, came) : words.joined(message.name);
    }
    case "left_chat_member": return words.left(full(it));
    case "new_chat_title": return words.renamed(message.name, it);
    case "pinned_message": {
      const text = (it.text ?? it.caption ?? "").split("\n")[0];
      return words.pins(message.name, text.length > 40 ? text.slice(0, 40) + "…" : text || "…");
    }
    default: return message.service.replaceAll("_", " ");
  }
}

// The row of a message on somebody's phone. `streak`: the message before is of the same person.
export function row(message, { me, group, streak, quoted, words, act }) {
  if (message.service) {
    return el("div", { className: "row service", "data-id": message.id }, el("span", {}, about(message, words)));
  }
  const mine = message.from === me;
  const text = mine ? message.text.replace(/^\/start .*/, "/start") : message.text; // the payload stays unseen
  const meta = el("span", { className: "meta" },
    message.edits ? `${words.edited} ` : "", el("time", { dateTime: message.date }, clock(message.date, words)),
    mine ? el("span", { className: "ticks", "aria-hidden": "true" }, " ✓✓") : null);
  const bubble = el("div", { className: "bubble" },
    group && !mine && !streak
      ? el("div", { className: `name c${Math.abs(message.from) % 7}` }, message.name) : null,
    quoted ? el("button", { type: "button", className: "quote", onclick: () => act.jump(quoted.id) },
      el("b", {}, quoted.name), el("span", {}, gist(quoted, words))) : null,
    file(message.media, words),
    el("span", { className: "text" }, marked(text, message.entities, act)), meta);
  const keys = el("div", { className: "keys" }, message.buttons.map(line =>
    el("div", { className: "line" }, line.map(button => key(message, button, act)))));
  return el("div", { className: `row ${mine ? "out" : "in"} ${streak ? "streak" : ""}`, "data-id": message.id },
    group && !mine ? avatar(message.from, message.name, streak ? "unseen" : "") : null,
    el("div", { className: message.buttons.length ? "col keyed" : "col" }, bubble,
      message.buttons.length ? keys : null));
}

function key(message, button, act) {
  return el("button", {
    type: "button", className: button.url ? "key url" : "key",
    onclick: event => button.url ? act.link(button.url) : act.tap(message, button, event.currentTarget),
  }, button.text);
}

function file(media, words) {
  if (!media) return null;
  const href = `/file/${encodeURIComponent(media.file)}`;
  if (media.kind === "photo") return el("a", { href, target: "_blank" }, el("img", { src: href, alt: words.photo }));
  return el("a", { href, download: media.name, className: "file" },
    el("span", { className: "sheet", "aria-hidden": "true" }, "↓"), media.name);
}
