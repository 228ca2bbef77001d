import "./styles/tokens.css";
import "./styles/text.css";
import "./styles/page.css";
import "./styles/controls.css";
import "./styles/gallery.css";
import "./styles/tabs.css";
import "./styles/prose.css";
import "./styles/tasks.css";
import "./element/define";
import { engine } from "./engine/pool";
import { loadModel } from "./models/catalog";
import { ownId, ownModel } from "./models/own";
import { listenToBrought } from "./page/bring";
import { addressIn, isAllowed, readAddress } from "./page/from-address";
import { makeGallery } from "./page/gallery";
import type { Page } from "./page/page";
import { readLink } from "./parts/link";
import { currentLanguage, initLanguage, languageChanged } from "./page/language";
import { initTheme } from "./page/theme";
import { makeWorkbench } from "./page/workbench";
import { earlyWords, type EarlyWord } from "./words/languages";
import { words } from "./words/words";

initTheme();
await initLanguage();
const host = document.querySelector("#app");
if (!host) throw new Error("the page has no #app");

let page: Page | null = null;

const early = (word: EarlyWord): string => earlyWords[currentLanguage()][word];

const noSuch = (id: string): string => (id === "" ? words.linkNamesNone : words.noModelNamed(id));

/** Shows what the address says. */
async function navigate(isFirst: boolean, fault = ""): Promise<void> {
  const shared = await readLink(location.hash);
  const isOwn = shared?.text !== undefined && (shared.model === "" || shared.model === ownId);
  const model = isOwn ? ownModel(shared.text ?? "") : shared && (await loadModel(shared.model));
  const lost =
    shared && !model ? (shared.fault ? early(shared.fault) : noSuch(shared.model)) : fault;
  const next = shared && model ? await makeWorkbench(model, shared) : makeGallery(engine, lost);
  page?.dispose();
  page = next;
  host?.replaceChildren(page.element);
  document.title = page.title;
  if (!isFirst) {
    window.scrollTo(0, 0);
    page.focus();
  }
}

/** Turns ?model=ADDRESS into a link with the text that is there; says what was wrong. */
async function takeAddress(): Promise<string> {
  const address = addressIn(location.search);
  if (!address || !host) return "";
  const read = (await isAllowed(address, host)) ? await readAddress(address) : { link: "#" };
  history.replaceState(null, "", location.pathname + ("link" in read ? read.link : "#"));
  return "fault" in read ? read.fault : "";
}

listenToBrought();
window.addEventListener("hashchange", () => void navigate(false));
languageChanged.on(() => void navigate(false));
await navigate(true, location.hash ? "" : await takeAddress());
