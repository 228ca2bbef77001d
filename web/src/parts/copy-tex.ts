import { button } from "../base/dom";
import { words } from "../words/words";
import { icon, setIcon } from "./icons";

/** How long a button says that it has copied, ms. */
const shown = 2000;

/** A button that copies equations as LaTeX. Beside a single line it is for pointers: its group has one for keys. */
export function copyTexButton(tex: string, isOfLine: boolean): HTMLButtonElement {
  const label = isOfLine ? words.copyTex : words.copyAllTex;
  const own = button(
    { class: "quiet square copy-tex", "aria-label": label, title: label, tabindex: isOfLine && -1 },
    [icon("copy")],
    () => void copy(tex).then((isCopied) => isCopied && say()),
  );
  const say = (): void => {
    const show = (text: string, name: "copy" | "done"): void => {
      own.setAttribute("aria-label", text);
      setIcon(own.querySelector("svg")!, name);
    };
    show(words.texCopied, "done");
    window.setTimeout(() => show(label, "copy"), shown);
  };
  return own;
}

/** Frames and pages without encryption have no clipboard of their own; there the selection is copied. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}

/** Several equations as one LaTeX environment, aligned at their first sign of equality. */
export function alignedTex(formulas: readonly string[]): string {
  const [first = ""] = formulas;
  if (formulas.length < 2) return first;
  const rows = formulas.map((tex) => tex.replace(/ = /, " &= "));
  return `\\begin{align*}\n${rows.map((row) => `  ${row}`).join(" \\\\\n")}\n\\end{align*}`;
}
