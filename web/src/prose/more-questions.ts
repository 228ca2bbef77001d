// Questions that only some tasks have, in one piece that is loaded with the first of them.
export { makeOrder } from "./order-question";
export { makePrediction } from "./prediction";
