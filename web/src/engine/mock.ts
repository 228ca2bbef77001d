// Temporary: stands in for the wasm engine until it is there.
import type { EngineClient, Files, RunListener } from "./client";
import type { Description, Method, RunEnd, RunOptions, RunStart, Scene, Triple } from "./types";

type State = Record<string, number>;
type Motion = (t: number, p: State) => State;
const motions: Record<string, Motion> = {
  "Slider-crank": (t, p) => {
    const phi = 0.5 + 2.2 * t + 0.3 * Math.sin(1.3 * t);
    const l1 = p.l_1 ?? 0.3,
      l2 = p.l_2 ?? 0.8;
    const psi = -Math.asin((l1 / l2) * Math.sin(phi));
    return { phi, psi, s: l1 * Math.cos(phi) + l2 * Math.cos(psi) };
  },
  "Gyroscope in gimbals": (t) => ({
    alpha: 9 * t,
    beta: 0.35 * Math.sin(1.7 * t) - 0.2,
    gamma: 0.5 * t + 0.1 * Math.cos(1.7 * t),
  }),
  "Differential-drive robot": (t) => {
    const theta = 0.4 + 0.9 * Math.sin(0.6 * t);
    let x = 0,
      y = 0;
    const n = 200;
    for (let i = 0; i < n; i++) {
      const s = ((i + 0.5) / n) * t;
      const a = 0.4 + 0.9 * Math.sin(0.6 * s);
      x += (0.25 * Math.cos(a) * t) / n;
      y += (0.25 * Math.sin(a) * t) / n;
    }
    return { x, y, theta, roll: (0.25 * t) / 0.11 };
  },
  "Spring pendulum": (t) => {
    const l = 1 + 0.15 * Math.cos(6.3 * t);
    const a = 1 * Math.cos(2.9 * t);
    return { px: l * Math.sin(a), py: -l * Math.cos(a) };
  },
};
interface J {
  [k: string]: any;
}
function fn(text: string | number, names: string[]): (v: State) => number {
  const js = String(text)
    .replace(/\^/g, "**")
    .replace(/\b(sin|cos|sqrt|abs|tan)\b/g, "Math.$1")
    .replace(/\bpi\b/g, "Math.PI")
    .replace(/-([a-z_0-9]+)\*\*/g, "-1*$1**");
  const f = new Function(...names, "return " + js);
  return (v) => f(...names.map((n) => v[n] ?? 0)) as number;
}
export class MockClient implements EngineClient {
  async methods(): Promise<readonly Method[]> {
    return [
      { name: "gauss(2)", order: 4, summary: "Gauss collocation, 2 stages" },
      { name: "midpoint", order: 2, summary: "implicit midpoint" },
      { name: "radau(2)", order: 3, summary: "Radau IIA" },
    ];
  }
  async describe(text: string, _files: Files): Promise<Description> {
    let j: J;
    try {
      j = JSON.parse(text);
    } catch (e) {
      const m = /line (\d+) column (\d+)/.exec(String(e));
      return {
        problems: [
          {
            severity: "error",
            code: "PH100",
            where: "",
            found: "a text that is not JSON",
            expected: "JSON",
            line: Number(m?.[1] ?? 1),
            column: Number(m?.[2] ?? 1),
            hint: "look for a missing comma or quote",
          },
        ],
        name: "",
        source: "",
        description: "",
        parameters: [],
        ports: [],
        simulation: { until: 1, step: 0.01, method: "gauss(2)", outputEvery: 1 },
      };
    }
    const problems = Object.keys(j)
      .filter(
        (k) =>
          ![
            "porthos",
            "name",
            "source",
            "description",
            "parameters",
            "ports",
            "inputs",
            "simulation",
            "view",
          ].includes(k),
      )
      .map((k) => ({
        severity: "error" as const,
        code: "PH101",
        where: "/" + k,
        found: `the key "${k}"`,
        expected: "a key of a system",
        hint: "see the list of keys",
      }));
    const pars: State = {};
    for (const [n, v] of Object.entries<J>(j.parameters ?? {}))
      pars[n] =
        typeof v === "number" ? v : v.formula ? fn(v.formula, Object.keys(pars))(pars) : v.value;
    return {
      problems,
      name: j.name,
      source: j.source,
      description: j.description,
      parameters: Object.entries<J>(j.parameters ?? {}).map(([name, v]) => ({
        name,
        unit: v.unit ?? "",
        label: v.label ?? "",
        value: pars[name]!,
        min: v.min,
        max: v.max,
        derived: !!v.formula,
      })),
      ports: Object.entries<J>(j.ports ?? {}).map(([name, v]) => ({
        name,
        size: 1,
        flow_unit: v.flow_unit,
        effort_unit: v.effort_unit,
        input: [j.inputs?.[name] ?? "0"],
        mode: "effort",
      })),
      simulation: { until: 10, step: 0.01, method: "gauss(2)", outputEvery: 1, ...j.simulation },
    };
  }
  async run(
    text: string,
    files: Files,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
  ): Promise<RunEnd> {
    const d = await this.describe(text, files);
    const j: J = JSON.parse(text);
    const p: State = {
      ...Object.fromEntries(d.parameters.map((q) => [q.name, q.value])),
      ...options.set,
    };
    const motion = motions[j.name] ?? (() => ({}));
    const names = ["t", ...Object.keys(p), ...Object.keys(motion(0, p))];
    const at = (t: number) => ({ t, ...p, ...motion(t, p) });
    const num = (x: string | number, v: State) => (typeof x === "number" ? x : fn(x, names)(v));
    const v0 = at(0);
    let moving = 0;
    const spans: ((v: State) => number)[] = [];
    const view: J = j.view ?? { camera: { kind: "planar" }, bodies: [] };
    const bodies = view.bodies.map((b: J) => ({
      name: b.name,
      role: b.role ?? "body",
      shapes: b.shapes.map((s: J) => {
        const r: J = { ...s };
        const follows =
          !b.position &&
          [...(s.from ?? []), ...(s.to ?? [])].some((x: unknown) => typeof x === "string");
        if (follows) {
          r.moving = moving++;
          for (const x of [...s.from, ...s.to]) spans.push(fn(x, names));
        }
        for (const k of ["at", "from", "to", "size"])
          if (Array.isArray(s[k])) r[k] = s[k].map((x: string | number) => num(x, v0));
        for (const k of ["radius", "height", "width", "thickness"])
          if (k in s) r[k] = num(s[k], v0);
        r.at ??= [0, 0, 0];
        return r;
      }),
    }));
    const scene: Scene = {
      camera: view.camera,
      bodies,
      trails: (view.trails ?? []).map((t: J) => ({
        body: view.bodies.findIndex((b: J) => b.name === t.body),
        point: t.point.map((x: string | number) => num(x, v0)) as unknown as Triple,
      })),
      vectors: (view.vectors ?? []).map((x: J) => ({ name: x.name, kind: x.kind, scale: x.scale })),
      moving,
    };
    const poseFns = view.bodies.map((b: J) => {
      const pos = (b.position ?? ["0", "0", "0"]).map((x: string) => fn(x, names));
      const e = (b.euler ?? ["0", "0", b.angle ?? "0"]).map((x: string) => fn(x, names));
      return (v: State) => {
        const [a, be, g] = e.map((f: (v: State) => number) => f(v));
        const [sa, ca, sb, cb, sg, cg] = [
          Math.sin(a),
          Math.cos(a),
          Math.sin(be),
          Math.cos(be),
          Math.sin(g),
          Math.cos(g),
        ];
        return [
          pos[0](v),
          pos[1](v),
          pos[2]?.(v) ?? 0,
          cg * cb,
          sg * cb,
          -sb,
          cg * sb * sa - sg * ca,
          sg * sb * sa + cg * ca,
          cb * sa,
          cg * sb * ca + sg * sa,
          sg * sb * ca - cg * sa,
          cb * ca,
        ];
      };
    });
    const vecFns = (view.vectors ?? []).flatMap((x: J) =>
      [...x.at, ...x.value].map((y: string) => fn(y, names)),
    );
    const until = options.until ?? d.simulation.until,
      step = options.step ?? d.simulation.step;
    const cols = [
      "t|s",
      "phi|rad",
      "omega|rad/s",
      ...d.ports.flatMap((q) => [
        `${q.name}.effort|${q.effort_unit}`,
        `${q.name}.flow|${q.flow_unit}`,
      ]),
      "energy.kinetic|J",
      "energy.potential|J",
      "energy.stored|J",
      "energy.dissipated|J",
      "energy.supplied|J",
      "energy.balance_error|J",
      "gap.position|m",
      "gap.velocity|m/s",
    ].map((s) => {
      const [name, unit] = s.split("|");
      return { name: name!, unit: unit! };
    });
    const start: RunStart = { problems: d.problems, columns: cols, scene };
    listener.onStart(start);
    if (d.problems.length) return { outcome: "refused", message: "The model has problems." };
    const n = Math.round(until / step);
    const fails = j.name.startsWith("Gyroscope") && step > 0.02;
    for (let k = 0; k <= n;) {
      const rows: number[] = [],
        poses: number[] = [];
      for (let i = 0; i < 100 && k <= n; i++, k++) {
        const t = k * step;
        const v = at(t);
        const T = 1 + Math.cos(2 * t) + 0.3 * Math.sin(5 * t);
        const D = 0.12 * t;
        const S = 0.1 * t + 0.2 * (1 - Math.cos(t));
        const V = 2.5 + S - D - T;
        rows.push(
          t,
          2 * t,
          2,
          ...d.ports.flatMap(() => [0.2 * Math.cos(t), 2]),
          T,
          V,
          T + V,
          D,
          S,
          3e-15 * Math.sin(17 * t) * Math.sqrt(t),
          2e-16 * (1 + Math.cos(31 * t)),
          1e-15 * Math.sin(22 * t) ** 2,
        );
        poses.push(
          ...poseFns.flatMap((f: (v: State) => number[]) => f(v)),
          ...vecFns.map((f: (v: State) => number) => f(v)),
          ...spans.map((f) => f(v)),
        );
        if (fails && t > 3) {
          listener.onChunk({ t, rows: new Float64Array(rows), poses: new Float64Array(poses) });
          return {
            outcome: "diverged",
            message: "Newton's iteration did not converge at t = 3.02 s. Try a smaller step size.",
          };
        }
      }
      await new Promise((r) => setTimeout(r, 8));
      if (signal.aborted) throw new DOMException("cancelled", "AbortError");
      listener.onChunk({
        t: (k - 1) * step,
        rows: new Float64Array(rows),
        poses: new Float64Array(poses),
      });
    }
    return { outcome: "finished", message: "The run reached its end." };
  }
}
