// Text and curves contrast with their backgrounds, in both themes (WCAG 2.2, 1.4.3 and 1.4.11).
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { modeNames } from "../../bindings/js/modes";
import { strong } from "../../web/src/plots/mode-fill";

const sources = resolve(import.meta.dirname, "..", "..", "web", "src");
const read = (...path: string[]): string => readFileSync(resolve(sources, ...path), "utf8");

const sheet = read("styles", "tokens.css").split("@media (forced-colors")[0] ?? "";
const [lightPart = "", darkPart = ""] = sheet.split('[data-theme="dark"]');
const tokensOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = "", color = ""]) => [
      name,
      color,
    ]),
  );
const light = tokensOf(lightPart);
const themes = { light, dark: { ...light, ...tokensOf(darkPart) } };

/** Relative luminance of #rrggbb. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ["paper", "figure", "wash"];
const texts = ["ink", "ink-quiet", "link", "problem"];
const energies = ["kinetic", "potential", "stored", "supplied", "dissipated", "balance"];

test.each(Object.entries(themes))("%s: text at least 4.5 : 1, curves too", (_, tokens) => {
  const faint = [...texts, ...energies].flatMap((name) =>
    grounds
      .filter((ground) => !(ground === "wash" && energies.includes(name)))
      .map((ground) => ({
        pair: `${name} on ${ground}`,
        ratio: contrast(tokens[name] ?? "", tokens[ground] ?? ""),
      }))
      .filter(({ ratio }) => !(ratio >= 4.5)),
  );
  expect(faint).toEqual([]);
  for (const name of ["rule-strong", "focus"])
    expect(contrast(tokens[name] ?? "", tokens["paper"] ?? ""), name).toBeGreaterThan(3);
});

test("every colour that a drawing asks for is declared in both themes", () => {
  const palette = read("view", "palette.ts");
  const asked = [...palette.matchAll(/read\("([\w-]+)"\)/g)].map(([, name = ""]) => name);
  const roles = /roles = \[([^\]]*)\]/.exec(palette)?.[1]?.match(/\w+/g) ?? [];
  const named = [...asked, ...roles.map((role) => `role-${role}`), ...energies];
  expect(asked.length).toBeGreaterThan(6);
  expect(named.filter((name) => light[name] === undefined)).toEqual([]);
});

test.each(Object.entries(themes))(
  "%s: words on bands of modes at least 4.5 : 1, and modes that follow each other differ in lightness",
  (_, tokens) => {
    const fill = (mode: string): string => tokens[`mode-${mode}`] ?? "";
    for (const mode of modeNames) {
      const ink = tokens[strong.has(mode) ? "paper" : "ink"] ?? "";
      expect(contrast(ink, fill(mode)), mode).toBeGreaterThanOrEqual(4.5);
    }
    const neighbours = [
      ["open", "closed"],
      ["open", "sticks"],
      ["open", "slips"],
      ["sticks", "slips"],
      ["blocked", "free"],
    ] as const;
    for (const [one, other] of neighbours)
      expect(contrast(fill(one), fill(other)), `${one}, ${other}`).toBeGreaterThan(1.5);
  },
);
