/**
 * What recovery costs that somebody calls each minute: `npx tsx tests/soak/recovery-bill.ts`, beside a sandbox on the host of
 * plain Node (`npm run sandbox -- --host node`). Counted as tests/soak/bill.ts counts.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startCountingProxy } from "@/bench/counting-proxy";
import { cpuMs, median } from "@/bench/cpu";
import { printTable } from "@/bench/table";
import { startFaultyWorld } from "../support/faulty-world";
import { asHeader, type Chain, newAddress, newPayer, payFor, post, startInstance } from "../support/service";
import { world } from "../support/world";
import { billOf, type Counted } from "./prices";

/** With the pauses between them they are over before a payment that stays open has run out, after two minutes. */
const RUNS = 8;
const RUNS_A_MONTH = 43_200;
/** What a run leaves to be done is over within this; counts of requests leave every ten seconds. */
const QUIET_MS = 11_000;
const TVL = "/api/svc-intel-tvl";
/** The front door and the route (docs/decisions/front-door.md). */
const FUNCTIONS = 2;
const NOWHERE = "http://127.0.0.1:1";

const sandbox = world();
const store = await startCountingProxy(sandbox.redis.url);
/** Sells and can't look at the chain, so that what is lost stays open. */
const selling = await startFaultyWorld(sandbox, "recovery-bill", {
  env: { EVM_RPC_URL: NOWHERE, SOLANA_RPC_URL: NOWHERE },
});
const { EVM_RPC_URL: _, SOLANA_RPC_URL: __, ...shared } = selling.env;
const recovering = await startInstance(sandbox, "recovery-bill-run", {
  ...shared,
  UPSTASH_REDIS_REST_URL: store.url,
  LEDGER_ABANDONED_AFTER_MS: "0",
  VALIDATE_OUTPUT: "false",
});

/** Has a payment end without a word of its settlement; on a busy machine it may take more than one try to get as far. */
async function pay(chain: Chain, tries = 5): Promise<void> {
  const payment = asHeader(await payFor(selling.origin, TVL, await newPayer(sandbox, chain)));
  const { status } = await post({ origin: selling.origin, path: TVL, payment });
  if (status === 503 && tries > 1) return pay(chain, tries - 1);
  if (status !== 409) throw new Error(`the payment should be open, and was answered ${status}`);
}

/** One run; its answer and what it took. */
async function run(): Promise<{ said: Record<string, unknown>; took: Counted }> {
  store.take();
  const before = cpuMs(recovering.pid);
  const from = performance.now();
  const response = await fetch(`${recovering.origin}/api/cron/recover-payments`, {
    headers: {
      "x-forwarded-for": newAddress(),
      authorization: `Bearer ${sandbox.serviceEnv.CRON_SECRET ?? ""}`,
    },
  });
  const text = await response.text();
  const waitedMs = performance.now() - from;
  const used = cpuMs(recovering.pid) - before;
  await sleep(QUIET_MS);
  const asked = store.take();
  const headers = [...response.headers].reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  return {
    said: JSON.parse(text) as Record<string, unknown>, // the route's answer
    took: {
      commands: asked.reduce(
        (sum, one) => sum + (one.path === "/" ? 1 : (JSON.parse(one.body) as []).length),
        0,
      ),
      storeBytes: asked.reduce((sum, one) => sum + one.body.length + one.answered, 0),
      ...{ cpuMs: used, waitedMs, sentBytes: headers + text.length },
    },
  };
}

/** The median of some runs, each after `prepare`; their answers must have what is expected. */
async function count(prepare: () => Promise<void>, expected: Record<string, number>): Promise<Counted> {
  const took: Counted[] = [];
  for (let left = RUNS; left > 0; left -= 1) {
    await prepare();
    const one = await run();
    for (const [name, value] of Object.entries(expected))
      if (one.said[name] !== value) throw new Error(`${name} is not ${value}: ${JSON.stringify(one.said)}`);
    took.push(one.took);
  }
  const middle = (of: (one: Counted) => number): number => median(took.map(of));
  return {
    commands: middle(({ commands }) => commands),
    storeBytes: middle(({ storeBytes }) => storeBytes),
    cpuMs: middle((one) => one.cpuMs),
    waitedMs: middle((one) => one.waitedMs),
    sentBytes: middle((one) => one.sentBytes),
  };
}

const lost = (chain: Chain) => () => {
  selling.primary.setFault({ kind: "silent-after-settle", cutAfterMs: 10 });
  return pay(chain);
};
let isThere = false;
/** One payment for all runs that neither facilitator sends. */
async function neverSent(): Promise<void> {
  if (isThere) return;
  for (const facilitator of [selling.primary, selling.fallback])
    facilitator.setFault({ kind: "error", status: 503, on: ["settle"] });
  await pay("base");
  isThere = true;
}
for (let warm = 0; warm < 3; warm += 1) await run();
const counted: [string, Counted][] = [
  ["nothing is open", await count(() => Promise.resolve(), { looked: 0, checked: 0 })],
  ["one on Base, which it settles", await count(lost("base"), { looked: 1, settled: 1 })],
  ["one on Solana, which it settles", await count(lost("solana"), { looked: 1, settled: 1 })],
  ["one on Base, which stays open", await count(neverSent, { looked: 1, open: 1 })],
];
await Promise.all([selling.stop(), recovering.stop()]);
await store.close();

printTable(
  "A run",
  ["kind", "commands", "KB to and from Redis", "CPU ms", "ms", "KB sent"],
  counted.map(([name, one]) => [
    name,
    String(one.commands),
    (one.storeBytes / 1e3).toFixed(1),
    one.cpuMs.toFixed(1),
    one.waitedMs.toFixed(0),
    (one.sentBytes / 1e3).toFixed(1),
  ]),
);
printTable(
  `${RUNS_A_MONTH} runs, in dollars`,
  ["kind", "edge requests", "invocations", "CPU", "memory", "transfer", "commands", "Redis transfer", "all"],
  counted.map(([name, one]) => {
    const lines = billOf(one, FUNCTIONS, RUNS_A_MONTH);
    return [name, ...[...lines, lines.reduce((sum, line) => sum + line, 0)].map((line) => line.toFixed(3))];
  }),
);
process.exit();
