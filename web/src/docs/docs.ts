// The script of all pages of the documentation.
import "katex/dist/katex.min.css";
import "../styles/tokens.css";
import "../styles/text.css";
import "../styles/page.css";
import "../styles/controls.css";
import "../styles/prose.css";
import "./docs.css";
import { PorthosSim } from "../element/define";
import { currentTheme, initTheme, themeChanged, toggleTheme } from "../page/theme";
import { button, h } from "../base/dom";
import { icon, setIcon } from "../parts/icons";
import { makeSearch } from "./search";

initTheme();
const actions = document.querySelector("#docs-actions");
const found = document.querySelector<HTMLElement>("#docs-found");
if (actions && found) actions.append(makeSearch(found), themeButton());
for (const block of document.querySelectorAll<HTMLElement>(".live")) addRun(block);
themeChanged.on(follow);
follow();
const contents = document.querySelector<HTMLDetailsElement>(".docs-contents details");
if (contents && window.matchMedia("(max-width: 60rem)").matches) contents.open = false;

function themeButton(): HTMLElement {
  const picture = icon("moon");
  const element = button({ class: "quiet square" }, [picture], toggleTheme);
  const show = (): void => {
    const isDark = currentTheme() === "dark";
    setIcon(picture, isDark ? "sun" : "moon");
    element.setAttribute("aria-label", isDark ? "Light colours" : "Dark colours");
  };
  themeChanged.on(show);
  show();
  return element;
}

/** Figures use the colours of the page. */
function follow(): void {
  for (const sim of document.querySelectorAll("porthos-sim")) {
    sim.setAttribute("theme", currentTheme());
    if (sim instanceof PorthosSim) sim.recolor();
  }
}

/** Adds a button that runs the model of a code block below it. */
function addRun(block: HTMLElement): void {
  const run = button({ class: "secondary small" }, ["Run this model"], () => {
    const sim = new PorthosSim();
    sim.setAttribute("controls", "transport view traces knobs");
    sim.setAttribute("autoplay", "");
    sim.setAttribute("theme", currentTheme());
    const text = block.querySelector("code")?.textContent ?? "";
    sim.model = text;
    run.replaceWith(sim);
    void sim.ready().then(async ({ shown, experiment }) => {
      await shown;
      const bodies = experiment.trajectory?.scene.bodies ?? [];
      // Such as a circuit, or a balance of heat.
      sim.classList.toggle("has-no-view", bodies.length === 0);
    });
  });
  block.append(h("div", { class: "live-run" }, run));
}
