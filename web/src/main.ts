import "uplot/dist/uPlot.min.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/gallery.css";
import "./styles/workbench.css";
import "./styles/panels.css";
import "./styles/prose.css";
import { WorkerClient } from "./engine/worker-client";
import { loadModel } from "./models/catalog";
import { makeGallery } from "./page/gallery";
import type { Page } from "./page/page";
import { readLink } from "./page/share";
import { initTheme } from "./page/theme";
import { makeWorkbench } from "./page/workbench";

initTheme();
const client = new WorkerClient();
const host = document.querySelector("#app");
if (!host) throw new Error("the page has no #app");

let page: Page | null = null;

/** Shows what the address says. */
async function navigate(isFirst: boolean): Promise<void> {
  const shared = await readLink(location.hash);
  const model = shared ? await loadModel(shared.model) : undefined;
  page?.dispose();
  page = shared && model ? makeWorkbench(client, model, shared) : makeGallery(client);
  host?.replaceChildren(page.element);
  document.title = page.title;
  if (!isFirst) {
    window.scrollTo(0, 0);
    page.focus();
  }
}

let last = performance.now();
function tick(now: number): void {
  page?.tick(Math.min(now - last, 100) / 1000);
  last = now;
  requestAnimationFrame(tick);
}

window.addEventListener("hashchange", () => void navigate(false));
await navigate(true);
requestAnimationFrame(tick);
