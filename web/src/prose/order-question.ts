import { button, h, setText } from "../base/dom";
import { shuffled } from "./own-numbers";
import type { Asked, Asker, Question } from "./question";
import { words } from "../words/words";

/** Separates the things of an answer, also where they stand in a task. */
const between = " | ";

/**
 * Things to put in order, in a list with buttons that move them; they can also be dragged. Each
 * reader begins with an order of their own.
 */
export function makeOrder(
  ask: HTMLElement,
  { answer: { items }, seed }: Asked<"order">,
  { tell }: Asker,
): Question {
  let order = shuffled(items.length, seed).map((index) => items[index] ?? "");
  const list = h("ol", { class: "order" });
  const said = h("span", { class: "visually-hidden", role: "status" });
  const move = (item: string, to: number): void => {
    const from = order.indexOf(item);
    if (to < 0 || to >= order.length || to === from) return;
    order = order.filter((one) => one !== item);
    order.splice(to, 0, item);
    const step = to < from ? -1 : 1;
    arrange();
    setText(said, words.movedTo(item, to + 1));
    focusOn(list, item, step);
  };
  const rows = new Map(
    items.map((item) => [item, rowOf(item, (by) => move(item, order.indexOf(item) + by))]),
  );
  const arrange = (): void => {
    list.replaceChildren(...order.map((item) => rows.get(item) ?? ""));
    order.forEach((item, index) => {
      const [up, down] = rows.get(item)?.querySelectorAll("button") ?? [];
      up?.setAttribute("aria-disabled", String(index === 0));
      down?.setAttribute("aria-disabled", String(index === order.length - 1));
    });
  };
  letDrag(list, (row, to) => {
    const item = [...rows].find(([, one]) => one === row)?.[0];
    if (item !== undefined) move(item, to);
  });
  arrange();
  const judge = (): void => {
    const inPlace = order.filter((item, index) => item === items[index]).length;
    const right = inPlace === items.length;
    const hint = right ? "" : words.inPlace(inPlace, items.length);
    tell({ right, answer: order.join(between), value: inPlace }, hint);
  };
  const element = h(
    "div",
    { class: "task-question is-order" },
    h("fieldset", {}, h("legend", {}, ask), list),
    button({ class: "secondary small" }, [words.check], judge),
    said,
  );
  const restore = (earlier: string): void => {
    const given = earlier.split(between);
    if (given.length !== items.length || !given.every((item) => items.includes(item))) return;
    order = given;
    arrange();
  };
  return { element, restore };
}

function rowOf(item: string, move: (by: number) => void): HTMLElement {
  const step = (sign: string, label: string, by: number): HTMLButtonElement =>
    button({ class: "quiet square", "aria-label": label, title: label }, [sign], () => move(by));
  return h(
    "li",
    {},
    h("span", { class: "order-item" }, item),
    step("↑", words.moveUp(item), -1),
    step("↓", words.moveDown(item), 1),
  );
}

/** The row that moved keeps the focus. */
function focusOn(list: HTMLElement, item: string, step: number): void {
  const row = [...list.children].find((one) => one.firstChild?.textContent === item);
  const [up, down] = row?.querySelectorAll("button") ?? [];
  (step < 0 ? up : down)?.focus({ preventScroll: true });
}

/** Rows follow the pointer that presses them; `move` is told their new places. */
function letDrag(list: HTMLElement, move: (row: HTMLElement, to: number) => void): void {
  let held: HTMLElement | null = null;
  list.addEventListener("pointerdown", (event) => {
    const target = event.target as HTMLElement;
    held = target.closest("button") ? null : target.closest("li");
    if (!held) return;
    event.preventDefault(); // no text is selected
    list.setPointerCapture(event.pointerId);
    held.classList.add("is-held");
  });
  list.addEventListener("pointermove", ({ clientY }) => {
    if (!held) return;
    const rows = [...list.children];
    const to = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
    move(held, to < 0 ? rows.length - 1 : to);
  });
  const end = (): void => {
    held?.classList.remove("is-held");
    held = null;
  };
  for (const type of ["pointerup", "pointercancel"]) list.addEventListener(type, end);
}
