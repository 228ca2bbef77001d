import {
  equationPages,
  equationSheet,
  type SheetOptions,
} from "../../../bindings/js/figure/equation-sheet";
import type { Equations } from "../../../bindings/js/types";
import { button, h, setText } from "../base/dom";
import type { Lab } from "../element/lab";
import "../styles/embed-dialog.css";
import "../styles/figure-dialog.css";
import { choice } from "./choices";
import { saveBlob, saveText } from "./copy-and-save";
import { dataUrl, pdfOf, svgOf } from "./figure-files";
import { numberField } from "./number-field";
import { sheetWords } from "./sheet-words";
import { stampFor } from "./stamp";
import { words } from "../words/words";

const pointsPerMillimetre = 72 / 25.4;
/** An A4 page, points. */
const page = { width: 210 * pointsPerMillimetre, height: 297 * pointsPerMillimetre };

/** Opens the dialog that saves the equations of the model as a file. */
export async function openEquationsDialog(lab: Lab, fileName: string): Promise<void> {
  const { client, source } = lab.experiment;
  new EquationsDialog(lab, fileName, await client.equations(source)).open();
}

class EquationsDialog {
  readonly #dialog = h("dialog", {
    class: "help embed-dialog",
    "aria-labelledby": "equations-file-title",
  });
  readonly #format = choice(words.figureFormat, {
    svg: words.equationsAsSvg,
    pdf: words.equationsAsPdf,
  });
  readonly #width = numberField(170, 60, 1000);
  readonly #letters = numberField(10, 5, 48);
  readonly #symbols = h("input", { type: "checkbox", checked: true });
  readonly #preview = h("div", {
    ...{ class: "figure-preview equations-preview", role: "img", tabindex: "0" },
    "aria-label": words.howItLooks,
  });
  readonly #note = h("p", { class: "figure-note", role: "status" });

  constructor(
    readonly lab: Lab,
    readonly fileName: string,
    readonly equations: Equations,
  ) {}

  open(): void {
    const dialog = this.#dialog;
    const close = button({ class: "secondary" }, [words.close], () => dialog.close());
    const save = button({ class: "primary" }, [words.saveEquations], () => void this.#save());
    const isEmpty = this.equations.groups.length === 0;
    if (isEmpty) save.setAttribute("disabled", "");
    dialog.append(
      h("h2", { id: "equations-file-title" }, words.equationsTitle),
      h("div", { class: "embed-sides" }, this.#makeForm(), this.#preview),
      this.#note,
      h("div", { class: "embed-foot" }, save, close),
    );
    dialog.addEventListener("input", () => void this.#update());
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
    if (isEmpty) setText(this.#note, words.noEquations);
    else void this.#update();
  }

  #makeForm(): HTMLElement {
    const field = (name: string, input: HTMLElement, unit: string): HTMLElement =>
      h("label", {}, name, input, unit);
    return h(
      "form",
      { class: "embed-choices figure-choices", method: "dialog" },
      this.#format.element,
      field(words.figureWidth, this.#width, "mm"),
      field(words.figureLetters, this.#letters, "pt"),
      h("label", { class: "check" }, this.#symbols, words.withSymbols),
    );
  }

  get #isPdf(): boolean {
    return this.#format.value === "pdf";
  }

  #options(stamp = ""): SheetOptions {
    return {
      title: this.lab.experiment.description?.name ?? "",
      size: Math.max(Number(this.#letters.value), Number(this.#letters.min)),
      hasSymbols: this.#symbols.checked,
      words: sheetWords(),
      ...(stamp && { stamp }),
    };
  }

  #sheet(stamp = "") {
    const width = Math.max(Number(this.#width.value), Number(this.#width.min));
    return equationSheet(this.equations, {
      ...this.#options(stamp),
      width: width * pointsPerMillimetre,
    });
  }

  async #update(): Promise<void> {
    this.#width.parentElement!.hidden = this.#isPdf;
    const drawings = this.#isPdf
      ? equationPages(this.equations, this.#options(), page)
      : [this.#sheet()];
    const sources = await Promise.all(drawings.map(svgOf));
    this.#preview.replaceChildren(
      ...sources.map((source) => h("img", { alt: "", src: dataUrl(source) })),
    );
    setText(this.#note, "");
  }

  async #save(): Promise<void> {
    setText(this.#note, words.saving);
    try {
      const stamp = await stampFor(this.lab.experiment);
      const name = `${this.fileName}-${words.equationsFile}`;
      if (this.#isPdf)
        saveBlob(
          await pdfOf(equationPages(this.equations, this.#options(stamp), page)),
          `${name}.pdf`,
        );
      else saveText(await svgOf(this.#sheet(stamp)), `${name}.svg`, "image/svg+xml");
      setText(this.#note, words.saved);
    } catch {
      setText(this.#note, words.notMade);
    }
  }
}
