/** A colour of a diagram: the page's custom property, and a literal for use without a page. */
const colours = {
  ink: ["--ink", "#1f2226"],
  quiet: ["--ink-quiet", "#595c5f"],
  paper: ["--figure", "#fffefb"],
  kinetic: ["--kinetic", "#0b6fae"],
  potential: ["--potential", "#c24f08"],
  dissipated: ["--dissipated", "#a3467f"],
  supplied: ["--supplied", "#007a5c"],
  composite: ["--balance", "#836200"],
} as const;

type Colour = keyof typeof colours;

/** Writes a colour of the table in CSS, or `percent` of it on paper. */
interface Palette {
  of(colour: Colour): string;
  tint(colour: Colour, percent: number): string;
}

const themed: Palette = {
  of: (colour) => `var(${colours[colour].join(",")})`,
  tint: (colour, percent) =>
    `color-mix(in srgb,${themed.of(colour)} ${percent}%,${themed.of("paper")})`,
};

// Literals only: many viewers of SVG files know neither var() nor color-mix() and paint black instead.
const fixed: Palette = {
  of: (colour) => colours[colour][1],
  tint: (colour, percent) => {
    const channels = (hex: string): number[] =>
      [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const paper = channels(fixed.of("paper"));
    return `#${channels(fixed.of(colour))
      .map((value, k) => Math.round((percent * value + (100 - percent) * (paper[k] ?? 0)) / 100))
      .map((value) => value.toString(16).padStart(2, "0"))
      .join("")}`;
  },
};

const boxes: readonly (readonly [kind: string, colour: Colour, percent: number])[] = [
  ["kinetic", "kinetic", 12],
  ["potential", "potential", 12],
  ["irreversible", "dissipated", 12],
  ["set-valued", "dissipated", 12],
  ["environment", "dissipated", 4],
  ["force", "supplied", 12],
];

/** The style sheet of a diagram. With `isThemed` a page's custom properties set the colours. */
export function styleSheet(isThemed: boolean): string {
  const { of, tint } = isThemed ? themed : fixed;
  return `
.diagram{font-family:${isThemed ? "var(--serif,SERIF)" : "SERIF"}}
.diagram .frame{fill:${of("paper")};stroke:${of("ink")};stroke-width:1.6}
.diagram text{fill:${of("ink")};stroke:none}
.diagram .letter{font-family:${isThemed ? "var(--math,MATH)" : "MATH"};font-style:italic}
.diagram .below{font-family:KaTeX_Main,"STIX Two Text","Times New Roman",serif;font-size:72%}
.diagram .lower{font-family:KaTeX_Main,"STIX Two Text","Times New Roman",serif;font-size:58%}
.diagram .title{font-size:16px}
.diagram .name{font-size:14px}
.diagram .name.small{font-size:13px}
.diagram .name.outer{font-size:15px}
.diagram text.halo{fill:none;stroke:${of("paper")};stroke-width:4px;stroke-linejoin:round}
.diagram .edge{fill:none;stroke:${of("ink")};stroke-width:1.5}
.diagram .edge.state{stroke-dasharray:5 4;stroke:${of("quiet")};stroke-width:1.2}
.diagram .junction circle{fill:${of("ink")}}
.diagram .box rect{fill:${of("paper")};stroke:${of("ink")};stroke-width:1.8}
${boxes
  .map(
    ([kind, colour, percent]) =>
      `.diagram .${kind} rect{fill:${tint(colour, percent)};stroke:${of(colour)}}`,
  )
  .join("\n")}
.diagram .composite rect{fill:${tint("composite", 14)}}
.diagram .badge rect{fill:${of("paper")};stroke-width:1}
.diagram .badge path{fill:none;stroke:${of("dissipated")};stroke-width:1.5}
.diagram .box .inner{fill:none;stroke-width:1}
.diagram .box .inner-frame{fill:${tint("ink", 4)};stroke:${of("ink")};stroke-width:1.4}
.diagram .ground{fill:none;stroke:${of("ink")};stroke-width:1.4}
.diagram .power-flow{pointer-events:none}
.diagram .band{fill:none;stroke:${of("supplied")};stroke-opacity:.38;stroke-width:0;stroke-linecap:butt}
.diagram .arrow{fill:${of("supplied")};visibility:hidden}
.diagram .watt{font-size:12px;font-variant-numeric:tabular-nums;paint-order:stroke;stroke:${of("paper")};stroke-width:3.5px;stroke-linejoin:round}
`
    .trim()
    .replaceAll("SERIF", `"Iowan Old Style",P052,Palatino,Georgia,serif`)
    .replaceAll("MATH", `"STIX Two Math","Times New Roman",serif`)
    .replace(/\n/g, "");
}
