import { Component } from "../base/component";
import { freshId, h, setText } from "../base/dom";
import { onFrame } from "../base/ticker";
import { arrange, arrangements, matches, type Arrangement } from "../models/arrange";
import { gallery } from "../models/catalog";
import { listenToHotkeys, type Actions } from "../parts/hotkeys";
import { words } from "../words/words";
import { modelButtons, recentList } from "./open-model";
import { Card } from "./card";
import { makeHeader, skipLink } from "./header";
import { openHelp } from "./help";
import type { Page } from "./page";
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
        { class: "title-block" },
        this.#heading,
        h("p", { class: "lede" }, words.galleryLede),
        fault ? h("p", { class: "link-fault", role: "alert" }, fault) : null,
        recentList(),
      ),
      h(
        "div",
        { class: "contents", role: "search" },
        labelled(words.search, this.#search),
        labelled(words.arranged, this.#order),
        this.#count,
      ),
      this.#plates,
    );
  }

  #show(): void {
    const found = gallery.filter((model) => matches(model, this.#search.value));
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
