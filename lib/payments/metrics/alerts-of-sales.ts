import { type Condition, isoOf, percent } from "./alert";

/** Shares of fewer events say nothing. */
const LEAST = { settlements: 10, requests: 50, paid: 5 };
const LOW_SUCCESS = 0.9;
const MANY = { 429: 0.2, 503: 0.05, paid: 0.5 };
const IN_A_ROW = { paid: 5, route: 5, facilitator: 3 };
/** A rail without facilitators for so long is no blip. */
const LASTS_MS = 60_000;
const WATCH = "docs/operations/watch.md";
const FACILITATORS = "docs/operations/payments.md#facilitators";

/** What stood for a minute in each look at whether it sells. */
const lasting =
  (obstacle: "no_facilitator" | "no_chain", message: string, runbook: string): Condition =>
  ({ health, at }) => {
    const since = health.since.get(obstacle);
    return since === undefined || at - since < LASTS_MS
      ? null
      : {
          ...{ name: obstacle, severity: "critical", since: isoOf(since), message, runbook },
          ...{ value: Math.round((at - since) / 1000), threshold: LASTS_MS / 1000 },
        };
  };

/** Paid calls of this hour and the one before, by how they ended. */
function paidCalls(counts: ReadonlyMap<string, number> | null): { answered: number; failed: number } {
  const sum = (end: string): number =>
    [...(counts ?? [])].reduce(
      (all, [name, count]) => (name.startsWith("sale:") && name.endsWith(end) ? all + count : all),
      0,
    );
  return { answered: sum(":answered"), failed: sum(":failed") };
}

/** What can't be sold, by facilitators, chains, routes and the way through the front. */
export const SALES: readonly Condition[] = [
  lasting(
    "no_facilitator",
    "No facilitator takes payments: each is switched off, does not answer, or failed its last payments. Nothing is sold by x402. Their answers: `facilitator_failed` and `facilitator_unreachable` in the log.",
    FACILITATORS,
  ),
  lasting(
    "no_chain",
    "None of our nodes answers: what became of payments can't be told, and MPP payments are refused. Look at EVM_RPC_URL and SOLANA_RPC_URL, and their plans' quotas.",
    "docs/runbooks/chain-halts.md",
  ),
  ({ failures }) => {
    const found = failures.get("paid");
    return found === undefined || found.inARow < IN_A_ROW.paid
      ? null
      : {
          ...{ name: "paid_calls_failing", severity: "critical" },
          ...{ value: found.inARow, threshold: IN_A_ROW.paid },
          message: `The last ${found.inARow} paid calls all failed, and cost nothing. \`refused\` in the log's \`call\` lines says why.`,
          runbook: WATCH,
        };
  },
  ({ failures }) => {
    const routes = [...failures].filter(
      ([name, { inARow }]) => name.startsWith("route:") && inARow >= IN_A_ROW.route,
    );
    return routes.length === 0
      ? null
      : {
          ...{ name: "route_failing", severity: "warning", threshold: IN_A_ROW.route },
          value: Math.max(...routes.map(([, { inARow }]) => inARow)),
          message: `The last paid calls all failed of: ${routes.map(([name]) => name.slice("route:".length)).join(", ")}. Most often a provider changed; to sell no more of a route switch it off.`,
          runbook: "docs/operations/operators.md#switches",
        };
  },
  ({ settlements, failures }) => {
    const inARow = (name: string): number => failures.get(`facilitator:${name}`)?.inARow ?? 0;
    const low = settlements.filter(({ asked, share }) => asked >= LEAST.settlements && share < LOW_SUCCESS);
    const rows = [...failures.keys()]
      .filter((name) => name.startsWith("facilitator:"))
      .map((name) => name.slice("facilitator:".length))
      .filter((name) => inARow(name) >= IN_A_ROW.facilitator);
    const words = [
      ...low.map(
        ({ facilitator, share }) =>
          `The ${facilitator} facilitator settles ${percent(share)} of what it is asked`,
      ),
      ...rows.map((name) => `The ${name} facilitator failed ${inARow(name)} times in a row`),
    ];
    return words.length === 0
      ? null
      : {
          ...{ name: "facilitator_failing", severity: "warning" },
          ...(rows.length > 0
            ? { value: Math.max(...rows.map(inARow)), threshold: IN_A_ROW.facilitator }
            : { value: Math.min(...low.map(({ share }) => share)), threshold: LOW_SUCCESS }),
          message: `${words.join("; ")}. Its answers: \`facilitator_failed\` in the log.`,
          runbook: FACILITATORS,
        };
  },
  ({ requests, counts }) => {
    const { answered, failed } = paidCalls(counts);
    const paidShare = failed / Math.max(1, answered + failed);
    const isOfPaid = failed >= LEAST.paid && paidShare > MANY.paid;
    const isOfAll = requests !== null && requests.all >= LEAST.requests && requests.share503 > MANY[503];
    return !isOfPaid && !isOfAll
      ? null
      : {
          ...{ name: "many_503", severity: "critical" },
          ...(isOfAll
            ? { value: requests.share503, threshold: MANY[503] }
            : { value: Math.round(paidShare * 1e4) / 1e4, threshold: MANY.paid }),
          message: `${isOfAll ? `${percent(requests.share503)} of all requests get 503` : `${failed} of ${answered + failed} paid calls failed`}: a store, the facilitators or a provider fails. \`refused\` in the log's \`call\` lines says which.`,
          runbook: WATCH,
        };
  },
  ({ requests }) =>
    requests === null || requests.all < LEAST.requests || requests.share429 <= MANY[429]
      ? null
      : {
          ...{ name: "many_429", severity: "warning", value: requests.share429, threshold: MANY[429] },
          message: `${percent(requests.share429)} of all requests are over a limit: somebody floods the service, or TRUSTED_PROXY_HOPS is wrong and all callers share one limit.`,
          runbook: WATCH,
        },
  ({ selfProbe }) =>
    selfProbe === null || selfProbe.failed < 2
      ? null
      : {
          ...{ name: "cannot_be_bought", severity: "critical", since: isoOf(selfProbe.since) },
          ...{ value: selfProbe.failed, threshold: 2 },
          message: `The service asked itself through PUBLIC_ORIGIN and got no good 402, ${selfProbe.failed} times in a row: ${selfProbe.why}`,
          runbook: "docs/operations/deploy.md",
        },
];
