import { connect, type Client } from "porthos/worker";

/** The engine of the package: in a module worker, else in a blob's, else in this thread. */
export function startEngine(): Promise<Client> {
  return connect();
}
