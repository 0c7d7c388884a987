// One phone: somebody's list of chats, or one chat with its messages, keyboard, menu and toasts.

import { avatar, el } from "./dom.js";
import { clock, gist, marked, row } from "./message.js";

const CALM = 3500; // milliseconds a toast or a banner stays

export class Phone {
  constructor(app, person) {
    this.app = app;
    this.root = el("section", { className: "phone" });
    this.root.addEventListener("keydown", event => event.key === "Escape" && this.escape());
    this.put(person);
  }

  get words() { return this.app.words; }
  get world() { return this.app.world; }
  get person() { return this.world.people.get(this.me); }
  get place() { return this.app.places.get(this.me) ?? null; } // the open chat, or null for the list
  get chat() { return this.world.chats.get(this.place); }

  put(person) {
    this.me = person;
    this.render();
  }

  open(chat) {
    this.app.places.set(this.me, chat);
    this.render();
  }

  // -- drawing ----------------------------------------------------------------------------------

  render() {
    this.root.setAttribute("aria-label", this.words.phone(this.person.name));
    this.layer = el("div", { className: "layer" });
    this.device = el("div", { className: "device" }, this.place === null ? this.list() : this.open_chat(), this.layer);
    this.root.replaceChildren(this.caption(), this.device);
    if (this.place !== null) {
      this.app.seen(this.me, this.place);
      this.bottom();
    }
  }

  caption() {
    const { words, world } = this;
    const choose = el("select", {
      "aria-label": words.person, onchange: event => this.app.swap(this, Number(event.target.value)),
    }, [...world.people.values()].map(it => el("option", { value: it.id, selected: it.id === this.me }, it.name)));
    return el("div", { className: "caption" }, choose, this.me === world.judge
      ? el("span", { className: "role" }, words.judge)
      : el("label", { className: "auto", title: words.autoHint(this.person.name) },
        el("input", { type: "checkbox", checked: world.play.alone.includes(this.me),
          onchange: event => this.app.act("alone", { person: this.me, alone: event.target.checked }) }), words.auto));
  }

  list() {
    const { words, world } = this;
    const chats = [world.group, this.me].map(id => world.chats.get(id)).map(chat => ({
      chat, last: [...chat.messages.values()].at(-1), unread: this.app.unread(this.me, chat.chat.id) }));
    chats.sort((a, b) => (b.last?.date ?? "").localeCompare(a.last?.date ?? ""));
    return [el("header", { className: "bar" }, el("h2", {}, words.chats)),
      el("div", { className: "chats" }, chats.map(({ chat, last, unread }) => el("button", {
        type: "button", className: "chat", onclick: () => this.open(chat.chat.id) },
      avatar(...this.face(chat)),
      el("span", { className: "middle" },
        el("span", { className: "title" }, this.face(chat)[1]),
        el("span", { className: "last" }, last ? gist(last, words) : words.empty)),
      el("span", { className: "end" },
        el("time", {}, last ? clock(last.date, words) : ""), badge(unread, words)))))];
  }

  open_chat() {
    const { words, chat } = this;
    const [id, title] = this.face(chat);
    this.subtitle = el("span", { className: "subtitle" }, this.about());
    this.away = el("span", { className: "away" });
    this.pin = el("div", { className: "pinned" });
    this.log = el("div", { className: "messages", role: "log", "aria-live": "off", "aria-label": title, tabIndex: 0,
      onscroll: () => this.lower.classList.toggle("shown", !this.low(200)) });
    this.lower = el("button", { type: "button", className: "lower", "aria-label": words.down,
      onclick: () => this.bottom() }, "↓");
    this.foot = el("footer");
    this.fill();
    this.count();
    this.show_pin();
    this.show_foot();
    return [el("header", { className: "bar" },
      el("button", { type: "button", className: "back", "aria-label": words.back, onclick: () => this.open(null) },
        "‹", this.away),
      avatar(id, title), el("div", { className: "middle" }, el("h2", {}, title), this.subtitle)),
    this.pin, el("div", { className: "view" }, this.log, this.lower), this.foot];
  }

  face(chat) {
    return chat.chat.id === this.world.group
      ? [chat.chat.id, chat.chat.title] : [this.world.bot.id, this.world.bot.name];
  }

  about() {
    return this.place === this.world.group ? this.words.members(this.chat.members.length) : this.words.bot;
  }

