/** In dollars, CPU and memory in Frankfurt (`fra1`); docs/operations/cost.md says where each stands. */
export const PRICES = {
  million: { edgeRequests: 2, invocations: 0.6, commands: 2 },
  cpuHour: 0.184,
  memoryGbHour: 0.0152,
  transferGb: 0.15,
  storeGb: 0.03,
};
/** The most that an edge function may have. */
export const MEMORY_GB = 0.128;

export const MILLION = 1_000_000;
const GB = 1e9;

/** What a kind of call takes, each. */
export interface Counted {
  commands: number;
  storeBytes: number;
  cpuMs: number;
  /** How long an answer takes, through which an instance is held. */
  waitedMs: number;
  sentBytes: number;
}

/** Dollars that so many calls cost, by line of the bill. `functions`: how many of the platform's run each. */
export const billOf = (one: Counted, functions: number, calls = MILLION): number[] =>
  [
    PRICES.million.edgeRequests,
    functions * PRICES.million.invocations,
    (one.cpuMs / 3_600_000) * MILLION * PRICES.cpuHour,
    (one.waitedMs / 3_600_000) * MILLION * MEMORY_GB * PRICES.memoryGbHour,
    ((one.sentBytes * MILLION) / GB) * PRICES.transferGb,
    one.commands * PRICES.million.commands,
    ((one.storeBytes * MILLION) / GB) * PRICES.storeGb,
  ].map((dollars) => (dollars * calls) / MILLION);
