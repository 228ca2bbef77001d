/** Bytes that the text of a model may have, as in the engine. */
export const largestText = 4 << 20;