  fill() {
    const messages = [...this.chat.messages.values()];
    this.log.replaceChildren(...messages.flatMap((message, i) => this.lines(message, messages[i - 1])));
    if (!messages.length) this.log.append(this.welcome());
  }

  welcome() {
    const text = this.place === this.me ? this.world.bot.about || this.words.tapStart : this.words.empty;
    return el("div", { className: "welcome" },
      this.place === this.me ? el("b", {}, this.words.whatBot) : null, el("p", {}, ...marked(text, [], {})));
  }

  // The row of a message, below its day if that is another one than of the message before.
  lines(message, before) {
    const day = it => new Date(it.date).toLocaleDateString(this.words.locale, { day: "numeric", month: "long" });
    const rows = [this.row(message, before)];
    if (!before || day(before) !== day(message)) {
      rows.unshift(el("div", { className: "row service" }, el("span", {}, day(message))));
    }
    return rows;
  }

  row(message, before) {
    const streak = before && !before.service && before.from === message.from
      && new Date(message.date) - new Date(before.date) < 300_000;
    return row(message, {
      me: this.me, group: this.place === this.world.group, streak, words: this.words,
      quoted: message.reply_to ? this.chat.messages.get(message.reply_to) : null,
      act: {
        tap: (...args) => this.tap(...args), link: url => this.follow(url),
        command: text => this.send(text), jump: id => this.jump(id),
      },
    });
  }

  count() {
    const other = this.place === this.me ? this.world.group : this.me;
    this.away.replaceChildren(badge(this.app.unread(this.me, other), this.words) ?? "");
  }

  show_pin() {
    const shown = this.chat.pinned.map(id => this.chat.messages.get(id)).filter(Boolean).at(-1);
    this.pin.hidden = !shown;
    this.pin.replaceChildren(...(shown ? [el("button", {
      type: "button", title: this.words.jump, onclick: () => this.jump(shown.id) },
    el("b", {}, this.words.pinned), el("span", {}, gist(shown, this.words)))] : []));
  }

