import type { Card } from "./card";

/** A card has to stay in the middle so long before it moves, ms: the reader may be scrolling past. */
const dwell = 250;

/**
 * Without a mouse there is no hovering: the cards in the middle of the window move instead. Returns the function that
 * ends it.
 */
export function playInMiddle(cards: readonly Card[]): () => void {
  if (!window.matchMedia("(hover: none)").matches) return () => undefined;
  const byElement = new Map<Element, Card>(cards.map((card) => [card.element, card]));
  const waiting = new Map<Element, number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        window.clearTimeout(waiting.get(target));
        if (isIntersecting)
          waiting.set(
            target,
            window.setTimeout(() => byElement.get(target)?.move(), dwell),
          );
        else byElement.get(target)?.rest();
      }
    },
    { rootMargin: "-45% 0px -45% 0px" },
  );
  for (const { element } of cards) observer.observe(element);
  return () => {
    observer.disconnect();
    for (const timer of waiting.values()) window.clearTimeout(timer);
  };
}
