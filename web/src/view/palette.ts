/**
 * Colours of the page as the drawings need them. They are declared once, as custom properties in
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
  /** The colours are those of the reader's system, which are strong and few: shades of them may not tell things apart. */
  readonly isForced: boolean;
  role(role: Role): string;
  energy(kind: string): string;
  /** The fill of a mode in its band. */
  mode(name: string): string;
}

export function isRole(name: string | undefined): name is Role {
  return roles.some((role) => role === name);
}

/** Reads the palette of the theme that is in force where `host` stands. */
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

/** Gives the colour of a token in the form that every drawing understands: forced colours are names and mixtures. */
function resolver(host: Element): (token: string) => string {
  const style = getComputedStyle(host);
  const known = new Map<string, string>();
  const read = (token: string): string => {
    const color = style.getPropertyValue(`--${token}`).trim();
    if (color === "") return "#888888"; // nothing that is out of the document has colours
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
  probe.style.setProperty("forced-color-adjust", "none"); // which would make one colour of all of them
  probe.style.color = color;
  host.append(probe);
  const resolved = getComputedStyle(probe).color; // rgb(r, g, b), or color(srgb r g b)
  probe.remove();
  const [, ...shares] = /^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)/.exec(resolved) ?? [];
  return shares.length > 0
    ? `rgb(${shares.map((share) => Math.round(255 * Number(share))).join(", ")})`
    : resolved;
}
