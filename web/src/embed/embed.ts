// The script embed.js: one element that fills a frame, driven by the address and by messages.
import type { OfflineParts } from "../../../bindings/js/offline";
import { unveil } from "../../../bindings/js/veil";
import { PorthosSim } from "../element/define";
import { pieceText } from "../classic/scripts";
import { readLink } from "../study/link";
import { earlyWords, languageOf } from "../words/languages";
import { joinCourse } from "./course/course";
import { listenToParent } from "./messages";

/** The texts of an offline file beside its element. */
type OfflinePage = Pick<OfflineParts, "text" | "files" | "settings" | "page" | "course">;

/** Attributes that the address may give, by their own names. */
const attributes = [
  ...[
    "src",
    "page",
    "controls",
    "traces",
    "knobs",
    "locked",
    "autoplay",
    "loop",
    "poster",
    "reveal",
    "theme",
    "seed",
  ],
];

async function show(): Promise<void> {
  const sim = document.querySelector("porthos-sim") ?? new PorthosSim();
  if (!(sim instanceof PorthosSim)) return;
  const parts = new URLSearchParams(location.hash.slice(1));
  const language = languageOf([parts.get("lang"), ...navigator.languages]);
  document.documentElement.lang = language;
  for (const name of attributes) {
    const value = parts.get(name);
    if (value !== null) sim.setAttribute(name, value);
  }
  const shared = await readLink(location.hash);
  if (shared) {
    const { model, text, settings, time, page, fault } = shared;
    if (fault) sim.append(earlyWords[language][fault]);
    if (model) sim.setAttribute("model", model);
    if (text !== undefined) sim.model = text;
    if (page !== undefined) sim.page = page;
    sim.beginning = { settings, time };
  }
  const page = pieceText("page");
  if (page !== null) {
    const { text, files, settings, page: prose, course } = JSON.parse(page) as OfflinePage;
    sim.page = unveil(prose);
    sim.files = files;
    sim.model = text;
    sim.beginning = { ...sim.beginning, settings: { ...settings, ...sim.beginning.settings } };
    if (course) joinCourse(sim, course);
  }
  sim.addEventListener("load", (event) => {
    if (event instanceof CustomEvent) document.title = event.detail.name || "Porthos";
    const knobs = sim.shadowRoot?.querySelectorAll(".control") ?? [];
    document.body.classList.toggle("has-knobs", knobs.length > 0);
  });
  listenToParent(sim);
  if (!sim.isConnected) document.body.append(sim);
  const color = (): void => {
    const base = sim.shadowRoot?.querySelector("[part=base]");
    if (base) document.body.style.background = getComputedStyle(base).backgroundColor;
  };
  color();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", color);
}

void show();
