import { addComponent, componentsOf, splitPath, type Component } from "./components.js";
import { Domains } from "./domains.js";
import { Draft, type End } from "./draft.js";
import type { Account, Diagram } from "./graph.js";
import { asMembers, formulasOf, System, type Json } from "./system.js";
import { Terms } from "./terms.js";
import { portOfOffer, twinsOf } from "./twins.js";

/** What a component's diagram tells the text around it. */
interface Built {
  readonly diagram: Diagram;
  /** Outer ports that nobody outside uses and that an input of the text itself, or time, drives. */
  readonly driven: readonly string[];
  readonly sides: ReadonlyMap<string, "power" | "state">;
}

/** How deep components may be in components, as the engine has it. */
const mostLevels = 32;

/** Makes the diagram of one text; components first have to be told which of their ports are used. */
export class Pattern {
  readonly #domains: Domains;
  readonly #draft: Draft;
  readonly #terms: Terms;
  readonly #components: readonly Component[];
  readonly #uses = new Map<string, Map<string, End>>();
  readonly #joined = new Map<string, string>();
  readonly #driven: string[] = [];
  readonly #sides = new Map<string, "power" | "state">();

  constructor(
    readonly system: System,
    readonly path: string,
    /** Names of its ports, offers and states that are used outside; all ports of the outermost text. */
    readonly exposed: ReadonlySet<string> | undefined,
    readonly isInert: (constraint: string) => boolean,
  ) {
    const name = typeof system.text["name"] === "string" ? system.text["name"] : "";
    this.#domains = new Domains(system);
    this.#draft = new Draft(name, path, system.scope);
    this.#components = componentsOf(system);
    const component = (inner: string, rest: string) => this.#use(`${inner}.${rest}`);
    const outside = { component, sides: this.#sides };
    this.#terms = new Terms(system, this.#domains, this.#draft, outside, (one) =>
      isInert(system.scope + one),
    );
  }

  build(): Built {
    this.#joins();
    this.#ports();
    this.#terms.addAll();
    this.#offers();
    const targets = this.#components.map((component) => this.#targets(component));
    for (const path of Object.keys(this.system.members("inputs")))
      if (path.includes(".") && !this.#isUsed(path)) this.#freePort(path);
    this.#components.forEach((component, index) =>
      this.#component(component, targets[index] ?? []),
    );
    for (const [name, kind] of this.#sides) {
      this.#draft.net(`side ${name}`, []);
      this.#draft.port(
        name,
        [this.system.at("between", name)],
        { net: `side ${name}`, kind },
        undefined,
      );
    }
    return { diagram: this.#finish(), driven: this.#driven, sides: this.#sides };
  }

