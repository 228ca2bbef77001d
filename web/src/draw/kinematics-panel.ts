import { Component } from "../base/component";
import { freshId, h } from "../base/dom";
import { say } from "../words/drawing";
import { valueOf } from "./formula";
import { rounded } from "./numbers";
import { GoalsPanel } from "./goals-panel";
import type { Pencil } from "./pencil";
import { plotOf } from "./small-plot";
import type { DrawSession } from "./session";
import {
  deadCentres,
  driversOf,
  outputCurves,
  pointCurves,
  sweepOf,
  transmissionOf,
  type Curve,
  type Sweep,
} from "./sweep";
import { thingsOf, type Drawing, type Pin } from "./things";

const shown = (value: number): string =>
  String(rounded(value, Math.abs(value) < 10 ? 3 : 1)).replace("-", "−");
const degrees = (angle: number): string =>
  `${rounded((angle * 180) / Math.PI, 1)}°`.replace("-", "−");

/** Positions and velocities over the angle of the selected crank, its dead centres and the transmission angle. */
export class KinematicsPanel extends Component {
  readonly element = h("details", { class: "kinematics", hidden: true });
  readonly #body = h("div", { class: "kinematics-body" });
  #shown: Drawing | null = null;
  #tool = "";

  readonly #goals: GoalsPanel;

  constructor(
    readonly session: DrawSession,
    pencil: Pencil,
  ) {
    super();
    this.#goals = this.own(new GoalsPanel(pencil));
    this.element.append(h("summary", {}, say.kinematics), this.#goals.element, this.#body);
    this.follow(pencil.changed, () => this.#showGoals(pencil.tool));
    this.listen(this.element, "toggle", () => this.#update());
    this.follow(session.changed, () => this.#update());
    this.#update();
  }

  get #driver(): Pin | undefined {
    const { selected, drawing } = this.session;
    const name = selected?.kind === "motor" ? selected.joint : selected?.name;
    return driversOf(drawing).find((pin) => pin.name === name);
  }

  #update(): void {
    const { drawing } = this.session;
    const driver = this.#driver;
    this.element.hidden = !driver;
    if (!driver || !this.element.open) {
      this.#shown = null;
      return;
    }
    this.#goals.show(drawing, driver);
    if (this.#shown === drawing) return;
    this.#shown = drawing;
    const sweep = sweepOf(drawing, driver);
    this.#body.replaceChildren(
      ...(sweep ? this.#contents(sweep, drawing) : [h("p", {}, say.noSweep)]),
    );
  }

  /** The tool that sets points has been chosen, or another one. */
  #showGoals(tool: string): void {
    const driver = this.#driver;
    if (tool === this.#tool || !driver || !this.element.open) return;
    this.#tool = tool;
    this.#goals.show(this.session.drawing, driver);
  }

  #contents(sweep: Sweep, drawing: Drawing): readonly Node[] {
    const outputs = outputCurves(sweep, drawing);
    const points = thingsOf(drawing, "pen").flatMap((pen) => pointCurves(sweep, pen));
    const first = sweep.angles[0] ?? 0;
    const last = sweep.angles.at(-1) ?? 0;
    const transmission = transmissionOf(sweep, drawing);
    const facts = [
      sweep.isWhole ? say.wholeTurns : say.turnsBetween(degrees(first), degrees(last)),
      ...outputs.map((curve) => {
        const found = deadCentres(sweep, curve);
        return found.length > 0 ? say.reverses(curve.name, found.map(degrees).join(", ")) : "";
      }),
      transmission
        ? say.transmission(
            transmission.joint,
            degrees(transmission.least),
            degrees(transmission.most),
          )
        : "",
    ];
    const speed = this.#speedOf(sweep.driver);
    return [
      ...facts.filter((fact) => fact !== "").map((fact) => h("p", {}, fact)),
      h(
        "div",
        { class: "kinematics-plots" },
        ...[...outputs, ...points].map((curve) => this.#figure(sweep, curve, speed)),
      ),
    ];
  }

  /** The constant speed of a motor at a pin, rad/s; undefined where there is none. */
  #speedOf({ name }: Pin): number | undefined {
    const flow = this.session.model?.members("inputs", `${name}.torque`)["flow"];
    return valueOf(flow, () => undefined);
  }

  #figure(sweep: Sweep, curve: Curve, speed: number | undefined): HTMLElement {
    const id = freshId("curve");
    const scale = curve.of === "angle" ? 180 / Math.PI : 1;
    const unit = curve.of === "angle" ? "°" : curve.unit;
    const rateUnit = speed === undefined ? `${curve.unit}/rad` : `${curve.unit}/s`;
    const quantity = curve.of === "angle" ? say.place.angle : curve.of;
    const values = curve.values.map((value) => value * scale);
    const rates = curve.rates.map((rate) => rate * (speed ?? 1));
    const range = (all: readonly number[]): string =>
      say.range(shown(Math.min(...all)), shown(Math.max(...all)));
    return h(
      "figure",
      { "aria-labelledby": id },
      h(
        "figcaption",
        { id },
        h("strong", {}, `${curve.name}: ${quantity}`),
        h("span", { class: "is-value" }, `${range(values)} ${unit}`),
        h("span", { class: "is-rate" }, `${range(rates)} ${rateUnit}`),
      ),
      plotOf(
        sweep.angles.map((angle) => (angle * 180) / Math.PI),
        [values, rates],
        deadCentres(sweep, curve).map((angle) => (angle * 180) / Math.PI),
      ),
    );
  }
}
