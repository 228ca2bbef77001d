import { hasTasks } from "./read-task";

/**
 * The section with the tasks of a model's page: from the heading above the first task to the next
 * heading.
 */
export function tasksOf(markdown: string): string {
  const sections = markdown.split(/^(?=#{1,6} )/m);
  return sections.filter(hasTasks).join("\n");
}
