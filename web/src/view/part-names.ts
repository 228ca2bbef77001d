/** Whether a body is what a name says, or belongs to the component of that name. A space may be written "_". */
export function isPartOf(body: string, name: string): boolean {
  const [own, wanted] = [body.replaceAll("_", " "), name.replaceAll("_", " ")];
  return own === wanted || own.startsWith(`${wanted}.`);
}
