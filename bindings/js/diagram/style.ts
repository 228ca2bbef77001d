/** The look of a diagram: custom properties of the page where it has them, else ink on paper. */
export const style = `
.diagram{font-family:var(--serif,"Iowan Old Style",P052,Palatino,Georgia,serif)}
.diagram .frame{fill:var(--figure,#fffefb);stroke:var(--ink,#1f2226);stroke-width:1.6}
.diagram text{fill:var(--ink,#1f2226);stroke:none}
.diagram .letter{font-family:var(--math,"STIX Two Math","Times New Roman",serif);font-style:italic}
.diagram .below{font-family:KaTeX_Main,"STIX Two Text","Times New Roman",serif;font-size:72%}
.diagram .title{font-size:16px}
.diagram .name{font-size:14px;paint-order:stroke;stroke:var(--figure,#fffefb);stroke-width:4px;stroke-linejoin:round}
.diagram .name.small{font-size:13px}
.diagram .name.outer{font-size:15px;stroke:none}
.diagram .edge{fill:none;stroke:var(--ink,#1f2226);stroke-width:1.5}
.diagram .edge.state{stroke-dasharray:5 4;stroke:var(--ink-quiet,#595c5f);stroke-width:1.2}
.diagram .junction circle{fill:var(--ink,#1f2226)}
.diagram .box rect{fill:var(--box,var(--figure,#fffefb));stroke:var(--line,var(--ink,#1f2226));stroke-width:1.8}
.diagram .box .inner{fill:none;stroke-width:1}
.diagram .box .inner-frame{fill:color-mix(in srgb,var(--ink,#1f2226) 4%,var(--figure,#fffefb));stroke:var(--ink,#1f2226);stroke-width:1.4}
.diagram .kinetic{--line:var(--kinetic,#0b6fae);--box:color-mix(in srgb,var(--kinetic,#0b6fae) 12%,var(--figure,#fffefb))}
.diagram .potential{--line:var(--potential,#c24f08);--box:color-mix(in srgb,var(--potential,#c24f08) 12%,var(--figure,#fffefb))}
.diagram .irreversible{--line:var(--dissipated,#a3467f);--box:color-mix(in srgb,var(--dissipated,#a3467f) 12%,var(--figure,#fffefb))}
.diagram .environment{--line:var(--dissipated,#a3467f);--box:color-mix(in srgb,var(--dissipated,#a3467f) 4%,var(--figure,#fffefb))}
.diagram .force{--line:var(--supplied,#007a5c);--box:color-mix(in srgb,var(--supplied,#007a5c) 12%,var(--figure,#fffefb))}
.diagram .composite{--box:color-mix(in srgb,var(--balance,#836200) 14%,var(--figure,#fffefb))}
.diagram .ground{fill:none;stroke:var(--ink,#1f2226);stroke-width:1.4}
.diagram .power-flow{pointer-events:none}
.diagram .band{fill:none;stroke:var(--supplied,#007a5c);stroke-opacity:.38;stroke-width:0;stroke-linecap:butt}
.diagram .arrow{fill:var(--supplied,#007a5c);visibility:hidden}
.diagram .watt{font-size:12px;font-variant-numeric:tabular-nums;paint-order:stroke;stroke:var(--figure,#fffefb);stroke-width:3.5px;stroke-linejoin:round}
`
  .trim()
  .replace(/\n/g, "");