  show_foot() {
    const { words } = this;
    if (this.place === this.me && !this.person.started) {
      this.foot.replaceChildren(el("button", { type: "button", className: "start",
        onclick: () => this.act("start") }, words.start));
      return;
    }
    const field = el("textarea", { rows: 1, placeholder: words.write, "aria-label": words.write,
      value: this.app.drafts.get(`${this.me}:${this.place}`) ?? "",
      oninput: () => this.app.drafts.set(`${this.me}:${this.place}`, field.value),
      onkeydown: event => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          form.requestSubmit();
        }
      } });
    const form = el("form", { className: "composer", onsubmit: event => {
      event.preventDefault();
      this.send(field.value);
      field.value = "";
      this.app.drafts.delete(`${this.me}:${this.place}`);
    } },
    el("button", { type: "button", className: "menu", "aria-label": words.menu, title: words.menu,
      "aria-haspopup": "true", onclick: () => this.menu() }, "/"),
    field, el("button", { className: "send", "aria-label": words.send }, "➤"));
    this.foot.replaceChildren(form);
  }

  // -- what happens -----------------------------------------------------------------------------

  hear(event) {
    if (event.kind === "toast") {
      if (event.user === this.me && event.text) this.toast(event.text, event.alert);
    } else if (event.kind === "play") {
      const box = this.root.querySelector(".auto input");
      if (box) box.checked = event.alone.includes(this.me);
    } else if (event.chat === this.place) {
      this.change(event);
    } else if (event.chat === this.me || event.chat === this.world.group) {
      if (this.place === null) this.render();
      else {
        this.count();
        if (event.kind === "message") this.banner(event.message);
      }
    }
  }

  change(event) {
    const at_bottom = this.low(80);
    const old = event.message || event.id ? this.log.querySelector(`[data-id="${event.message?.id ?? event.id}"]`) : null;
    const messages = this.chat.messages;
    if (event.kind === "message") {
      this.log.querySelector(".welcome") ? this.fill() : this.log.append(...this.lines(event.message, [...messages.values()].at(-2)));
      this.subtitle.textContent = this.about();
      this.app.seen(this.me, this.place);
      if (event.message.from === this.me && this.foot.querySelector(".start")) this.show_foot();
    } else if (event.kind === "edited" && old) {
      const keys = [...old.querySelectorAll(".key")];
      const focused = keys.indexOf(document.activeElement);
      const list = [...messages.values()];
      const fresh = this.row(event.message, list[list.indexOf(event.message) - 1]);
      old.replaceWith(fresh);
      if (focused >= 0) (fresh.querySelectorAll(".key")[focused] ?? this.log).focus({ preventScroll: true });
    } else if (event.kind === "deleted") {
      this.fill();
    } else if (event.kind === "typing") {
      this.subtitle.textContent = this.words.typing;
      clearTimeout(this.typing);
      this.typing = setTimeout(() => { this.subtitle.textContent = this.about(); }, 3000);
    } else if (event.kind === "chat") {
      this.render();
    }
    this.show_pin();
    if (at_bottom) this.bottom();
  }

  low(room) {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < room;
  }

  bottom() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  jump(id, button) {
    const row = this.log.querySelector(`[data-id="${id}"]`);
    if (!row) return;
    const target = [...row.querySelectorAll(".key")].find(key => key.textContent === button) ?? row;
    target.scrollIntoView({ block: "center" });
    target.classList.remove("flash");
    requestAnimationFrame(() => target.classList.add("flash"));
  }

  toast(text, alert = false) {
    if (alert) return this.alert(text);
    const note = el("div", { className: "toast", role: "status" }, text);
    this.layer.querySelector(".toast")?.remove();
    this.layer.append(note);
    setTimeout(() => note.remove(), CALM + text.length * 30);
  }

  alert(text) {
    const before = document.activeElement;
    const box = el("div", { className: "alert", role: "alertdialog", "aria-modal": "true", "aria-label": text },
      el("div", {}, el("p", {}, text), el("button", { type: "button", onclick: () => { box.remove(); before?.focus(); } },
        this.words.ok)));
    this.layer.append(box);
    box.querySelector("button").focus();
  }

  banner(message) {
    if (message.from === this.me || message.service) return;
    const chat = this.world.chats.get(message.chat);
    const [id, title] = this.face(chat);
    const note = el("button", { type: "button", className: "banner", onclick: () => this.open(message.chat) },
      avatar(id, title), el("span", { className: "middle" }, el("b", {}, title), el("span", {}, gist(message, this.words))));
    this.layer.querySelector(".banner")?.remove();
    this.layer.append(note);
    setTimeout(() => note.remove(), CALM);
  }

  async menu() {
    const there = this.layer.querySelector(".sheet");
    if (there) return there.remove();
    const { commands = [] } = await this.act("menu") ?? {};
    const at = this.place === this.world.group ? `@${this.world.bot.username}` : "";
    const sheet = el("div", { className: "sheet", role: "menu" }, commands.length
      ? commands.map(it => el("button", { type: "button", role: "menuitem", onclick: () => {
        sheet.remove();
        this.send(`/${it.command.replace(/^\//, "")}${at}`);
      } }, el("b", {}, `/${it.command.replace(/^\//, "")}`), el("span", {}, it.description)))
      : el("p", {}, this.words.noMenu));
    this.layer.append(sheet);
    sheet.querySelector("button")?.focus({ preventScroll: true });
  }

  escape() {
    this.layer.querySelector(".alert button")?.click();
    this.layer.querySelector(".sheet")?.remove();
  }

  // -- what the person does ---------------------------------------------------------------------

  act(what, more = {}) {
    return this.app.act(what, { person: this.me, chat: this.place, ...more }, this);
  }

  async send(text) {
    if (text.trim()) await this.act("text", { text });
    this.bottom();
  }

  async tap(message, button, key) {
    if (key.getAttribute("aria-busy")) return;
    key.setAttribute("aria-busy", "true");
    const answer = await this.act("tap", { message: message.id, data: button.data });
    key.removeAttribute("aria-busy");
    if (answer?.silent) this.toast(this.words.silent);
    if (answer?.url) this.follow(answer.url);
  }

  async follow(url) {
    const it = new URL(url);
    const [first, second, third] = it.pathname.split("/").filter(Boolean);
    if (it.hostname !== "t.me") {
      if (it.protocol.startsWith("http")) window.open(url, "_blank", "noopener");
    } else if (first === "c" && `-100${second}` === String(this.world.group)) {
      this.open(this.world.group);
      this.jump(Number(third));
    } else if (first === this.world.bot.username) {
      if (it.searchParams.has("startgroup")) return this.toast(this.words.inGroup);
      this.open(this.me);
      if (it.searchParams.has("start")) await this.act("link", { url });
    }
  }
}

function badge(n, words) {
  return n ? el("span", { className: "badge", "aria-label": words.unread(n) }, n > 99 ? "99+" : String(n)) : null;
}
