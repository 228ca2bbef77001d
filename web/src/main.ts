import "./styles/tokens.css";
import "./styles/text.css";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/gallery.css";
import "./styles/tabs.css";
import "./styles/prose.css";
import "./element/define";
import { engine } from "./engine/pool";
import { loadModel } from "./models/catalog";
import { makeGallery } from "./page/gallery";
import type { Page } from "./page/page";
import { readLink } from "./parts/link";
import { initTheme } from "./page/theme";
import { makeWorkbench } from "./page/workbench";

initTheme();
const host = document.querySelector("#app");
if (!host) throw new Error("the page has no #app");

let page: Page | null = null;

/** Shows what the address says. */
async function navigate(isFirst: boolean): Promise<void> {
  const shared = await readLink(location.hash);
  const model = shared ? await loadModel(shared.model) : undefined;
  const next = shared && model ? await makeWorkbench(model, shared) : makeGallery(engine);
  page?.dispose();
  page = next;
  host?.replaceChildren(page.element);
  document.title = page.title;
  if (!isFirst) {
    window.scrollTo(0, 0);
    page.focus();
  }
}

window.addEventListener("hashchange", () => void navigate(false));
await navigate(true);
