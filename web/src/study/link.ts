import type { PortInput } from "../engine/types";
import { isPull, type Pull } from "./pull";
import type { Settings } from "./settings";
import { largestText } from "../engine/limits";
import type { EarlyWord } from "../words/languages";

/** The content of a link. */
export interface Shared {
  readonly model: string;
  /** Only if it differs from the gallery's. */
  readonly text?: string;
  readonly settings: Settings;
  /** s */
  readonly time: number;
  /** The page with tasks, Markdown; only if it differs from the gallery's. */
  readonly page?: string;
  /** The fault of a link whose text could not be read. */
  readonly fault?: EarlyWord;
}

/**
 * #model=slider-crank&set=m:2,l:0.3&in.motor=0.2*cos(t)&method=midpoint&step=0.01&until=10&t=3.2 An
 * edited text is included, compressed, as `text`, and a page with tasks as `tasks`.
 */
export async function writeLink(shared: Shared): Promise<string> {
  const { set, inputs, method, step, until } = shared.settings;
  const parts = new URLSearchParams({ model: shared.model });
  const values = Object.entries(set).map(([name, value]) => `${name}:${value}`);
  if (values.length > 0) parts.set("set", values.join(","));
  for (const [port, input] of Object.entries(inputs)) {
    parts.set(`in.${port}`, typeof input === "string" ? input : JSON.stringify(input));
  }
  if (method !== undefined) parts.set("method", method);
  if (step !== undefined) parts.set("step", String(step));
  if (until !== undefined) parts.set("until", String(until));
  const { starts, pulls = [] } = shared.settings;
  if (starts) parts.set("start", JSON.stringify(starts));
  if (pulls.length > 0) parts.set("pull", await pack(JSON.stringify(pulls)));
  if (shared.time > 0) parts.set("t", shared.time.toFixed(3));
  if (shared.text !== undefined) parts.set("text", await pack(shared.text));
  if (shared.page !== undefined) parts.set("tasks", await pack(shared.page));
  return `#${parts.toString().replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%2A/g, "*")}`;
}

/** Reads a link; null if it names no model. Invalid parts are ignored. */
export async function readLink(hash: string): Promise<Shared | null> {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const model = parts.get("model") ?? "";
  if (!model && !parts.get("text") && !parts.get("src")) return null;
  const settings: Settings = { set: {}, inputs: {} };
  for (const pair of (parts.get("set") ?? "").split(",")) {
    const [name, value] = pair.split(":");
    if (name && value && Number.isFinite(Number(value))) settings.set[name] = Number(value);
  }
  for (const [key, value] of parts) {
    if (key.startsWith("in.")) settings.inputs[key.slice(3)] = readInput(value);
  }
  const method = parts.get("method");
  if (method) settings.method = method;
  const step = Number(parts.get("step"));
  if (step > 0) settings.step = step;
  const until = Number(parts.get("until"));
  if (until > 0) settings.until = until;
  const starts = readStarts(parts.get("start"));
  if (starts) settings.starts = starts;
  const pulls = await readPulls(parts.get("pull"));
  if (pulls.length > 0) settings.pulls = pulls;
  const packed = parts.get("text");
  const text = packed ? await unpack(packed) : undefined;
  const packedPage = parts.get("tasks");
  const page = packedPage ? await unpack(packedPage) : undefined;
  const isBroken = packed && typeof text !== "string";
  return {
    model,
    settings,
    time: Math.max(0, Number(parts.get("t")) || 0),
    ...(typeof text === "string" ? { text } : {}),
    ...(typeof page === "string" ? { page } : {}),
    ...(isBroken ? { fault: text?.fault ?? "linkDamaged" } : {}),
  };
}

function readStarts(text: string | null): Record<string, number> | null {
  const given = parsed(text);
  if (typeof given !== "object" || given === null) return null;
  const starts: Record<string, number> = {};
  for (const [name, value] of Object.entries(given))
    if (typeof value === "number") starts[name] = value;
  return Object.keys(starts).length > 0 ? starts : null;
}

async function readPulls(packed: string | null): Promise<readonly Pull[]> {
  const text = packed ? await unpack(packed) : "";
  const given = parsed(typeof text === "string" ? text : "");
  return Array.isArray(given) ? given.filter(isPull) : [];
}

function parsed(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

function readInput(value: string): PortInput {
  if (!/^[[{]/.test(value)) return value;
  try {
    const input: unknown = JSON.parse(value);
    if (Array.isArray(input)) return input.map(String);
    if (typeof input === "object" && input !== null && "flow" in input) {
      const { flow } = input;
      return { flow: Array.isArray(flow) ? flow.map(String) : String(flow) };
    }
  } catch {
    // Not a list; the engine reports its fault as a formula.
  }
  return value;
}

async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text, or its fault. Reading stops at the limit on the length of a text. */
async function unpack(packed: string): Promise<string | { readonly fault: EarlyWord }> {
  try {
    const characters = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    for (;;) {
      const { value, done }: { value?: Uint8Array; done: boolean } = await reader.read();
      if (done || !value) return text + decoder.decode();
      size += value.byteLength;
      if (size > largestText) {
        void reader.cancel();
        return { fault: "linkTooLarge" };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    return { fault: "linkDamaged" };
  }
}
