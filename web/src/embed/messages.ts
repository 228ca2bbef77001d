import type { PorthosSim, SimProgress, SimSettings } from "../../../bindings/js/element";

const version = 1;

/** The requests of a page to the frame; docs/embedding.md lists them. */
const verbs: Readonly<Record<string, (sim: PorthosSim, args: Args) => unknown>> = {
  play: (sim) => sim.play(),
  pause: (sim) => sim.pause(),
  seek: (sim, { t }) => sim.seek(Number(t)),
  set: (sim, { values }) => sim.set(numbers(values)),
  run: (sim, { settings }) => sim.run((settings ?? {}) as SimSettings),
  progress: (sim) => sim.progress,
  restore: (sim, { progress }) => {
    sim.progress = (progress ?? {}) as Partial<SimProgress>;
  },
  snapshot: (sim, { picture }) => sim.snapshot({ picture: picture === true }),
};

interface Args {
  readonly [name: string]: unknown;
}

interface Ask extends Args {
  readonly porthos: number;
  readonly verb: string;
  readonly id?: unknown;
}

/**
 * Answers messages { porthos: 1, verb, id, … } of the surrounding page with { porthos: 1, id,
 * result } or { porthos: 1, id, error }, and sends it { porthos: 1, event, detail }.
 */
export function listenToParent(sim: PorthosSim): void {
  if (window.parent === window) return;
  // Nothing secret is sent, and a page without an origin must be reachable too.
  const tell = (message: object): void =>
    window.parent.postMessage({ porthos: version, ...message }, "*");

  window.addEventListener("message", (event) => {
    const ask: unknown = event.data;
    if (event.source !== window.parent || !isAsk(ask)) return;
    void answer(sim, ask).then((reply) => tell({ id: ask.id, ...reply }));
  });
  for (const name of ["load", "change", "outcome", "problem", "task", "progress"])
    sim.addEventListener(name, (event) => {
      tell({
        event: name,
        detail: event instanceof CustomEvent ? (event.detail as unknown) : null,
      });
    });
  new ResizeObserver(() => tell({ event: "size", detail: { height: wantedHeight(sim) } })).observe(
    sim,
  );
  tell({ event: "ready", detail: { version } });
}

async function answer(sim: PorthosSim, ask: Ask): Promise<object> {
  try {
    if (ask.porthos !== version) throw new Error(`this is version ${version} of the messages`);
    if (!Object.hasOwn(verbs, ask.verb)) throw new Error(`unknown verb "${ask.verb}"`);
    return { result: (await verbs[ask.verb]?.(sim, ask)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function isAsk(data: unknown): data is Ask {
  return typeof data === "object" && data !== null && "porthos" in data && "verb" in data;
}

function numbers(values: unknown): Record<string, number> {
  if (typeof values !== "object" || values === null) throw new Error("set needs `values`");
  const read = Object.entries(values).map(([name, value]): [string, number] => {
    // Number() turns null and an empty text into 0.
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number))
      throw new Error(`set: the value of "${name}" is not a number`);
    return [name, number];
  });
  return Object.fromEntries(read);
}

/** The height at which nothing scrolls and the figure has its preferred height, px. */
function wantedHeight(sim: PorthosSim): number {
  const figure = sim.shadowRoot?.querySelector<HTMLElement>("[part=figure], [part=poster]");
  const shown = figure?.offsetHeight ?? 0;
  const wanted = Math.min(0.62 * sim.clientWidth, 544);
  return Math.ceil(sim.offsetHeight + Math.max(0, wanted - shown));
}
