// One browser and one server of the page for the end-to-end tests of all files, which run in
// separate processes.
import type { TestProject } from "vitest/node";
import { serveBrowser, servePage } from "../../tools/browser.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the browser to join, and that of the page. */
    browser: string;
    page: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, page] = await Promise.all([serveBrowser(), servePage()]);
  project.provide("browser", browser.url);
  project.provide("page", page.url);
  return async () => {
    await browser.close();
    await page.close();
  };
}
