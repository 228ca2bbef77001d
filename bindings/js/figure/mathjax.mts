// The typesetting library; the build puts the library itself in this place (tools/build.mjs), so that the package needs none.
import { liteAdaptor } from "@mathjax/src/mjs/adaptors/liteAdaptor.js";
import { RegisterHTMLHandler } from "@mathjax/src/mjs/handlers/html.js";
import "@mathjax/src/mjs/input/tex/ams/AmsConfiguration.js";
import "@mathjax/src/mjs/input/tex/base/BaseConfiguration.js";
import { TeX } from "@mathjax/src/mjs/input/tex.js";
import { mathjax } from "@mathjax/src/mjs/mathjax.js";
import { SVG } from "@mathjax/src/mjs/output/svg.js";
import { MathJaxTexFont } from "@mathjax/mathjax-tex-font/mjs/svg.js";

/** An element of SVG, or a text. */
export interface SvgNode {
  readonly kind: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (SvgNode | string)[];
}

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const page = mathjax.document("", {
  InputJax: new TeX({ packages: ["base", "ams"] }),
  OutputJax: new SVG({
    fontCache: "none",
    fontData: MathJaxTexFont,
    displayOverflow: "linebreak",
    displayAlign: "left",
  }),
});

type Lite = ReturnType<typeof adaptor.node>;

/** The SVG elements of a formula; 1000 units are the size of its letters. Lines end at this width, in sizes of letters. */
export function formulaSvg(tex: string, width: number): SvgNode[] {
  const pixels = 10; // per size of the letters; nothing depends on it
  const ex = 0.442 * pixels; // of the font, else the width would be scaled
  const node = page.convert(tex, {
    display: true,
    ...{ em: pixels, ex, containerWidth: width * pixels },
  }) as Lite;
  return adaptor
    .tags(node, "svg")
    .filter((one) => !isInside(one))
    .map(plain);
}

const isInside = (one: Lite): boolean => adaptor.kind(adaptor.parent(one)) !== "mjx-container";

function plain(node: Lite): SvgNode {
  return {
    kind: adaptor.kind(node),
    attributes: Object.fromEntries(
      adaptor.allAttributes(node).map(({ name, value }) => [name, value]),
    ),
    children: (adaptor.childNodes(node) as Lite[]).map((child) =>
      adaptor.kind(child) === "#text" ? adaptor.value(child as never) : plain(child),
    ),
  };
}
