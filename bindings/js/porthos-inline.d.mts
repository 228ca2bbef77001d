/** The engine's wasm, compressed with gzip, in base64 (see tools/build.mjs). */
declare const packed: string;
export default packed;
