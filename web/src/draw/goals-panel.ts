import { Component } from "../base/component";
import { button, freshId, h, setText } from "../base/dom";
import { say } from "../words/drawing";
import { shownPlace } from "./describe";
import { toggleCentres } from "./commands";
import { instantCentres } from "./centres";
import type { Pencil } from "./pencil";
import { findLengths, mostLengths, setLengths } from "./synthesis";
import { thingsOf, type Drawing, type Pin } from "./things";

/** Instant centres, and lengths for a path through given points. */
export class GoalsPanel extends Component {
  readonly element = h("div", { class: "goals-panel" });
  readonly #fact = h("div", { role: "status" });
  #chosen: ReadonlySet<string> = new Set();

  constructor(readonly pencil: Pencil) {
    super();
  }

  /** Shows what there is for a driver. */
  show(drawing: Drawing, driver: Pin): void {
    const { pencil } = this;
    const { aside } = pencil.session;
    const centres = button(
      { class: "secondary small", "aria-pressed": String(aside.showsCentres) },
      [say.centres],
      () => toggleCentres(pencil),
    );
    const pens = thingsOf(drawing, "pen");
    const goals = button(
      { class: "secondary small", "aria-pressed": String(pencil.tool === "goal") },
      [say.tool.goal],
      () => pencil.choose("goal"),
    );
    this.element.replaceChildren(
      h("div", { class: "arrange" }, centres, pens.length > 0 ? goals : ""),
      ...(aside.showsCentres ? centresOf(drawing, driver) : []),
      ...(pens.length > 0 && aside.goals.length > 0 ? this.#search(drawing, driver) : []),
      this.#fact,
    );
  }

  #search(drawing: Drawing, driver: Pin): readonly HTMLElement[] {
    const rods = thingsOf(drawing, "rod").map(({ name }) => name);
    this.#chosen = new Set([...this.#chosen].filter((name) => rods.includes(name)));
    const boxes = rods.map((name) => {
      const id = freshId("rod");
      const box = h("input", {
        ...{ id, type: "checkbox", checked: this.#chosen.has(name), "data-field": `goal-${name}` },
      });
      box.addEventListener("change", () => {
        const chosen = new Set(this.#chosen);
        if (box.checked) chosen.add(name);
        else chosen.delete(name);
        if (chosen.size > mostLengths) box.checked = false;
        else this.#chosen = chosen;
      });
      return h("span", { class: "goal-rod" }, box, h("label", { for: id }, name));
    });
    return [
      h("p", {}, say.goals.number(this.pencil.session.aside.goals.length)),
      h(
        "fieldset",
        { class: "arrange" },
        h("legend", {}, say.goals.choose(mostLengths)),
        ...boxes,
        button({ class: "secondary small" }, [say.goals.find], () => this.#find(drawing, driver)),
      ),
    ];
  }

  async #find(drawing: Drawing, driver: Pin): Promise<void> {
    const { session, told } = this.pencil;
    const rods = [...this.#chosen];
    const [pen] = thingsOf(drawing, "pen");
    const { goals } = session.aside;
    const tell = (sentence: string): void => {
      setText(this.#fact, sentence);
      told.emit(sentence);
    };
    if (!session.model || session.inside !== "" || !pen || rods.length === 0 || goals.length === 0)
      return tell(say.goals.needs);
    setText(this.#fact, say.goals.searching);
    await new Promise((resolve) => setTimeout(resolve, 30)); // the sentence is shown first
    const { text } = session.model;
    const found = await findLengths({ text, drawing, driver, pen: pen.name, goals, rods });
    if (!found || session.model?.text !== text) return tell(found ? "" : say.goals.none);
    session.edit((model) => setLengths(model, rods, found));
    const shown = (value: number): string => value.toPrecision(2);
    tell(say.goals.found(shown(found.before), shown(found.now)));
  }
}

function centresOf(drawing: Drawing, driver: Pin): readonly HTMLElement[] {
  return instantCentres(drawing, driver).map(({ body, place }) =>
    h(
      "p",
      {},
      place ? say.centre(body, shownPlace(place.x), shownPlace(place.y)) : say.noCentre(body),
    ),
  );
}
