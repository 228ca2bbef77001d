// Parts of a simulation that are loaded when a page shows them.
export { EquationsPanel } from "../parts/equations-panel";
export { LedgerPanel } from "../parts/ledger-panel";
export { MethodPanel } from "../parts/method-panel";
