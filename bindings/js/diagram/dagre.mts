// The layout library; the build puts the library itself in this place (tools/build.mjs), so that the package needs none.
export { Graph, layout } from "@dagrejs/dagre";
