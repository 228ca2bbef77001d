import { button, h } from "../base/dom";
import { wordsOf } from "../base/word-list";
import type { Parameter } from "../engine/types";
import { formatUnit } from "../plots/format";
import { parseSymbol, symbolNode, symbolText } from "../plots/symbol";
import type { Experiment } from "../study/experiment";
import { say } from "../words/authoring";
import type { Draft } from "./draft";
import { rangesIn, rangesText, settingsIn, settingsText, type RangeParts } from "./draft-parts";
import { cell, section } from "./fields";

/** The form for the situation of a task: values, own numbers, and what the student may change. */
export function situationForm(
  draft: Draft,
  experiment: Experiment,
  onChange: (isOther?: boolean) => void,
): HTMLElement {
  const parameters = (experiment.description?.parameters ?? []).filter(({ derived }) => !derived);
  const take = button({ class: "secondary small" }, [say.takeKnobs], () => {
    takeSettings(draft, experiment);
    onChange(true);
  });
  const ownerOf = ({ name }: Parameter): string => parseSymbol(name).owner;
  const rows = parameters.flatMap((parameter, index) => {
    const before = parameters[index - 1];
    const owner = ownerOf(parameter);
    const row = rowOf(parameter, draft, experiment, onChange);
    const isFirst = !before || ownerOf(before) !== owner;
    return isFirst && owner ? [h("p", { class: "knob-owner" }, owner), row] : [row];
  });
  return section(
    say.situation,
    h("p", { class: "field-note" }, say.situationNote),
    h("p", {}, take),
    rows.length === 0 ? h("p", { class: "field-note" }, say.noKnobs) : null,
    rows.length > 0 ? h("div", { class: "knob-rows" }, ...rows) : null,
    inputsNote(draft, onChange),
  );
}

/** Copies what the author has set by the knobs beside the figure. */
export function takeSettings(draft: Draft, { settings }: Experiment): void {
  const ranges = rangesIn(draft.one("own"));
  const set = Object.entries(settings.set).filter(([name]) => !ranges.has(name));
  draft.set("set", settingsText(new Map(set.map(([name, value]) => [name, String(value)]))));
  const inputs = Object.entries(settings.inputs);
  draft.set(
    "input",
    ...inputs.flatMap(([port, formula]) =>
      typeof formula === "string" ? `${port} = ${formula}` : [],
    ),
  );
  draft.set("method", settings.method ?? "");
  draft.set("step", settings.step === undefined ? "" : String(settings.step));
  draft.set("until", settings.until === undefined ? "" : String(settings.until));
}

type Access = "free" | "lock" | "hide";

function accessOf(name: string, draft: Draft): Access {
  const has = (key: string): boolean => {
    const all = wordsOf(draft.one(key));
    return all.includes("*") || all.includes(name);
  };
  return has("hide") ? "hide" : has("lock") ? "lock" : "free";
}

function setAccess(name: string, access: Access, draft: Draft, all: readonly string[]): void {
  for (const key of ["lock", "hide"] as const) {
    const now = wordsOf(draft.one(key));
    const listed = now.includes("*") ? all : now;
    const kept = listed.filter((one) => one !== name);
    draft.set(key, (access === key ? [...kept, name] : kept).join(", "));
  }
}

