import { Marked } from "marked";
import { formulaFigure } from "../../../bindings/js/figure/equation-sheet";
import type { FigureDrawing } from "../../../bindings/js/figure/marks";
import { mathmlPieces } from "../../../bindings/js/mathml";
import { h } from "../base/dom";
import type { Lab } from "../element/lab";
import { mathExtensions } from "../models/math";
import { formatTime } from "../plots/format";
import { plottedFirst } from "../study/plotted";
import { hasTasks } from "../prose/read-task";
import { escapeText, taskRenderer } from "../prose/task-place";
import { tasksOf } from "../prose/tasks-of";
import "../styles/worksheet.css";
import { words } from "../words/words";
import { planarFigure, plotOf, type FigureChoice } from "./figure-contents";
import { dataUrl, svgOf } from "./figure-files";
import { sheetWords } from "./sheet-words";
import { stampFor } from "./stamp";
import { questionOf, solutionOf } from "./worksheet-tasks";

const marked = new Marked({
  extensions: mathExtensions((tex, isDisplay) => {
    const display = isDisplay ? ' display="block"' : "";
    return mathmlPieces(tex)
      .map((piece) => `<math${display}>${piece}</math>`)
      .join("");
  }),
  renderer: { ...taskRenderer, html: ({ text }) => escapeText(text) },
});

/** A line of A4 paper between its margins, 178 mm in points. */
const lineWidth = (178 * 72) / 25.4;

/** Longer formulas, in characters of LaTeX, do not help on paper. */
const longestFormula = 500;

/** Pictures of the motion at equal distances of time. */
const pictures = 6;

const usual: FigureChoice = {
  ...{ content: "figure", over: "t", width: 240, height: 150, fontSize: 9, caption: "" },
  ...{ isBlack: false, hasLegend: true, isClear: true },
};

/** Prints a worksheet of the simulation and its tasks; `page` is the model's page, Markdown. */
export async function printWorksheet(lab: Lab, page: string): Promise<void> {
  const paper = h("div", { class: "porthos worksheet-paper", "aria-hidden": "true" });
  document.body.append(paper);
  try {
    const sheet = await makeWorksheet(lab, page, paper);
    document.body.append(sheet);
    document.documentElement.classList.add("prints-worksheet");
    const end = (): void => {
      sheet.remove();
      document.documentElement.classList.remove("prints-worksheet");
    };
    window.addEventListener("afterprint", end, { once: true });
    await Promise.all([...sheet.querySelectorAll("img")].map((image) => image.decode()));
    window.print();
  } finally {
    paper.remove();
  }
}

async function makeWorksheet(lab: Lab, page: string, paper: HTMLElement): Promise<HTMLElement> {
  const { description } = lab.experiment;
  const stamp = await stampFor(lab.experiment);
  const line = (name: string): HTMLElement => h("span", { class: "fill-in" }, name);
  const tasks = hasTasks(page) ? await makeTasks(lab, page) : null;
  return h(
    "article",
    { class: "worksheet" },
    h("p", { class: "worksheet-head" }, line(words.sheetName), line(words.sheetDate)),
    h("h1", {}, description?.name ?? ""),
    h("p", {}, description?.description ?? ""),
    h("p", { class: "worksheet-origin" }, stamp),
    h("div", { class: "worksheet-pictures" }, ...(await motionPictures(lab, paper))),
    h("div", { class: "worksheet-plots" }, ...(await plots(lab, paper))),
    ...(tasks ? [h("h2", {}, words.tasks), tasks.questions] : []),
    await makeEquations(lab),
    ...(tasks ? [h("h2", { class: "new-page" }, words.solutions), tasks.solutions] : []),
  );
}

/** The figure at some times of the run. */
async function motionPictures(lab: Lab, paper: HTMLElement): Promise<HTMLElement[]> {
  const portrait = lab.stagePanel.stage.portrait(paper);
  const end = lab.experiment.trajectory?.end ?? 0;
  if (!portrait) return [];
  const found: HTMLElement[] = [];
  for (let k = 0; k < pictures; k++) {
    const t = (k * end) / (pictures - 1);
    portrait.pose(t);
    const drawing = planarFigure(
      portrait,
      { ...usual, width: 170, height: 110, hasLegend: k === 0 },
      "",
    );
    const canvas = drawing ? null : portrait.picture({ width: 170, height: 110 }, 680, false);
    const source = drawing ? dataUrl(await svgOf(drawing)) : (canvas?.toDataURL() ?? "");
    const caption = h("figcaption", {}, `t = ${formatTime(t)} s`);
    if (source) found.push(h("figure", {}, h("img", { src: source, alt: "" }), caption));
  }
  portrait.dispose();
  return found;
}

async function plots(lab: Lab, paper: HTMLElement): Promise<HTMLElement[]> {
  const { trajectory, attention } = lab.experiment;
  const [usualFirst] = plottedFirst(trajectory?.columns ?? []);
  const [plot] = attention.plots;
  const content = plot?.columns[0] ?? usualFirst;
  const chosen = [
    { ...usual, content: "energies" },
    ...(content ? [{ ...usual, content, over: plot?.over || "t" }] : []),
  ];
  const drawings = chosen
    .map((choice) => plotOf(lab, choice, paper))
    .filter((drawing): drawing is FigureDrawing => drawing !== null);
  return Promise.all(
    drawings.map(async (drawing) =>
      h("img", { src: dataUrl(await svgOf(drawing)), alt: drawing.title }),
    ),
  );
}

/** The equations of the model, without the matrices of its form, which need a page of their own. */
async function makeEquations({ experiment }: Lab): Promise<HTMLElement | null> {
  try {
    const { groups } = await experiment.client.equations(experiment.source);
    if (groups.length === 0) return null;
    const names: Readonly<Record<string, string>> = words.equationGroups;
    const section = h("section", { class: "worksheet-equations" }, h("h2", {}, words.equations));
    for (const { name, equations } of groups) {
      const lines = await Promise.all(equations.map(({ tex }) => formulaLine(tex)));
      section.append(h("h3", {}, names[name] ?? name), ...lines);
    }
    return section;
  } catch {
    return null; // the engine has no equations of a text with errors
  }
}

/** A formula as a picture of letters that need no fonts; long ones have several lines. */
async function formulaLine(tex: string): Promise<HTMLElement> {
  const layout = {
    ...{ title: "", size: 10, width: lineWidth, hasSymbols: false },
    ...{ words: sheetWords(), longest: longestFormula },
  };
  const drawing = formulaFigure(tex, layout);
  return h("p", {}, h("img", { src: dataUrl(await svgOf(drawing)), alt: tex }));
}

async function makeTasks(
  lab: Lab,
  page: string,
): Promise<{ questions: HTMLElement; solutions: HTMLElement }> {
  const questions = h("div", { class: "worksheet-tasks" });
  questions.innerHTML = marked.parse(tasksOf(page), { async: false });
  for (const heading of questions.querySelectorAll("h1, h2, h3, h4, h5, h6")) heading.remove();
  for (const link of questions.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  const solutions = h("ol", {});
  for (const place of questions.querySelectorAll<HTMLElement>("[data-task]")) {
    const text = place.textContent ?? "";
    solutions.append(h("li", {}, await solutionOf(text, lab.experiment)));
    place.replaceWith(questionOf(text, solutions.children.length, lab.experiment));
  }
  return { questions, solutions };
}
