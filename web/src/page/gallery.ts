import { arrange, arrangements, matches, type Arrangement } from "../models/arrange";
import { gallery } from "../models/catalog";
import { bringButtons, recentList } from "./bring";
import { makeCard, type Card } from "./card";
import { freshId, h, setText } from "../base/dom";
import { makeHeader, skipLink } from "./header";
import { openHelp } from "./help";
import { listenToHotkeys, type Actions } from "../parts/hotkeys";
import { onFrame } from "../base/ticker";
import type { Page } from "./page";
import { themeChanged, toggleTheme } from "./theme";
import { words } from "../words/words";

/** All models as plates of figures, arranged and searched. `lost` says what a link asked for in vain. */
export function makeGallery(lost = ""): Page {
  const cards = new Map<string, Card>(
    gallery.map((model, index) => [model.id, makeCard(model, index + 1)]),
  );
  const title = h("h1", { tabindex: -1 }, words.galleryTitle);
  const search = h("input", { type: "search", class: "search", placeholder: words.searchExample });
  const order = h(
    "select",
    {},
    ...Object.entries(arrangements).map(([value, { label }]) => h("option", { value }, label())),
  );
  const count = h("p", { class: "count", role: "status" });
  const plates = h("div", { class: "plates", tabindex: -1 });
  const show = (): void => {
    const found = gallery.filter((model) => matches(model, search.value));
    const groups = arrange(found, order.value as Arrangement);
    setText(count, found.length === 0 ? words.noSuchModels : words.modelCount(found.length));
    plates.replaceChildren(
      ...groups.flatMap(({ heading, models }) => [
        heading
          ? h("h2", { class: "plate-title" }, heading)
          : h("h2", { class: "visually-hidden" }, words.models),
        plate(
          heading || words.models,
          models.flatMap(({ id }) => cards.get(id) ?? []),
        ),
      ]),
    );
  };
  search.addEventListener("input", show);
  order.addEventListener("change", show);
  show();

  const actions: Actions = {
    search: () => search.focus(),
    colours: toggleTheme,
    help: () => openHelp(actions),
  };
  const element = h(
    "div",
    { class: "page" },
    skipLink(words.skipToModels, () => plates),
    makeHeader(null, bringButtons(), () => openHelp(actions)),
    h(
      "main",
      { class: "gallery" },
      h(
        "div",
        { class: "title-block" },
        title,
        h("p", { class: "lede" }, words.galleryLede),
        lost ? h("p", { class: "link-fault", role: "alert" }, lost) : null,
        recentList(),
      ),
      h(
        "div",
        { class: "contents", role: "search" },
        labelled(words.search, search),
        labelled(words.arranged, order),
        count,
      ),
      plates,
    ),
  );
  const all = [...cards.values()];
  const unsubscribe = themeChanged.on(() => all.forEach((card) => card.recolor()));
  const stopListening = listenToHotkeys(actions);
  const observer = watch(all);
  const endTicks = onFrame((seconds) => all.forEach((card) => card.tick(seconds)));
  return {
    element,
    title: "Porthos",
    focus: () => title.focus(),
    dispose: () => {
      endTicks();
      unsubscribe();
      stopListening();
      observer.disconnect();
      all.forEach((card) => card.dispose());
    },
  };
}

function labelled(label: string, control: HTMLElement): HTMLElement {
  control.id = freshId("gallery");
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}

function plate(label: string, cards: readonly Card[]): HTMLElement {
  return h("ul", { class: "plate", "aria-label": label }, ...cards.map(({ element }) => element));
}

/** Cards prepare their picture when they come near the window, one after the other. */
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
