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

/**
 * Sets the text only if it changed, so that nothing is announced or laid out again without need. It
 * reuses the text node, because a new one would make the browser match rules with :has() again.
 */
export function setText(element: Element, text: string): void {
  const { firstChild, childNodes } = element;
  if (element.textContent === text) return;
  if (firstChild instanceof Text && childNodes.length === 1) firstChild.data = text;
  else element.textContent = text;
}

/** Sets an attribute only if it changed. */
export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Calls `update` at most every `pause` ms, and once after the last call. Numbers that change with
 * every frame cannot be read, and their layout takes time.
 */
export function calmly(update: () => void, pause = 100): () => void {
  let last = -Infinity;
  let waiting = 0;
  const now = (): void => {
    waiting = 0;
    last = performance.now();
    update();
  };
  return () => {
    const rest = last + pause - performance.now();
    if (rest <= 0 && waiting === 0) now();
    else waiting ||= window.setTimeout(now, Math.max(0, rest));
  };
}

let ids = 0;
/** An id that is used nowhere else on the page. */
export function freshId(prefix: string): string {
  return `${prefix}-${++ids}`;
}
