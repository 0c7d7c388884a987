// What to do next, found out by looking at the phones as a person would: which buttons are there?

export function guide(world, words) {
  const judge = world.people.get(world.judge);
  const name = judge.name.split(" ")[0];
  const group = [...world.chats.get(world.group).messages.values()].reverse();
  const own = [...world.chats.get(world.judge).messages.values()].reverse();
  const { keys } = words;
  const has = (message, ...labels) => {
    const shown = message.buttons.flat().map(button => button.text);
    return labels.every(label => shown.includes(label));
  };
  const find = (...labels) => {
    const there = own.find(message => has(message, ...labels));
    if (there) return { chat: world.judge, message: there.id, button: labels[0] };
    const here = group.find(message => has(message, ...labels));
    return here ? { chat: world.group, message: here.id, button: labels[0] } : null;
  };
  // A board's own menu has forfeits too; what two do not agree about has not.
  const results = (message, kinds) => message.buttons.flat().filter(it => kinds.test(it.text)).length;
  const conflict = own.find(it => results(it, /^(1-0|½-½|0-1) /) > 1 && !results(it, /^[+-]\/[+-] /));
  const paused = world.play.pace === "pause";
  const at = (step, key, where, more = {}) => ({
    step, text: typeof words.guide[key] === "function" ? words.guide[key](name) : words.guide[key],
    ...where, ...more,
  });
  if (conflict) return at(5, "conflict", { chat: world.judge, message: conflict.id });
  const draft = find(keys.approve);
  if (draft) return at(4, "draft", draft);
  const round = group.find(message => has(message, keys.won));
  if (round) return at(5, paused ? "paused" : "round", paused ? {} : { chat: world.group, message: round.id }, { play: paused });
  const entry = group.find(message => has(message, keys.join, keys.leave));
  // A busy bot takes its buttons away late: a round that was posted since says that entry is over.
  const begun = entry && group.slice(0, group.indexOf(entry)).some(it => it.is_bot && it.text.startsWith(keys.round));
  if (entry && !begun) {
    const missing = [...world.people.values()].filter(it => it !== judge && !entry.text.includes(it.name)).length;
    if (paused && missing) return at(3, "wait", {}, { play: true });
    const begin = find(keys.begin);
    return entry.text.startsWith(keys.weekly) && !begin ? at(3, "weekly", {}) : at(3, "joining", begin ?? {});
  }
  if (begun || group.some(message => has(message, keys.back))) return at(5, "round", {}, { play: paused });
  const card = find(keys.open);
  if (card) return at(2, "card", card);
  const over = group.some(message => message.is_bot && message.pinned && !message.buttons.length);
  const page = own.find(message => message.buttons.length);       // of the card: what else there is, or values
  if (!over && page && has(page, keys.up)) return at(2, "card", { chat: world.judge, message: page.id, button: keys.up });
  return at(over ? 5 : 1, over ? "over" : "greeting", find(keys.fresh) ?? { chat: world.group });
}
