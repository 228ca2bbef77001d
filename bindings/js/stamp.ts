// The origin of an exported file: the version of Porthos and the model.
import { joined, latinBytes } from "./bytes.js";

/**
 * Names the program and the model in one line: the first digits of the SHA-256 of the file that `porthos text`
 * writes.
 */
export function stampOf(version: string, text: string): string {
  return `Porthos ${version}, model ${sha256(withEnd(text)).slice(0, 16)}`;
}

/** The stamp of a model with the options of a run, as far as a text can express them. */
export function stampOfModel<Options>(
  version: string,
  model: { text(options?: Options): string },
  options: Options,
): string {
  try {
    return stampOf(version, model.text(options));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return stampOf(version, model.text());
  }
}

/** A text file ends with a line break. */
export const withEnd = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);

/** The SHA-256 of a text in UTF-8, in hexadecimal digits (FIPS 180-4). Pages without https have no crypto.subtle. */
export function sha256(text: string): string {
  const state = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
  const constants = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; at += 64) addBlock(state, constants, view, at);
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** The first bits behind the binary point. */
const fraction = (value: number): number => Math.floor((value % 1) * 2 ** 32);

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++)
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** A one, zeros, and the number of bits, up to whole blocks. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64 * Math.ceil((message.length + 9) / 64));
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, message.length << 3);
  return bytes;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function addBlock(state: Uint32Array, constants: Uint32Array, view: DataView, at: number): void {
  const w = new Uint32Array(64);
  for (let k = 0; k < 64; k++) {
    const [x, y] = [w[k - 15] ?? 0, w[k - 2] ?? 0];
    const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[k] = k < 16 ? view.getUint32(at + 4 * k) : (w[k - 16] ?? 0) + low + (w[k - 7] ?? 0) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let k = 0; k < 64; k++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const one = (h + mixed + chosen + (constants[k] ?? 0) + (w[k] ?? 0)) | 0;
    const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = ((state[k] ?? 0) + word) >>> 0));
}

/** A PNG with a comment after its header. */
export function stampedPng(png: Uint8Array, stamp: string): Uint8Array<ArrayBuffer> {
  const data = latinBytes(`tEXtSoftware\0${stamp}`);
  const chunk = new Uint8Array(data.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(data.length + 4, crc32(data));
  const header = 33; // the signature and the chunk IHDR
  return joined([png.subarray(0, header), chunk, png.subarray(header)]);
}

/** An MP4 with a packet of XMP at its end, where it shifts no other data. */
export function stampedMp4(film: Uint8Array, stamp: string): Uint8Array<ArrayBuffer> {
  const packet = latinBytes(
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="${stamp}"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  );
  const id = [0xbe7acfcb, 0x97a942e8, 0x9c719994, 0x91e3afac]; // of XMP
  const box = new Uint8Array(24 + packet.length);
  const view = new DataView(box.buffer);
  view.setUint32(0, box.length);
  box.set(latinBytes("uuid"), 4);
  id.forEach((word, k) => view.setUint32(8 + 4 * k, word));
  box.set(packet, 24);
  return joined([film, box]);
}

/** A GIF with a comment before its end. */
export function stampedGif(gif: Uint8Array, stamp: string): Uint8Array<ArrayBuffer> {
  const text = latinBytes(stamp).subarray(0, 255);
  const comment = joined([Uint8Array.of(0x21, 0xfe, text.length), text, Uint8Array.of(0)]);
  return joined([gif.subarray(0, -1), comment, gif.subarray(-1)]);
}

/** Elements of WebM, by their ids with length bits. */
const webm = { head: 0x1a45dfa3, segment: 0x18538067, seek: 0x114d9b74, info: 0x1549a966 };

/**
 * A WebM as browsers record it, with a tag behind its information. A file with an index of its parts stays as it is,
 * since they would move.
 */
export function stampedWebm(film: Uint8Array, stamp: string): Uint8Array<ArrayBuffer> {
  const head = elementAt(film, 0);
  const segment = elementAt(film, head.end);
  const isLive = head.id === webm.head && segment.id === webm.segment && segment.isUnknown;
  let at = segment.start;
  for (let next = elementAt(film, at); isLive && next.end > at; next = elementAt(film, at)) {
    if (next.id === webm.seek || next.isUnknown) break;
    at = next.end;
    if (next.id === webm.info)
      return joined([film.subarray(0, at), tags(stamp), film.subarray(at)]);
  }
  return film.slice();
}

/** The element of EBML at a place: its id, and where its content begins and ends. */
function elementAt(bytes: Uint8Array, at: number) {
  const lengthOf = (first = 0): number => Math.clz32(first) - 23;
  const read = (from: number, count: number): number =>
    bytes.subarray(from, from + count).reduce((sum, byte) => sum * 256 + byte, 0);
  const idLength = lengthOf(bytes[at]);
  const from = at + idLength;
  const count = lengthOf(bytes[from]);
  const size = read(from, count) - 2 ** (7 * count);
  const start = from + count;
  const isUnknown = size === 2 ** (7 * count) - 1;
  return { id: read(at, idLength), start, end: isUnknown ? Infinity : start + size, isUnknown };
}

function tags(stamp: string): Uint8Array {
  const element = (id: readonly number[], content: Uint8Array): Uint8Array => {
    const size = [0x40 | (content.length >> 8), content.length & 255];
    return joined([Uint8Array.from([...id, ...size]), content]);
  };
  const name = element([0x45, 0xa3], latinBytes("COMMENT"));
  const text = element([0x44, 0x87], latinBytes(stamp));
  const tag = element([0x67, 0xc8], joined([name, text]));
  const targets = element([0x63, 0xc0], new Uint8Array());
  return element([0x12, 0x54, 0xc3, 0x67], element([0x73, 0x73], joined([targets, tag])));
}

function crc32(bytes: Uint8Array): number {
  let rest = -1;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return ~rest >>> 0;
}
