type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Makes an element: `true` sets an empty attribute, `false`, null and undefined leave it out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** A button with a listener. */
export function button(
  attributes: Attributes,
  children: readonly Child[],
  onClick: () => void,
): HTMLButtonElement {
  const element = h("button", { type: "button", ...attributes }, ...children);
  element.addEventListener("click", onClick);
  return element;
}

/** Sets text only where it changed, so that nothing is announced or laid out again in vain. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

let ids = 0;
/** An id that is used nowhere else on the page. */
export function freshId(prefix: string): string {
  return `${prefix}-${++ids}`;
}
