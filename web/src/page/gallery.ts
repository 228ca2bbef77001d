import { Component } from "../base/component";
import { button, freshId, h, setText } from "../base/dom";
import { onFrame } from "../base/ticker";
import { arrange, arrangements, hasWords, matches, type Arrangement } from "../models/arrange";
import { gallery } from "../models/catalog";
import { listenToHotkeys, type Actions } from "../parts/hotkeys";
import { words } from "../words/words";
import { icon } from "../parts/icons";
import { drawNew, modelButtons, recentList } from "./open-model";
import { Card } from "./card";
import { playInMiddle } from "./card-play";
import { FirstFigure } from "./first-figure";
import { makeHeader, skipLink } from "./header";
import { openHelp } from "./help";
import { currentLanguage } from "./language";
import type { Page } from "./page";
import { Topics } from "./topics";
import { themeChanged, toggleTheme } from "./theme";

/** All models as cards with pictures, sorted and searched. */
export class Gallery extends Component implements Page {
  readonly element: HTMLElement;
  readonly title = "Porthos";
  readonly #heading = h("h1", { tabindex: -1 }, words.galleryTitle);
  readonly #search = h("input", {
    ...{ type: "search", class: "search", placeholder: words.searchExample },
  });
  readonly #order = h(
    "select",
    {},
    ...Object.entries(arrangements).map(([value, { label }]) => h("option", { value }, label())),
  );
  readonly #count = h("p", { class: "count", role: "status" });
  readonly #topics = new Topics(() => this.#show());
  /** Elements of the library that match the search. */
  readonly #elements = h("p", { class: "found-elements", hidden: true });
  readonly #plates = h("div", { class: "plates", tabindex: -1 });
  readonly #cards: ReadonlyMap<string, Card>;

  /** `fault`: the fault of the link that led here. */
  constructor(fault = "") {
    super();
    this.#cards = new Map(gallery.map((model, index) => [model.id, new Card(model, index + 1)]));
    this.#search.addEventListener("input", () => this.#show());
    this.#order.addEventListener("change", () => this.#show());
    this.#show();
    const actions: Actions = {
      search: () => this.#search.focus(),
      colours: toggleTheme,
      help: () => openHelp(actions),
    };
    this.element = h(
      "div",
      { class: "page" },
      skipLink(words.skipToModels, () => this.#plates),
      makeHeader(null, modelButtons(), () => openHelp(actions)),
      this.#makeMain(fault),
    );
    const all = [...this.#cards.values()];
    const observer = watch(all);
    this.follow(themeChanged, () => all.forEach((card) => card.recolor()));
    this.atEnd(
      () => all.forEach((card) => card.dispose()),
      () => observer.disconnect(),
      playInMiddle(all),
      listenToHotkeys(actions),
      onFrame((seconds) => all.forEach((card) => card.tick(seconds))),
    );
  }

  focus(): void {
    this.#heading.focus();
  }

  #makeMain(fault: string): HTMLElement {
    return h(
      "main",
      { class: "gallery" },
      h(
        "div",
        { class: "title-block welcome" },
        h(
          "div",
          {},
          this.#heading,
          h("p", { class: "lede" }, words.galleryLede),
          this.#makeWays(),
          fault ? h("p", { class: "link-fault", role: "alert" }, fault) : null,
          recentList(),
        ),
        this.own(new FirstFigure()).element,
      ),
      h(
        "div",
        { class: "contents", role: "search" },
        labelled(words.search, this.#search),
        labelled(words.arranged, this.#order),
        this.#count,
      ),
      this.#topics.element,
      this.#elements,
      this.#plates,
    );
  }

  /** The ways on from here: draw, look around, embed. */
  #makeWays(): HTMLElement {
    const draw = button({ class: "primary way" }, [icon("draw"), words.drawOwn], drawNew);
    const look = button({ class: "secondary way" }, [words.browseModels], () => {
      this.#plates.scrollIntoView({ block: "start" });
      this.#plates.focus({ preventScroll: true });
    });
    const embed = h("a", { class: "way", href: "./docs/embedding.html" }, words.embedInYours);
    return h("nav", { class: "ways", "aria-label": words.waysOn }, draw, look, embed);
  }

  /** Links to the elements of the library that match the search; none without a search. */
  async #showElements(search: string): Promise<void> {
    if (search.trim().length < 3) {
      this.#elements.hidden = true;
      return;
    }
    const { elementNames } = await import("../models/element-names");
    if (search !== this.#search.value) return;
    const found = Object.entries(elementNames).filter(([, names]) =>
      hasWords(names.join(" "), search),
    );
    const isGerman = currentLanguage() === "de";
    const links = found
      .slice(0, mostElements)
      .flatMap(([id, [english, german]]) => [
        " ",
        h("a", { href: `./docs/element-${id}.html` }, isGerman ? german : english),
      ]);
    this.#elements.replaceChildren(words.elementsFound, ...links);
    this.#elements.hidden = found.length === 0;
  }

  #show(): void {
    const search = this.#search.value;
    const { chosen } = this.#topics;
    const found = gallery.filter(
      (model) => (chosen === "" || model.subject === chosen) && matches(model, search),
    );
    void this.#showElements(search);
    const groups = arrange(found, this.#order.value as Arrangement);
    const count = found.length === 0 ? words.noSuchModels : words.modelCount(found.length);
    setText(this.#count, count);
    this.#plates.replaceChildren(
      ...groups.flatMap(({ heading, models }) => [
        heading
          ? h("h2", { class: "plate-title" }, heading)
          : h("h2", { class: "visually-hidden" }, words.models),
        plate(
          heading || words.models,
          models.flatMap(({ id }) => this.#cards.get(id) ?? []),
        ),
      ]),
    );
  }
}

/** More links than these would hide the models. */
const mostElements = 8;

function labelled(label: string, control: HTMLElement): HTMLElement {
  control.id = freshId("gallery");
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

function plate(label: string, cards: readonly Card[]): HTMLElement {
  return h("ul", { class: "plate", "aria-label": label }, ...cards.map(({ element }) => element));
}

/** Prepares the pictures of cards, one after the other, when they come near the window. */
function watch(cards: readonly Card[]): IntersectionObserver {
  let queue = Promise.resolve();
  const byElement = new Map<Element, Card>(cards.map((card) => [card.element, card]));
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        queue = queue.then(() => byElement.get(target)?.prepare());
      }
    },
    { rootMargin: "200px" },
  );
  for (const { element } of cards) observer.observe(element);
  return observer;
}
