/** Limit on the bytes of a model text, as in the engine. */
export const largestText = 4 << 20;
