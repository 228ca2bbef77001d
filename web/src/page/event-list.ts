import { h } from "../base/dom";
import type { Switches } from "../engine/switches";
import { formatNumber } from "../plots/format";
import { effectOf } from "../plots/mode-words";
import { words } from "../words/words";

/** At most this many names have a count. */
const mostCounted = 60;

/** The events of a run and their effects, in words; nothing if the model has none. */
export function eventList({ log, laws }: Switches): readonly HTMLElement[] {
  if (log.total === 0)
    return laws.length > 0 ? [h("h3", {}, words.events), h("p", {}, words.noEvents)] : [];
  const shown = log.first.length;
  const rows = log.first.map((one) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, formatNumber(one.t, 7)),
      h("td", {}, one.name),
      h("td", {}, effectOf(one, laws)),
    ),
  );
  const head = [words.time, words.ofEvent, words.ofEffect].map((name, column) =>
    h("th", { scope: "col" }, name, column === 0 && h("span", { class: "unit" }, "s")),
  );
  const table = h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows));
  const counts = [...log.counts].map(([name, count]) => `${name}: ${count}`).slice(0, mostCounted);
  return [
    h("h3", {}, words.events),
    h(
      "p",
      {},
      `${counts.join(", ")}.`,
      shown < log.total && ` ${words.firstEvents(shown, log.total)}`,
    ),
    h(
      "div",
      { class: "scroller data", tabindex: 0, role: "region", "aria-label": words.events },
      table,
    ),
  ];
}
