const namespace = "http://www.w3.org/2000/svg";

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Makes an element of a picture. */
export function s(tag: string, attributes: Attributes, ...children: readonly Node[]): SVGElement {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined)
      element.setAttribute(name, typeof value === "number" ? shown(value) : value);
  element.append(...children);
  return element;
}

/** A tenth of a pixel is enough. */
export function shown(value: number): string {
  return String(Math.round(10 * value) / 10);
}
