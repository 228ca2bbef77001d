import { Component } from "../base/component";
import { h, setText } from "../base/dom";
import { formatUnit } from "../plots/format";
import type { ShownUnit } from "../study/shown-units";
import { say } from "../words/axes";
import type { PlotSetting } from "./plot-setting";
import { timesOf, type PointRule } from "./point-rule";

const kinds = ["path", "section", "period"] as const;

/** Chooses the points of a plot over a column: the whole path, a Poincaré section, or one point in each period. */
export class PointRuleFields extends Component {
  readonly element: HTMLElement;
  readonly #kind: HTMLSelectElement;
  readonly #column = h("select", { "aria-label": say.sectionColumn });
  readonly #level = h("input", { type: "number", step: "any", value: "0" });
  readonly #period = h("input", { type: "number", step: "any", min: "0", value: "1" });
  readonly #unit = h("span", { class: "unit" });
  readonly #count = h("span", { role: "status" });
  readonly #section: HTMLElement;
  readonly #periodic: HTMLElement;

  constructor(readonly tools: PlotSetting) {
    super();
    const texts = { path: say.wholePath, section: say.section, period: say.period };
    const { rule } = tools;
    this.#kind = h(
      "select",
      {},
      ...kinds.map((kind) =>
        h("option", { value: kind, selected: kind === rule.kind }, texts[kind]),
      ),
    );
    if (rule.kind === "period") this.#period.value = String(rule.period);
    this.#fillColumns(rule);
    if (rule.kind === "section") this.#level.value = String(rule.level / this.#shown.factor);
    this.#section = h(
      "span",
      { class: "rule-part" },
      this.#column,
      h("label", {}, say.sectionLevel, this.#level),
      this.#unit,
    );
    this.#periodic = h("label", { class: "rule-part" }, say.periodLength, this.#period);
    this.element = h(
      "div",
      { class: "axis-row" },
      h("label", {}, h("span", { class: "axis-name" }, say.points), this.#kind),
      ...[this.#section, this.#periodic, this.#count],
    );
    for (const field of [this.#kind, this.#column, this.#level, this.#period])
      field.addEventListener("change", () => (tools.rule = this.#rule));
  }

  /** Shows the fields of the present rule, and the number of its points. */
  update(): void {
    const { rule, subject } = this.tools;
    this.#section.hidden = rule.kind !== "section";
    this.#periodic.hidden = rule.kind !== "period";
    setText(this.#unit, formatUnit(this.#shown.unit));
    const times = subject && timesOf(rule, subject.trajectory);
    setText(this.#count, times ? say.pointCount(times.length) : "");
  }

  /** The unit of the column that rises. */
  get #shown(): ShownUnit {
    const { units, trajectory } = this.tools.subject ?? {};
    const column = trajectory?.columns[trajectory.indexOf(this.#column.value)];
    return column && units ? units.of(column.name, column.unit) : { unit: "", factor: 1 };
  }

  get #rule(): PointRule {
    const kind = kinds.find((one) => one === this.#kind.value) ?? "path";
    if (kind === "section")
      return {
        kind,
        column: this.#column.value,
        level: Number(this.#level.value) * this.#shown.factor,
      };
    return kind === "period" ? { kind, period: Number(this.#period.value) } : { kind };
  }

  #fillColumns(rule: PointRule): void {
    const { subject } = this.tools;
    const chosen = rule.kind === "section" ? rule.column : "";
    for (const [index, { name }] of (subject?.trajectory.columns ?? []).entries())
      if (index > 0 && subject?.trajectory.switches.lawOf(index) === undefined)
        this.#column.append(
          h("option", { value: name, selected: name === chosen }, subject?.textOf(name) ?? name),
        );
  }
}
