import type { Refusal, Tool } from "./parts/part";
import { arrangeTools } from "./arrange-tools";
import { panelTools } from "./panel-tools";
import { drawingTools } from "./parts/table";

export type { Refusal };

const select: Tool<"select"> = {
  ...{ id: "select", key: "v", places: 0, group: "bodies" },
  icon: "M6 4l12 7.2-5.4 1.2L9.6 18z",
  use: () => "",
};

/** All tools, in the order of the toolbar. */
export const tools = [select, ...drawingTools, ...arrangeTools, ...panelTools] as const;

export type ToolId = (typeof tools)[number]["id"];

export function toolNamed(id: ToolId): Tool<ToolId> {
  return tools.find((tool) => tool.id === id) ?? select;
}
