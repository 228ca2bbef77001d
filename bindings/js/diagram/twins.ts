import { asMembers, isMembers, type Json, type Members } from "./system.js";

/** Other ports of a component with the same flow: they expose the same energy domain. */
export function twinsOf(text: Members, port: string): string[] {
  const ports = asMembers(text["ports"]);
  const flow = (one: Json): string => JSON.stringify(asMembers(one)["flow"] ?? "");
  return Object.keys(ports).filter(
    (other) => other !== port && flow(ports[other]) === flow(ports[port]),
  );
}

/** The port that is the same as an offer of a single state. */
export function portOfOffer(text: Members, offer: string): string {
  const given = asMembers(asMembers(text["offers"])[offer]);
  const { interface: _, ...quantities } = given;
  const [state, ...more] = Object.values(quantities);
  if (typeof state !== "string" || more.length > 0) return "";
  const ports = Object.entries(asMembers(text["ports"]));
  const same = ports.find(
    ([, port]) => isMembers(port) && [state, `effort(${state})`].includes(String(port["flow"])),
  );
  return same?.[0] ?? "";
}
