import { parseSymbol } from "../../../bindings/js/symbol-name";

export { parseSymbol };
export { symbolText } from "../../../bindings/js/figure/names";

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
