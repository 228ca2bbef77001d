export { niceTicks, tickText } from "../../../bindings/js/figure/ticks";
