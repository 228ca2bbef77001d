import { listOf, type ModelText } from "../model-text";
import type { Reader } from "../reader";
import type { Terminal } from "../things";

/** Where the view has the box of a thermal component; -1 where it has none. */
export function heatBoxAt(model: ModelText, name: string): number {
  return listOf(model.at("view", "bodies")).findIndex(
    (body) => body["name"] === name && Array.isArray(body["position"]),
  );
}

/** A thermal component, and where it is drawn; null where it is not drawn. */
export function heatAt(reader: Reader, offer: string): Terminal | null {
  const net = offer.replace(/\.thermal$/, "");
  const use = reader.useOf(net);
  if (use !== "porthos:heat-capacity" && use !== "porthos:thermal-reservoir") return null;
  const place = reader.place(
    reader.model.at("view", "bodies", String(heatBoxAt(reader.model, net)), "position"),
  );
  return place ? { net, place } : null;
}
