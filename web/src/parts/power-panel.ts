import { formatNumber } from "../plots/format";
import { PowerFlows } from "../plots/power-flows";
import { Sankey } from "../plots/sankey";
import type { Clock } from "../study/clock";
import { calmly, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { words } from "../words/words";

/** Where power comes from and goes to now, under the energy account: as a picture, and in numbers. */
export function makePowerPanel(experiment: Experiment, clock: Clock): HTMLElement {
  const sankey = new Sankey();
  const body = h("tbody");
  const element = h(
    "details",
    { class: "power", open: true },
    h("summary", {}, words.powerNow),
    sankey.element,
    h("table", { class: "visually-hidden" }, h("caption", {}, words.powerTable), body),
  );
  let flows: PowerFlows | null = null;
  let full = 0;
  let isStale = false;
  const update = (): void => {
    isStale = false;
    if (!flows || !element.open || flows.trajectory.rowCount < 2) return;
    const now = flows.at(clock.time);
    sankey.draw(now, full);
    list();
  };
  const list = calmly(() => {
    const now = flows?.at(clock.time) ?? [];
    while (body.rows.length > now.length) body.deleteRow(-1);
    now.forEach(({ name, power }, index) => {
      const row = body.rows[index] ?? body.insertRow();
      while (row.cells.length < 2) row.insertCell();
      const [head, value] = row.cells;
      if (head) setText(head, name);
      if (value) setText(value, formatNumber(power, 4));
    });
  });
  const wait = (): void => {
    if (isStale) return;
    isStale = true;
    requestAnimationFrame(update);
  };
  experiment.started.on((trajectory) => (flows = new PowerFlows(trajectory)));
  experiment.changed.on(({ status }) => {
    if (status === "finished" || status === "failed") full = flows?.largest() ?? 0;
    wait();
  });
  clock.changed.on(wait);
  element.addEventListener("toggle", wait);
  return element;
}
