/** The components of a model text as far as figures need them. */
export type Components = Readonly<Record<string, Component>>;

interface Component {
  readonly use?: unknown;
  readonly between?: { readonly a?: unknown; readonly b?: unknown };
}

interface Text {
  readonly components?: Components;
  readonly inputs?: Readonly<Record<string, { readonly flow?: unknown } | undefined>>;
}

export function componentsOf(text: string): Components {
  return readText(text).components ?? {};
}

/** Nothing, if it is not JSON. */
export function readText(text: string): Text {
  try {
    return (JSON.parse(text) ?? {}) as Text;
  } catch {
    return {};
  }
}
