import type { EngineClient } from "../engine/client";
import { gallery } from "../models/catalog";
import { makeCard, type Card } from "./card";
import { h } from "./dom";
import { makeHeader } from "./header";
import { openHelp } from "./help";
import { listenToHotkeys, type Hotkey } from "./hotkeys";
import type { Page } from "./page";
import { themeChanged, toggleTheme } from "./theme";

/** All models as a plate of figures. */
export function makeGallery(client: EngineClient): Page {
  const cards = gallery.map((model, index) => makeCard(client, model, index + 1));
  const title = h("h1", { tabindex: -1 }, "Mechanisms that keep their accounts");
  const hotkeys: readonly Hotkey[] = [
    { keys: ["d"], shown: "D", label: "Dark or light colours", act: toggleTheme },
    { keys: ["?"], shown: "?", label: "This help", act: () => openHelp(hotkeys) },
  ];
  const whole = cards.filter((_, index) => !gallery[index]?.isBlock);
  const blocks = cards.filter((_, index) => gallery[index]?.isBlock);
  const element = h(
    "div",
    { class: "page" },
    makeHeader(null, [], () => openHelp(hotkeys)),
    h(
      "main",
      { class: "gallery" },
      h(
        "div",
        { class: "title-block" },
        title,
        h(
          "p",
          { class: "lede" },
          "Each figure is a short text of energies, constraints and ports. Open one to set it in motion, " +
            "turn its knobs, and see where every joule goes.",
        ),
      ),
      plate("Models", whole),
      blocks.length > 0 && h("h2", { class: "plate-title" }, "Building blocks"),
      blocks.length > 0 && plate("Building blocks", blocks),
    ),
  );
  const unsubscribe = themeChanged.on(() => cards.forEach((card) => card.recolor()));
  const stopListening = listenToHotkeys(hotkeys);
  const observer = watch(cards);
  return {
    element,
    title: "Porthos",
    focus: () => title.focus(),
    tick: (seconds) => cards.forEach((card) => card.tick(seconds)),
    dispose: () => {
      unsubscribe();
      stopListening();
      observer.disconnect();
      cards.forEach((card) => card.dispose());
    },
  };
}

function plate(label: string, cards: readonly Card[]): HTMLElement {
  return h("ul", { class: "plate", "aria-label": label }, ...cards.map(({ element }) => element));
}

/** Cards compute their picture when they come near the window, one after the other. */
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
    { rootMargin: "1500px" },
  );
  for (const { element } of cards) observer.observe(element);
  return observer;
}
