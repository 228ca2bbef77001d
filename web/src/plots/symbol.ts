import { parseSymbol } from "../../../bindings/js/symbol-name";
import { symbolText } from "../../../bindings/js/figure/names";

export { parseSymbol, symbolText };

/** A typeset symbol: italic letter (upright for a word), index below. */
export function symbolNode(name: string): HTMLElement {
  const { stem, index } = parseSymbol(name);
  const node = document.createElement("span");
  node.className = [...stem].length <= 2 ? "symbol" : "symbol word";
  node.append(stem);
  if (index) {
    const sub = document.createElement("sub");
    sub.append(index);
    node.append(sub);
  }
  return node;
}

/**
 * Whether a label says the words of a name once more, such as "length of the crank" of
 * crank_length. Short symbols and numbered names are no words.
 */
export function isSaidBy(label: string, name: string): boolean {
  const { stem, index } = parseSymbol(name);
  const parts = [stem, ...index.split(" ")].filter((part) => part !== "");
  const said = label.toLowerCase().split(/[^\p{L}]+/u);
  return parts.every((part) => /^\p{L}{3,}$/u.test(part) && said.includes(part.toLowerCase()));
}

/** A symbol and its label as one line of text: the label is left out if it is the symbol's word. */
export function withLabel(name: string, label = ""): string {
  const text = symbolText(name);
  const isRepeated = label.toLowerCase() === parseSymbol(name).stem.toLowerCase();
  return label === "" || isRepeated ? text : `${text}, ${label}`;
}
