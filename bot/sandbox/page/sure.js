// One question before something that cannot be taken back. The element is the browser's own modal dialog: what is
// behind it cannot be reached, Escape says no, and the focus goes back to where it was.

import { el } from "./dom.js";

// Whether it is to be done. The focus begins on "no"; while it is being asked, nothing else is.
export function sure(dialog, { title, text, yes, no }) {
  if (dialog.open) return Promise.resolve(false);
  const choose = (label, value, more = {}) => el("button", { type: "submit", value, ...more }, label);
  dialog.replaceChildren(el("form", { method: "dialog" },
    el("h2", { id: "sure-title" }, title), el("p", { id: "sure-text" }, text),
    el("div", { className: "answers" }, choose(no, "no", { autofocus: true }), choose(yes, "yes", { className: "yes" }))));
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise(decide => dialog.addEventListener("close", () => decide(dialog.returnValue === "yes"), { once: true }));
}
