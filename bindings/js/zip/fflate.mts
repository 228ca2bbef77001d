// The library that writes ZIP files; the build puts the library itself in this place (tools/build.mjs), so that the package needs none.
export { strToU8, zipSync, zlibSync } from "fflate";