function rowOf(
  parameter: Parameter,
  draft: Draft,
  experiment: Experiment,
  onChange: (isOther?: boolean) => void,
): HTMLElement {
  const { name, unit, label } = parameter;
  const called = symbolText(name);
  const symbol = symbolNode(name);
  const all = (experiment.description?.parameters ?? []).map((one) => one.name);
  const access = h(
    "select",
    { "aria-label": say.accessOf(called) },
    ...(["free", "lock", "hide"] as const).map((value) =>
      h("option", { value, selected: accessOf(name, draft) === value }, say.access[value]),
    ),
  );
  access.addEventListener("change", () => {
    setAccess(name, access.value as Access, draft, all);
    onChange();
  });
  const range = rangesIn(draft.one("own")).get(name);
  const isOwn = h("input", { type: "checkbox", checked: range !== undefined });
  isOwn.addEventListener("change", () => {
    const ranges = rangesIn(draft.one("own"));
    if (isOwn.checked) ranges.set(name, suggestedRange(parameter));
    else ranges.delete(name);
    draft.set("own", rangesText(ranges));
    const values = settingsIn(draft.one("set"));
    values.delete(name);
    draft.set("set", settingsText(values));
    onChange(true);
  });
  return h(
    "div",
    { class: "knob-row", role: "group", "aria-label": called },
    h(
      "span",
      { class: "knob-name", title: label },
      symbol,
      label === symbol.textContent ? null : h("span", { class: "knob-label" }, label),
    ),
    range ? null : valueField(parameter, draft, onChange),
    range ? null : h("span", { class: "unit" }, formatUnit(unit)),
    h("label", { class: "check" }, isOwn, say.ownNumber),
    access,
    range && rangeFields(parameter, range, draft, onChange),
  );
}

function valueField({ name, value }: Parameter, draft: Draft, onChange: () => void): HTMLElement {
  const given = settingsIn(draft.one("set")).get(name) ?? "";
  const label = say.valueOf(symbolText(name));
  return cell(
    label,
    given,
    (text) => {
      const values = settingsIn(draft.one("set"));
      const number = Number(text.replace(",", "."));
      if (text.trim() === "" || !Number.isFinite(number)) values.delete(name);
      else values.set(name, String(number));
      draft.set("set", settingsText(values));
      onChange();
    },
    { inputmode: "decimal", placeholder: String(Number(value.toPrecision(6))), class: "narrow" },
  );
}

function rangeFields(
  { name, unit }: Parameter,
  range: RangeParts,
  draft: Draft,
  onChange: () => void,
): HTMLElement {
  const now: [string, string, string] = [...range];
  const fields = say.rangeParts.map((part, index) => {
    const label = say.rangeOf(symbolText(name), part);
    const field = cell(
      label,
      now[index] ?? "",
      (text) => {
        now[index] = text.trim().replace(",", ".");
        const ranges = rangesIn(draft.one("own"));
        ranges.set(name, now);
        draft.set("own", rangesText(ranges));
        onChange();
      },
      { inputmode: "decimal", class: "narrow" },
    );
    return h("span", { class: "range-part" }, part, field);
  });
  return h(
    "span",
    { class: "range-parts" },
    ...fields,
    h("span", { class: "unit" }, formatUnit(unit)),
  );
}

/** A range around the value of the model, with steps that are easy to read. */
function suggestedRange({ value, min, max }: Parameter): RangeParts {
  const middle = value || 1;
  const by = 10 ** Math.floor(Math.log10(Math.abs(middle) / 4));
  const round = (one: number): number => Math.round(one / by) * by;
  const tidy = (one: number): string => String(Number(one.toPrecision(6)));
  const [low, high] = [middle * (middle > 0 ? 0.6 : 1.4), middle * (middle > 0 ? 1.4 : 0.6)];
  const from = Math.max(round(low), min ?? -Infinity);
  const to = Math.min(round(high), max ?? Infinity);
  return [tidy(from), tidy(to > from ? to : from + 4 * by), tidy(by)];
}

/** Inputs, method and times are taken from the simulation, not typed here. */
function inputsNote(draft: Draft, onChange: (isOther?: boolean) => void): HTMLElement | null {
  const also = [
    ...draft.all("input"),
    ...["method", "step", "until"].flatMap((key) =>
      draft.one(key) ? `${say.also[key as "method" | "step" | "until"]} ${draft.one(key)}` : [],
    ),
  ];
  if (also.length === 0) return null;
  const drop = button({ class: "quiet small" }, [say.dropAlso], () => {
    for (const key of ["input", "method", "step", "until"]) draft.set(key);
    onChange(true);
  });
  return h("p", { class: "field-note" }, say.alsoSet(also.join(", ")), " ", drop);
}