  /** The net on which a port, an offer or a state of a component lies. */
  #use(
    path: string,
    letters: ReadonlyMap<string, number> = this.system.numbers(),
    net?: string,
  ): string {
    const [name, rest] = splitPath(path, letters, this.#components);
    const text = this.#components.find((one) => one.name === name)?.text ?? {};
    const [head = ""] = rest.split(".");
    const offers = Object.keys(asMembers(text["offers"]));
    const port =
      head in asMembers(text["offers"])
        ? head
        : rest || (offers.length === 1 ? (offers[0] ?? "") : "offer");
    const twin = this.#joined.get(`${name}.${portOfOffer(text, port)}`);
    if (twin !== undefined && net === undefined) return twin;
    const key = this.#joined.get(`${name}.${port}`) ?? net ?? `inner ${name}.${port}`;
    this.#joined.set(`${name}.${port}`, key);
    const columns = net === undefined ? [] : [`${this.system.scope}${name}.${port}.power`];
    const uses = this.#uses.get(name) ?? new Map<string, End>();
    this.#uses.set(name, uses);
    if (!uses.has(port)) uses.set(port, { net: key, kind: "power", port, columns });
    return key;
  }

  #isUsed(path: string): boolean {
    return this.#joined.has(splitPath(path, this.system.numbers(), this.#components).join("."));
  }

  #joins(): void {
    const { system } = this;
    const join = (key: string, name: string, ports: Json): void => {
      this.#draft.net(`junction ${name}`, [name], [system.at(key, name)], true);
      for (const port of formulasOf(ports)) this.#use(port, undefined, `junction ${name}`);
    };
    for (const [name, given] of Object.entries(system.members("junctions")))
      join("junctions", name, asMembers(given)["ports"]);
    for (const [name, given] of Object.entries(system.members("connections")))
      join("connections", name, given);
    const { ports } = system.members("interconnection");
    if (ports === undefined) return;
    const ends = formulasOf(ports).map((path): End => {
      const net = `between ${path}`;
      this.#draft.net(net, [], [], true);
      this.#use(path, undefined, net);
      return { net, kind: "power", port: path };
    });
    const parts = [system.at("interconnection")];
    this.#draft.box(
      { key: "interconnection", name: "S", kind: "reversible", parts, symbols: [], accounts: [] },
      ends,
    );
  }

  /** Outer ports: of components that are shown, on a junction of states, or by a box that maps them. */
  #ports(): void {
    const { system } = this;
    for (const [name, given] of Object.entries(system.members("ports"))) {
      const parts = [system.at("ports", name)];
      const isDriven = name in system.members("inputs");
      const isUsed = this.exposed?.has(name) ?? true;
      const account = this.#supplied(name);
      if (typeof given === "string") {
        const net = this.#shown(name, given) ?? this.#use(given);
        this.#draft.net(net, [], [], true);
        if (isUsed || isDriven) this.#draft.port(name, parts, { net, kind: "power" }, account);
        if (!isUsed && isDriven) this.#driven.push(name);
        continue;
      }
      if (!isUsed && !isDriven) continue;
      if (!isUsed) this.#driven.push(name);
      const port = asMembers(given);
      const flow = port["flow"] ?? port["position"];
      this.#mapped(name, flow, port["flow"] === undefined, parts, account);
    }
  }

  /** The junction with the name of an outer port, where the port shows a twin of one that lies there: it is the same. */
  #shown(name: string, path: string): string | undefined {
    const [component, port] = splitPath(path, this.system.numbers(), this.#components);
    const text = this.#components.find((one) => one.name === component)?.text ?? {};
    const twin = twinsOf(text, port).find(
      (other) => this.#joined.get(`${component}.${other}`) === `junction ${name}`,
    );
    if (twin === undefined) return undefined;
    const end = this.#uses.get(component)?.get(twin);
    const shown = `${this.system.scope}${name}.power`;
    if (end)
      this.#uses.get(component)?.set(twin, { ...end, columns: [...(end.columns ?? []), shown] });
    return `junction ${name}`;
  }

  /** A port or an offer: on a junction of states if it is one of these, else behind a box that stands for it. */
  #mapped(
    name: string,
    formula: Json,
    isPosition: boolean,
    parts: readonly string[],
    account: readonly Account[] | undefined,
  ): void {
    const meanings = this.system.meanings(formula);
    const [only, ...more] = meanings;
    const isBare = formulasOf(formula).every((one) =>
      /^\s*([\p{L}\p{M}\p{N}_]+|effort\(\s*[\p{L}\p{M}\p{N}_]+\s*\))\s*$/u.test(one),
    );
    if (
      isBare &&
      only &&
      more.length === 0 &&
      (only.kind === "velocity" || only.kind === "position")
    ) {
      const domain = this.#domains.of(only.name);
      const rates = isPosition && domain ? this.#domains.driving([domain]) : [];
      const own = rates.length === 1 ? rates[0] : rates.length === 0 ? domain : undefined;
      const tie: End = { net: `domain ${own?.key ?? ""}`, kind: "power" };
      if (own) return this.#draft.port(name, parts, tie, account);
    }
    const net = `outer ${name}`;
    const positions = this.#domains.among(meanings, "position");
    const acted = isPosition
      ? this.#domains.driving(positions)
      : [...this.#domains.among(meanings, "velocity"), ...this.#domains.among(meanings, "effort")];
    this.#draft.net(net, [], [], true);
    const ends = [...this.#terms.ends(meanings, acted, "rates"), { net, kind: "power" } as const];
    const symbols = this.#terms.symbols(meanings, acted);
    this.#draft.box(
      { key: `map ${name}`, name, kind: "reversible", parts, symbols, accounts: [] },
      ends,
    );
    this.#draft.port(name, [], { net, kind: "power" }, account);
  }

  #supplied(name: string): Account[] | undefined {
    if (this.system.scope !== "") return undefined;
    return ["supplied", "forces"].map((kind) => ({ column: `energy.${kind}.${name}`, sign: 1 }));
  }

  #offers(): void {
    const { system } = this;
    for (const [name, given] of Object.entries(system.members("offers"))) {
      if (this.exposed && !this.exposed.has(name)) continue;
      const parts = [system.at("offers", name)];
      if (typeof given === "string") {
        this.#draft.port(name, parts, { net: this.#use(given), kind: "power" }, undefined);
        continue;
      }
      const { interface: _, ...quantities } = asMembers(given);
      const rates = Object.entries(quantities).filter(([key]) => /^(v|omega|u|theta)$/.test(key));
      const formulas =
        rates.length > 0 ? rates.map(([, formula]) => formula) : Object.values(quantities);
      const isPosition =
        rates.length === 0 && !formulasOf(formulas).some((one) => /effort\(/.test(one));
      const formula = formulas.length === 1 ? formulas[0] : formulas;
      this.#mapped(name, formula, isPosition, parts, undefined);
    }
    for (const name of this.exposed ?? []) {
      if (name in system.members("offers") || name in system.members("ports")) continue;
      const [meaning] = system.meanings(name);
      if (meaning?.kind === "component") this.#expose(name, this.#use(name));
      else if (meaning?.kind === "position" || meaning?.kind === "velocity") {
        const domain = this.#domains.of(meaning.name);
        if (domain) this.#expose(name, `domain ${domain.key}`);
      }
    }
  }

  #expose(name: string, net: string): void {
    this.#draft.port(name, [], { net, kind: "power" }, undefined);
  }

  /** What a component acts between, as nets by its sides. */
  #targets(component: Component): { side: string; net: string }[] {
    return Object.entries(component.between).map(([side, target]) => {
      const path = String(target);
      if (path !== "ground") return { side, net: this.#use(path, component.letters) };
      const net = `ground ${component.name}.${side}`;
      const box = {
        key: net,
        name: "",
        kind: "ground",
        parts: [],
        symbols: [],
        accounts: [],
      } as const;
      this.#draft.box(box, [{ net, kind: "power" }]);
      return { side, net };
    });
  }

  #component(component: Component, targets: readonly { side: string; net: string }[]): void {
    const { system, path } = this;
    const { name } = component;
    const uses = this.#uses.get(name) ?? new Map<string, End>();
    const levels = path.split("/").length;
    const exposed = new Set([...uses.keys()]);
    const inner = new System(
      levels > mostLevels ? {} : component.text,
      `${system.scope}${name}.`,
      component.place,
      system.files,
    );
    const built = new Pattern(inner, `${path}${name}/`, exposed, this.isInert).build();
    for (const port of built.driven) {
      this.#freePort(`${name}.${port}`);
      this.#driven.push(`${name}.${port}`);
    }
    const ends = targets.map(({ side, net }): End => ({
      net,
      kind: built.sides.get(side) ?? "power",
      port: side,
    }));
    addComponent(this.#draft, system.scope, component, built.diagram, [
      ...(this.#uses.get(name)?.values() ?? []),
      ...ends,
    ]);
  }

  /** A component's port that leads outside by itself. */
  #freePort(path: string): void {
    const net = this.#use(path);
    const parts = path in this.system.members("inputs") ? [this.system.at("inputs", path)] : [];
    this.#draft.net(net, [], [], true);
    const column = `energy.supplied.${this.system.scope}${path}`;
    this.#draft.port(path, parts, { net, kind: "power" }, [{ column, sign: 1 }]);
  }

  #finish(): Diagram {
    const { scope, text } = this.system;
    const draft = this.#draft.finish(undefined);
    const hasKinetic = draft.boxes.some(
      ({ kind, energy }) => kind === "kinetic" && energy !== undefined,
    );
    const known = draft.boxes.filter(
      ({ energy, kind }) => energy === undefined && kind !== "ground",
    );
    const accounts = known.flatMap((box) => box.accounts ?? []);
    const isComplete =
      known.every((box) => box.accounts !== undefined) &&
      (scope !== "" || text["components"] === undefined || !hasKinetic);
    const whole: Account[] = hasKinetic
      ? [{ column: `energy.${scope}kinetic`, sign: 1 }, ...accounts]
      : accounts;
    return isComplete ? { ...draft, accounts: whole } : draft;
  }
}
