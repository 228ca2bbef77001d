// The functions of a wasm module in another order: like beside like. gzip finds what repeats within 32 kB, and the
// engine is thirty times as long, so that much of what repeats is out of its sight. Besides the order only the numbers
// of local variables change.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** How far gzip looks back, bytes. */
const sight = 32768;
/** Functions are alike that share pieces of so many bytes: three or four instructions. */
const pieceLength = 7;

/** What LLVM makes use of, and wasm-opt has to be told of. */
const features = ["simd", "bulk-memory", "sign-ext", "mutable-globals", "nontrapping-float-to-int"];

/** Few local variables, those that are used most first: like code has like numbers then. */
const locals = ["--local-cse", "--coalesce-locals", "--reorder-locals", "--vacuum"];

/**
 * Writes the module to `file` with its functions in the order that `likeBesideLike` finds.
 * @param {Buffer} wasm without names of functions
 * @param {string} file
 * @param {string} wasmOpt Binaryen's optimiser, which sorts functions by their names
 */
export function writeInOrder(wasm, file, wasmOpt) {
  const optimise = (/** @type {Buffer} */ bytes, /** @type {string[]} */ passes) => {
    writeFileSync(file, bytes);
    execFileSync(wasmOpt, [
      ...features.map((one) => `--enable-${one}`),
      ...passes,
      file,
      "-o",
      file,
    ]);
  };
  optimise(wasm, locals);
  const { imported, bodies } = functionsOf(readFileSync(file));
  const names = new Array(bodies.length);
  likeBesideLike(bodies).forEach((i, place) => (names[i] = String(place).padStart(6, "0")));
  const named = Buffer.concat([readFileSync(file), nameSection(imported, names)]);
  optimise(named, ["--reorder-functions-by-name", "--strip-debug"]); // and without the names again
}

/**
 * Numbers of the functions, each followed by the one that shares most with those before it within sight, for its
 * length, of which the power is found by trying.
 * @param {readonly Buffer[]} bodies
 * @returns {number[]}
 */
export function likeBesideLike(bodies) {
  /** @type {Map<string, number[]>} */
  const owners = new Map();
  bodies.forEach((body, i) => {
    for (let k = 0; k + pieceLength <= body.length; ++k) {
      const piece = body.latin1Slice(k, k + pieceLength);
      const known = owners.get(piece);
      if (!known) owners.set(piece, [i]);
      else if (known.at(-1) !== i) known.push(i);
    }
  });
  const shared = [...owners.values()].filter((those) => those.length > 1);
  /** @type {number[][]} */
  const piecesOf = bodies.map(() => []);
  shared.forEach((those, piece) => those.forEach((i) => piecesOf[i]?.push(piece)));

  const seen = new Int32Array(shared.length); // how often a piece is within sight
  const common = new Int32Array(bodies.length); // how many pieces of a function are
  const look = (/** @type {number} */ i, /** @type {1 | -1} */ change) => {
    for (const piece of piecesOf[i] ?? []) {
      const was = seen[piece] ?? 0;
      seen[piece] = was + change;
      if (was === 0 || was + change === 0)
        for (const j of shared[piece] ?? []) common[j] = (common[j] ?? 0) + change;
    }
  };
  const lengthOf = (/** @type {number} */ i) => bodies[i]?.length ?? 0;
  const left = new Set(bodies.keys());
  /** @type {number[]} */
  const order = [];
  let [bytes, first] = [0, 0]; // what is within sight, and from which place on
  while (left.size > 0) {
    let [best, most] = [0, -1];
    for (const i of left) {
      const worth =
        order.length > 0 ? (common[i] ?? 0) / (1 + lengthOf(i)) ** (2 / 3) : lengthOf(i);
      if (worth > most) [best, most] = [i, worth];
    }
    left.delete(best);
    order.push(best);
    look(best, 1);
    for (bytes += lengthOf(best); bytes > sight; ++first) {
      const gone = order[first] ?? 0;
      look(gone, -1);
      bytes -= lengthOf(gone);
    }
  }
  return order;
}

/**
 * How many functions a module imports, and the code of its own (with its length before it).
 * @param {Buffer} wasm
 */
export function functionsOf(wasm) {
  let at = 8; // after the magic number and the version
  const byte = () => wasm[at++] ?? 0;
  const number = () => {
    for (let value = 0, unit = 1; ; unit *= 128) {
      const next = byte();
      value += (next & 127) * unit;
      if (next < 128) return value;
    }
  };
  const skip = () => {
    const length = number();
    at += length;
  };
  const limits = () => {
    const flags = number();
    number();
    if (flags & 1) number();
  };
  let imported = 0;
  /** @type {Buffer[]} */
  const bodies = [];
  while (at < wasm.length) {
    const section = byte();
    const length = number();
    const end = at + length;
    if (section === 2)
      for (let left = number(); left > 0; --left) {
        skip();
        skip();
        const kind = byte();
        if (kind === 0) ++imported;
        if (kind === 0) number();
        else if (kind === 1) (byte(), limits());
        else if (kind === 2) limits();
        else if (kind === 3) at += 2;
        else throw new Error(`an import of kind ${kind}, which this does not know`);
      }
    if (section === 10)
      for (let left = number(); left > 0; --left) {
        const start = at;
        skip();
        bodies.push(wasm.subarray(start, at));
      }
    at = end;
  }
  return { imported, bodies };
}

/**
 * The custom section that names functions, from number `first` on.
 * @param {number} first
 * @param {readonly string[]} names
 */
function nameSection(first, names) {
  const entries = names.flatMap((name, i) => [leb(first + i), text(name)]);
  const functions = [leb(names.length), ...entries];
  return sized(0, [text("name"), sized(1, functions)]);
}

const text = (/** @type {string} */ letters) =>
  Buffer.concat([leb(letters.length), Buffer.from(letters)]);

function sized(/** @type {number} */ id, /** @type {Buffer[]} */ parts) {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([id]), leb(content.length), content]);
}

/** A number in the format's groups of seven bits. */
function leb(/** @type {number} */ value) {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return Buffer.from([...bytes, value]);
}
