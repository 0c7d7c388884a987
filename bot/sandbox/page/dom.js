// Making elements. Texts are always text nodes: nothing anybody writes is ever read as HTML.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== "list") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

export function avatar(id, name, extra = "") {
  const initials = name.split(/\s+/).slice(0, 2).map(word => [...word][0] ?? "").join("").toUpperCase();
  return el("span", { className: `avatar c${Math.abs(id) % 7} ${extra}`, "aria-hidden": "true" }, initials);
}
