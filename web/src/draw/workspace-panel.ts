import { Component } from "../base/component";
import { h, setText } from "../base/dom";
import { say } from "../words/drawing";
import { rounded } from "./numbers";
import type { Pencil } from "./pencil";
import type { DrawSession } from "./session";
import type { Drawing } from "./things";
import { hasWorkspace, sweepWorkspace, type Workspace } from "./workspace";

/** The sweep computes for so long before the page is painted again, ms. */
const slice = 10;

/** The area that the selected pen reaches, found while the reader looks on. */
export class WorkspacePanel extends Component {
  readonly element = h("details", { class: "kinematics", hidden: true });
  readonly #fact = h("p", { role: "status" });
  #drawing: Drawing | null = null;
  #pen = "";
  #frame = 0;

  constructor(
    readonly session: DrawSession,
    readonly pencil: Pencil,
  ) {
    super();
    this.element.append(h("summary", {}, say.workspace), this.#fact);
    this.listen(this.element, "toggle", () => this.#restart());
    this.follow(session.changed, () => this.#update());
    this.atEnd(() => this.#stop());
    this.#update();
  }

  #update(): void {
    const { selected, drawing } = this.session;
    const pen = selected?.kind === "pen" ? selected.name : "";
    if (pen === this.#pen && drawing === this.#drawing) return;
    this.#pen = pen;
    this.#drawing = drawing;
    this.element.hidden = selected?.kind !== "pen" || !hasWorkspace(drawing, selected.on);
    this.#restart();
  }

  #restart(): void {
    const { session, element } = this;
    const { selected, drawing } = session;
    this.#stop();
    setText(this.#fact, "");
    if (element.hidden || !element.open || selected?.kind !== "pen") return;
    const sweep = sweepWorkspace(drawing, selected.on);
    const goOn = (): void => {
      const end = performance.now() + slice;
      let next = sweep.next();
      while (!next.done && performance.now() < end) {
        session.aside.workspace = next.value;
        next = sweep.next();
      }
      this.pencil.changed.emit(this.pencil);
      if (!next.done) this.#frame = requestAnimationFrame(goOn);
      else if (session.aside.workspace) setText(this.#fact, factOf(session.aside.workspace));
    };
    this.#frame = requestAnimationFrame(goOn);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    if (!this.session.aside.workspace) return;
    this.session.aside.workspace = null;
    this.pencil.changed.emit(this.pencil);
  }
}

/** The area and its bounds in words. */
function factOf({ side, middles }: Workspace): string {
  const range = (all: readonly number[]): string =>
    say.range(shown(Math.min(...all)), shown(Math.max(...all)));
  const xs = range(middles.map(({ x }) => x));
  const ys = range(middles.map(({ y }) => y));
  return say.reaches(shown(middles.length * side * side), xs, ys);
}

const shown = (value: number): string => String(rounded(value, 2)).replace("-", "−");
