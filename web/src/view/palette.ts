/**
 * Colours of the page for the drawings. They are declared once, as custom properties in
 * styles/tokens.css, so that figures, traces, ledger and 3-D view cannot disagree.
 */
export const roles = ["ground", "frame", "body", "second", "accent"] as const;
export type Role = (typeof roles)[number];

export const energies = ["kinetic", "potential", "stored", "supplied", "dissipated", "balance"];

export interface Palette {
  readonly paper: string;
  readonly grid: string;
  readonly ink: string;
  readonly quiet: string;
  readonly rule: string;
  readonly outline: string;
  readonly trail: string;
  readonly force: string;
  readonly velocity: string;
  readonly isDark: boolean;
  /**
   * Forced colours: the colours of the reader's system, which are strong and few, so that shades
   * may not be distinguishable.
   */
  readonly isForced: boolean;
  role(role: Role): string;
  energy(kind: string): string;
  /** The fill of a mode in its band. */
  mode(name: string): string;
}

export function isRole(name: string | undefined): name is Role {
  return roles.some((role) => role === name);
}

/** Reads the palette of the current theme at `host`. */
export function readPalette(host: Element): Palette {
  const read = resolver(host);
  return {
    paper: read("figure"),
    grid: read("grid"),
    ink: read("ink"),
    quiet: read("ink-quiet"),
    rule: read("rule"),
    outline: read("outline"),
    trail: read("trail"),
    force: read("force"),
    velocity: read("kinetic"),
    isDark: host.closest("[data-theme]")?.getAttribute("data-theme") === "dark",
    isForced: globalThis.matchMedia?.("(forced-colors: active)").matches ?? false,
    role: (role) => read(`role-${role}`),
    energy: (kind) => read(kind),
    mode: (name) => read(`mode-${name}`),
  };
}

/**
 * Converts the colour of a token to a form that every drawing understands: forced colours are names
 * and mixtures.
 */
function resolver(host: Element): (token: string) => string {
  const style = getComputedStyle(host);
  const known = new Map<string, string>();
  const read = (token: string): string => {
    const color = style.getPropertyValue(`--${token}`).trim();
    if (color === "") return "#888888"; // an element outside the document has no colours
    return color.startsWith("#") ? color : inNumbers(color, host);
  };
  return (token) => {
    const color = known.get(token) ?? read(token);
    known.set(token, color);
    return color;
  };
}

function inNumbers(color: string, host: Element): string {
  const probe = document.createElement("i");
  // Forced colours would make all of them the same.
  probe.style.setProperty("forced-color-adjust", "none");
  probe.style.color = color;
  host.append(probe);
  const resolved = getComputedStyle(probe).color; // rgb(r, g, b), or color(srgb r g b)
  probe.remove();
  const [, ...shares] = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/.exec(resolved) ?? [];
  return shares.length > 0
    ? `rgb(${shares.map((share) => Math.round(255 * Number(share))).join(", ")})`
    : resolved;
}
