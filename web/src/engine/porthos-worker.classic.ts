// `porthos/worker` without its ways to start a worker: the classic build has its own.
export { Client } from "../../../bindings/js/client";
export type { WebWorker } from "../../../bindings/js/channel";
export { HostError, ModelError } from "../../../bindings/js/errors";
