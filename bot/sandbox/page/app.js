// The page: the stream of what happens, the phones that show it, and the bar on top.

import { avatar, el } from "./dom.js";
import { guide } from "./guide.js";
import { Phone } from "./phone.js";
import { sure } from "./sure.js";
import { WORDS } from "./words.js";

const WIDTH = 360; // the least a phone and its margin want
const MOST = 5;
const PACES = ["pause", "slow", "normal", "fast"];
const $ = id => document.getElementById(id);

class App {
  constructor() {
    this.world = null;
    this.phones = [];
    this.places = new Map(); // person → open chat
    this.drafts = new Map(); // person:chat → what is typed and not sent
    this.read = new Map(); // person:chat → the last message seen
    this.theme(localStorage.getItem("theme"));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.world && this.bar());
    addEventListener("resize", () => this.world && this.lay());
    const stream = new EventSource("/events");
    stream.onmessage = message => this.hear(JSON.parse(message.data));
    stream.onopen = () => { $("lost").hidden = true; };
    stream.onerror = () => {
      $("lost").textContent = this.words.lost;
      $("lost").hidden = false;
    };
  }

  get words() { return WORDS[this.world?.language ?? (navigator.language.startsWith("ru") ? "ru" : "en")]; }

  // -- what happens -----------------------------------------------------------------------------

  hear(event) {
    if (event.kind === "world") return this.begin(event);
    const chat = this.world.chats.get(event.chat);
    if (!chat) return;
    if (event.kind === "message" || event.kind === "edited") {
      chat.messages.set(event.message.id, event.message);
      const person = this.world.people.get(event.chat);
      if (person && event.message.from === person.id) person.started = true;
    } else if (event.kind === "deleted") {
      chat.messages.delete(event.id);
    } else if (event.kind === "pinned") {
      chat.pinned.push(event.id);
    } else if (event.kind === "unpinned") {
      chat.pinned = chat.pinned.filter(id => id !== event.id);
    } else if (event.kind === "chat") {
      this.world.chats.set(chat.chat.id, keyed(event));
      event.chat = chat.chat.id;
    } else if (event.kind === "play") {
      this.world.play = { pace: event.pace, alone: event.alone };
      this.bar();
    }
    for (const phone of this.phones) phone.hear(event);
    this.later();
  }

  begin(world) {
    const same = this.world && this.world.group === world.group && this.world.language === world.language;
    const people = new Map(world.people.map(person => [person.id, person]));
    this.world = { ...world, people, chats: new Map(world.chats.map(it => [it.chat.id, keyed(it)])) };
    if (!same) {
      this.drafts.clear();
      this.places = new Map(world.people.map((person, i) => [person.id, i < 2 ? world.group : i === 2 ? person.id : null]));
    }
    this.read = new Map();
    for (const person of people.keys()) for (const chat of [person, world.group]) this.seen(person, chat);
    $("sure").close(); // what it asked about has ended already, in another window
    document.documentElement.lang = world.language;
    document.title = `${this.words.title} — ${this.words.demo}`;
    this.slots = [...people.keys()];
    this.bar();
    this.lay(true);
    this.later();
  }

  // Guide and strip look at everything, so they are drawn once a frame however much happens.
  later() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.show_guide();
      this.strip();
    });
  }

  seen(person, chat) {
    this.read.set(`${person}:${chat}`, [...this.world.chats.get(chat).messages.keys()].at(-1) ?? 0);
    this.later();
  }

  unread(person, chat) {
    const seen = this.read.get(`${person}:${chat}`) ?? 0;
    return [...this.world.chats.get(chat).messages.values()]
      .filter(it => it.id > seen && it.from !== person && !it.service).length;
  }

  // -- drawing ----------------------------------------------------------------------------------

  lay(afresh = false) {
    const count = Math.max(1, Math.min(MOST, Math.floor((innerWidth - 16) / WIDTH)));
    if (!afresh && count === this.phones.length) return;
    this.phones = this.slots.slice(0, count).map(person => new Phone(this, person));
    document.body.classList.toggle("single", count === 1);
    $("phones").replaceChildren(...this.phones.map(phone => phone.root));
    for (const phone of this.phones) phone.render();
    this.later();
  }

  // Another person's phone in this place; if it is on the page already, the two change places.
  swap(phone, person) {
    const here = this.slots.indexOf(phone.me), there = this.slots.indexOf(person);
    [this.slots[here], this.slots[there]] = [person, phone.me];
    this.phones[there]?.put(phone.me);
    phone.put(person);
    this.later();
  }

  // Shows somebody's chat, on his phone if it is there, else on the first; and where to look in it.
  show(person, chat, message, button) {
    let phone = this.phones.find(it => it.me === person);
    if (!phone) this.swap(phone = this.phones[0], person);
    phone.open(chat);
    if (message) phone.jump(message, button);
    phone.log.focus({ preventScroll: true });
  }

  bar() {
    const { words, world } = this;
    $("title").replaceChildren(`♞ ${words.title} `, el("small", {}, words.demo));
    $("play").setAttribute("aria-label", words.playOn);
    choice($("play"), words.playOn, PACES.map(pace => [words[pace], world.play.pace === pace, () => this.act("pace", { pace })]));
    $("week").hidden = !world.weekly;
    tool($("week"), "»", words.week, () => this.leap(), words.weekHint);
    $("language").setAttribute("aria-label", words.language);
    choice($("language"), "", [["en", words.english], ["ru", words.russian]].map(([code, name]) =>
      [code.toUpperCase(), world.language === code, () => world.language !== code && this.restart(code), name]));
    const dark = document.documentElement.dataset.theme === "dark"
      || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    tool($("theme"), dark ? "☀" : "☾", dark ? words.light : words.dark, () => {
      this.theme(dark ? "light" : "dark");
      this.bar();
    });
    tool($("restart"), "⟲", words.restart, () => this.restart(world.language), words.restartHint);
  }

  theme(name) {
    if (!name) return;
    document.documentElement.dataset.theme = name;
    localStorage.setItem("theme", name);
  }

  show_guide() {
    const { words, world } = this;
    const it = guide(world, words);
    const signature = JSON.stringify([it, world.language]);
    if (signature === this.guided) return;
    this.guided = signature;
    $("guide").replaceChildren(
      el("span", { className: "step", "aria-label": words.step(it.step) }, String(it.step)), el("span", { className: "say" }, it.text),
      it.chat ? el("button", { type: "button", onclick: () => this.show(world.judge, it.chat, it.message, it.button) }, words.show) : "",
      it.play ? el("button", { type: "button", onclick: () => this.act("pace", { pace: "normal" }) }, `▶ ${words.letPlay}`) : "");
  }

  strip() {
    const single = this.phones.length === 1;
    $("people").hidden = !single;
    if (!single) return;
    const nav = $("people"), left = nav.scrollLeft;
    const focused = [...nav.children].indexOf(document.activeElement);
    nav.setAttribute("aria-label", this.words.person);
    nav.replaceChildren(...[...this.world.people.values()].map(person => {
      const n = this.unread(person.id, person.id) + this.unread(person.id, this.world.group);
      return el("button", { type: "button", "aria-pressed": String(this.phones[0].me === person.id), "aria-label": person.name,
        onclick: () => this.swap(this.phones[0], person.id) },
      avatar(person.id, person.name),
      n ? el("span", { className: "badge", "aria-label": this.words.unread(n) }, n > 99 ? "99+" : String(n)) : "",
      el("span", { className: "short" }, person.name.split(" ")[0]));
    }));
    nav.scrollLeft = left;
    nav.children[focused]?.focus({ preventScroll: true });
  }

  // -- what is done -----------------------------------------------------------------------------

  // What somebody has played ends only when it is meant: a tap beside the one that was wanted is quickly done.
  async restart(language) {
    const { words, world } = this;
    const answer = await this.act("played");
    if (!answer) return;
    if (answer.played && !await sure($("sure"), {
      title: words.endTitle, text: words.endText, no: words.stay,
      yes: language === world.language ? words.afresh : `${words.afresh} · ${language === "ru" ? words.russian : words.english}`,
    })) return;
    $("guide").replaceChildren(el("span", { className: "say" }, WORDS[language].starting));
    this.guided = "";
    await this.act("restart", { language });
  }

  // Time leaps to what comes next in the club's series; the first time the judge sets one up.
  async leap() {
    $("week").disabled = true;
    const answer = await this.act("week");
    $("week").disabled = false;
    if (answer) this.phones[0].toast(this.words.leapt(new Date(answer.now).toLocaleString(this.words.locale,
      { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" })));
  }

  async act(what, more = {}, phone = this.phones[0]) {
    try {
      const response = await fetch("/act", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ act: what, ...more }) });
      const answer = await response.json();
      if (!response.ok) phone.toast(`${this.words.refused} ${answer.error ?? ""}`);
      return response.ok ? answer : null;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // a TypeError: the demo cannot be reached, `lost` says so
      return null;
    }
  }
}

function keyed(it) {
  return { ...it, messages: new Map(it.messages.map(message => [message.id, message])) };
}

function choice(root, label, buttons) {
  root.replaceChildren(label ? el("span", { className: "label" }, label) : "", ...buttons.map(([text, on, act, title]) =>
    el("button", { type: "button", "aria-pressed": String(on), title: title ?? text, onclick: act }, text)));
}

function tool(button, sign, label, act, hint = label) {
  button.replaceChildren(el("span", { "aria-hidden": "true" }, sign), el("span", { className: "word" }, label));
  button.setAttribute("aria-label", label);
  button.title = hint;
  button.onclick = act;
}

window.app = new App();
