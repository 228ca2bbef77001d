import "./styles/tokens.css";
import "./styles/text.css";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/gallery.css";
import "./styles/first-figure.css";
import { loadLab } from "./element/load-lab";
import { gallery } from "./models/catalog";
import { engine } from "./engine/pool";
import { loadModel, type GalleryModel } from "./models/load-model";
import { spokenFilesUsedBy } from "./models/spoken-text";
import { ownId, ownModel } from "./models/own";
import { listenToDroppedModels } from "./page/open-model";
import { addressIn, isAllowed, readAddress } from "./page/from-address";
import { Gallery } from "./page/gallery";
import type { Page } from "./page/page";
import { readLink, type Shared } from "./study/link";
import { currentLanguage, initLanguage, languageChanged } from "./page/language";
import { initTheme } from "./page/theme";
import { earlyWords, type EarlyWord } from "./words/languages";
import { words } from "./words/words";

initTheme();
await initLanguage();
const host = document.querySelector("#app");
if (!host) throw new Error("the page has no #app");

let page: Page | null = null;

const early = (word: EarlyWord): string => earlyWords[currentLanguage()][word];

const noSuch = (id: string): string => (id === "" ? words.linkNamesNone : words.noModelNamed(id));

const isOwn = ({ text, model }: Shared): boolean =>
  text !== undefined && (model === "" || model === ownId);

async function modelOf(shared: Shared): Promise<GalleryModel | undefined> {
  if (isOwn(shared)) return ownModel(shared.text ?? "");
  return loadModel(shared.model);
}

/** The engine reads the model while the page is built. */
async function readAhead(text: string): Promise<void> {
  engine.readAhead({ text, files: await spokenFilesUsedBy(text) });
}

/** The model of a link, or the gallery with the fault of the link. */
async function pageOf(shared: Shared | null, fault: string): Promise<Page> {
  if (!shared) return new Gallery(fault);
  const isThere = isOwn(shared) || gallery.some(({ id }) => id === shared.model);
  if (!isThere) return new Gallery(shared.fault ? early(shared.fault) : noSuch(shared.model));
  // Everything a model needs is requested at once, because requests one after the other would delay the figure.
  engine.start();
  const read = modelOf(shared).then((model) => {
    if (model) void readAhead(shared.text ?? model.text);
    return model;
  });
  const pieces = [import("./page/workbench"), read, loadLab()] as const;
  const loaded = await Promise.all(pieces).catch(() => null);
  const [workbench, model] = loaded ?? [];
  return workbench && model ? workbench.openWorkbench(model, shared) : new Gallery(early("failed"));
}

let latest = 0;

/** Shows the page of the address. If two such calls overlap, the later one wins. */
async function navigate(isFirst: boolean, fault = ""): Promise<void> {
  const own = ++latest;
  const next = await pageOf(await readLink(location.hash), fault);
  if (own !== latest) return next.dispose();
  page?.dispose();
  page = next;
  host?.replaceChildren(page.element);
  document.title = page.title;
  if (!isFirst) {
    window.scrollTo(0, 0);
    page.focus();
  }
}

/** Turns ?model=ADDRESS into a link with the text from there; returns what was wrong. */
async function takeAddress(): Promise<string> {
  const address = addressIn(location.search);
  if (!address || !host) return "";
  const read = (await isAllowed(address, host)) ? await readAddress(address) : { link: "#" };
  history.replaceState(null, "", location.pathname + ("link" in read ? read.link : "#"));
  return "fault" in read ? read.fault : "";
}

listenToDroppedModels();
window.addEventListener("hashchange", () => void navigate(false));
languageChanged.on(() => void navigate(false));
await navigate(true, location.hash ? "" : await takeAddress());
