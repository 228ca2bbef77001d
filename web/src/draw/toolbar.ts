import { button, h } from "../base/dom";
import { say } from "../words/drawing";
import { shownKey } from "./actions";
import type { Tool } from "./parts/part";
import { toolIcon } from "./tool-icons";
import { tools, type ToolId } from "./tools";

type Group = Exclude<Tool["group"], "panel">;

const groups: readonly Group[] = ["bodies", "joints", "links", "drives", "circuit", "arrange"];

/** The tools of a board with their names: one group of them at a time, and the tool that selects always. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #tools = new Map<ToolId, HTMLButtonElement>();
  readonly #tabs = new Map<Group, HTMLButtonElement>();
  readonly #groups = new Map<Group, HTMLElement>();
  #tool: ToolId | null = null;

  constructor(
    readonly onChoose: (tool: ToolId) => void,
    ...ends: readonly HTMLElement[]
  ) {
    for (const group of groups) {
      const title = say.toolGroup[group];
      const tab = button({ class: "quiet small", title }, [say.toolTab[group]], () =>
        this.#turnTo(group),
      );
      this.#tabs.set(group, tab);
      const own = tools.filter(({ id, group: its }) => its === group && id !== "select");
      const attributes = { class: "tool-group", role: "group", "aria-label": title };
      this.#groups.set(group, h("div", attributes, ...own.map((tool) => this.#makeTool(tool))));
    }
    const [select] = tools;
    this.element = h(
      "div",
      { class: "board-tools", role: "toolbar", "aria-label": say.tools },
      h(
        "div",
        { class: "tool-tabs", role: "group", "aria-label": say.toolGroups },
        ...this.#tabs.values(),
      ),
      h("div", { class: "tool-row" }, this.#makeTool(select), ...this.#groups.values()),
      h("div", { class: "tool-ends" }, ...ends),
    );
    this.#open("bodies");
  }

  /** Shows which tool is in use, and its group if it is another one than before. */
  show(tool: ToolId): void {
    if (tool === this.#tool) return;
    this.#tool = tool;
    for (const [id, each] of this.#tools) each.setAttribute("aria-pressed", String(id === tool));
    const group = tools.find(({ id }) => id === tool)?.group;
    if (group && group !== "panel" && tool !== "select") this.#open(group);
    this.#tools.get(tool)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** A tool that is out of sight is put away, and its hint with it. */
  #turnTo(group: Group): void {
    const isInSight = tools.some((tool) => tool.id === this.#tool && tool.group === group);
    this.#open(group);
    if (!isInSight && this.#tool !== "select") this.onChoose("select");
  }

  #open(group: Group): void {
    for (const [each, tab] of this.#tabs) tab.setAttribute("aria-current", String(each === group));
    for (const [each, place] of this.#groups) place.hidden = each !== group;
  }

  #makeTool({ id, key, icon }: (typeof tools)[number]): HTMLElement {
    const name = say.tool[id];
    const tool = button(
      {
        ...{ class: "quiet tool", "aria-label": name, "aria-pressed": "false" },
        title: `${name} (${shownKey(key)})`,
      },
      [toolIcon({ icon }), h("span", {}, say.toolShort[id] ?? name)],
      () => this.onChoose(id),
    );
    this.#tools.set(id, tool);
    return tool;
  }
}
