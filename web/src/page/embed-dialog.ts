import type { Part } from "../element/parts";
import { button, freshId, h, setText } from "../base/dom";
import type { Experiment } from "../study/experiment";
import { hasTasks } from "../prose/read-task";
import { languages } from "../words/languages";
import "../styles/embed-dialog.css";
import { copy, embedCode } from "./take-away";
import { words } from "../words/words";

/** What is embedded: what the page shows, at the time it is shown. */
export interface Embedded {
  readonly experiment: Experiment;
  readonly name: string;
  /** The model's page, Markdown. */
  readonly page: string;
  /** The hash of a link to exactly this. */
  readonly link: () => Promise<string>;
}

/** What a reader of a course page needs of a simulation, and about how high it is, px. */
const offered: readonly (readonly [Part, number])[] = [
  ["transport", 48],
  ["knobs", 200],
  ["tasks", 220],
  ["traces", 220],
  ["view", 0],
  ["inputs", 120],
  ["equations", 220],
  ["ledger", 200],
  ["method", 160],
];
const usual: readonly Part[] = ["transport", "knobs", "tasks"];
const figureHeight = 360;
/** Knobs that are offered at first, as in the page. */
const fewKnobs = 4;

/** The dialog with the code that shows a simulation in another page, and what that looks like. */
export async function openEmbedDialog({ experiment, name, page, link }: Embedded): Promise<void> {
  const hash = await link();
  const parameters = experiment.description?.parameters ?? [];
  const can = (part: Part): boolean =>
    part === "knobs"
      ? parameters.length > 0
      : part === "inputs"
        ? (experiment.description?.ports.length ?? 0) > 0
        : part !== "tasks" || hasTasks(page);
  const parts = offered.filter(([part]) => can(part));

  const shown = checks(
    parts.map(([part]) => ({ value: part, label: words.embedParts[part] })),
    usual,
  );
  const knobs = checks(
    parameters.map(({ name: value, label }) => ({
      value,
      // Components of one kind have parameters of one label.
      label: !label ? value : value.includes(".") ? `${label} (${value})` : label,
    })),
    parameters.slice(0, fewKnobs).map((one) => one.name),
  );
  const plays = h("input", { type: "checkbox" });
  const language = choice(words.language, { "": words.asReader, ...languages });
  const theme = choice(words.colours, { "": words.asReader, light: words.light, dark: words.dark });
  const height = h("input", { type: "number", min: 120, max: 4000, step: 20 });
  let isOwnHeight = false;
  height.addEventListener("input", () => (isOwnHeight = height.value !== ""));

  const codeId = freshId("code");
  const code = h("textarea", { id: codeId, readonly: true, rows: 4, spellcheck: "false" });
  const preview = h("div", {
    class: "embed-preview",
    role: "region",
    tabindex: 0,
    "aria-label": words.howItLooks,
  });
  const knobGroup = group(words.whichKnobs, knobs.element);
  const address = (): string => {
    const given = new URLSearchParams(hash.slice(1));
    const chosen = shown.values();
    given.set("controls", chosen.length > 0 ? chosen.join(",") : "none");
    const some = knobs.values();
    if (chosen.includes("knobs") && some.length < parameters.length)
      given.set("knobs", some.join(","));
    if (plays.checked) given.set("autoplay", "");
    if (language.value) given.set("lang", language.value);
    if (theme.value) given.set("theme", theme.value);
    return `#${given.toString().replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%2A/g, "*")}`;
  };
  const update = (): void => {
    const chosen = shown.values();
    knobGroup.hidden = !chosen.includes("knobs") || parameters.length < 2;
    if (!isOwnHeight) {
      const beside = parts.filter(([part]) => chosen.includes(part));
      height.value = String(beside.reduce((sum, [, one]) => sum + one, figureHeight));
    }
    const text = embedCode(name, address(), Number(height.value) || figureHeight);
    if (code.value === text) return;
    code.value = text;
    const frame = new DOMParser().parseFromString(text, "text/html").querySelector("iframe");
    if (frame) preview.replaceChildren(frame);
  };

  const status = h("span", { role: "status" });
  const take = button({ class: "primary" }, [words.copyCode], () => {
    void copy(code.value).then((isDone) => {
      if (!isDone) code.select();
      setText(status, isDone ? words.codeCopied : words.noCopying);
    });
  });
  const dialog = h("dialog", { class: "help embed-dialog", "aria-labelledby": "embed-title" });
  dialog.append(
    h("h2", { id: "embed-title" }, words.embed),
    h(
      "div",
      { class: "embed-sides" },
      h(
        "form",
        { class: "embed-choices", method: "dialog" },
        group(words.besideFigure, shown.element),
        knobGroup,
        h("label", { class: "check" }, plays, words.playsByItself),
        h("label", {}, words.height, height, "px"),
        language.element,
        theme.element,
      ),
      h("div", { class: "embed-result" }, h("p", {}, words.howItLooks), preview),
    ),
    h("label", { for: codeId }, words.embedCode),
    code,
    h(
      "div",
      { class: "embed-foot" },
      take,
      button({ class: "secondary" }, [words.close], () => dialog.close()),
      status,
      h("a", { href: "./docs/embedding.html" }, words.moreOnEmbedding),
    ),
  );
  dialog.addEventListener("input", update);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  update();
  dialog.showModal();
}

interface Checks<Value extends string> {
  readonly element: HTMLElement;
  values(): readonly Value[];
}

function checks<Value extends string>(
  all: readonly { readonly value: Value; readonly label: string }[],
  checked: readonly Value[],
): Checks<Value> {
  const boxes = all.map(({ value, label }) => {
    const box = h("input", { type: "checkbox", checked: checked.includes(value) });
    return { value, box, label: h("label", { class: "check" }, box, label) };
  });
  return {
    element: h("div", { class: "embed-checks" }, ...boxes.map(({ label }) => label)),
    values: () => boxes.filter(({ box }) => box.checked).map(({ value }) => value),
  };
}

function choice(
  label: string,
  all: Readonly<Record<string, string>>,
): { readonly element: HTMLElement; readonly value: string } {
  const select = h(
    "select",
    {},
    ...Object.entries(all).map(([value, name]) => h("option", { value }, name)),
  );
  return {
    element: h("label", {}, label, select),
    get value() {
      return select.value;
    },
  };
}

function group(legend: string, content: HTMLElement): HTMLElement {
  return h("fieldset", {}, h("legend", {}, legend), content);
}
