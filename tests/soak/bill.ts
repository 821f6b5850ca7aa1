/**
 * What a million calls of each kind cost on Vercel and Upstash: `npx tsx tests/soak/bill.ts`, beside a sandbox on the host of
 * plain Node (`npm run sandbox -- --host node`). Commands and bytes are counted by a proxy before Redis, CPU time is the
 * scheduler's count of the service's process; prices are those of prices.ts.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { startCountingProxy } from "@/bench/counting-proxy";
import { cpuMs } from "@/bench/cpu";
import { printTable } from "@/bench/table";
import {
  asHeader,
  type Chain,
  newAddress,
  newPayer,
  newPrefix,
  payFor,
  post,
  startInstance,
} from "../support/service";
import { world } from "../support/world";
import { billOf, type Counted } from "./prices";

const CALLS = 40;
/** Batches of counts leave within this. */
const QUIET_MS = 6_000;
const TVL = "/api/svc-intel-tvl";

const sandbox = world();
const store = await startCountingProxy(sandbox.redis.url);
const service = await startInstance(sandbox, "bill", {
  STORE_PREFIX: newPrefix("bill"),
  UPSTASH_REDIS_REST_URL: store.url,
  RATE_LIMIT_PER_MINUTE: "100000",
  VALIDATE_OUTPUT: "false",
});
const { origin, pid } = service;

const rpc = (method: string, params: Record<string, unknown> = {}): Promise<Response> =>
  post({
    origin,
    path: "/api/mcp",
    body: { jsonrpc: "2.0", id: 1, method, params },
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
  });

/** Payments made beforehand: signing is the buyer's. */
async function payments(chain: Chain): Promise<string[]> {
  const payer = await newPayer(sandbox, chain);
  const made: string[] = [];
  for (let left = CALLS; left > 0; left -= 1) made.push(asHeader(await payFor(origin, TVL, payer)));
  return made;
}

const made: Partial<Record<Chain, string[]>> = {};
const pay =
  (chain: Chain) =>
  (index: number): Promise<Response> => {
    const payment = made[chain]?.[index];
    if (payment === undefined) throw new Error("no payment was made");
    return post({ origin, path: TVL, payment });
  };

interface Kind {
  /** What its calls need is made just before, as a Solana payment lasts a minute. */
  prepare?(): Promise<void>;
  call(index: number): Promise<Response>;
  status: number;
  /**
   * Functions that run a call on Vercel: the front door and the route, but one of them where the front door answers by itself or
   * the route has a door of its own (docs/decisions/front-door.md).
   */
  functions: 1 | 2;
}

const sale = (chain: Chain): Kind => ({
  prepare: async () => void (made[chain] = await payments(chain)),
  call: pay(chain),
  status: 200,
  functions: 1,
});

const KINDS: Readonly<Record<string, Kind>> = {
  "a 402": { call: () => post({ origin, path: TVL }), status: 402, functions: 1 },
  "a sale on Base": sale("base"),
  "a sale on Solana": sale("solana"),
  "a replay": { call: pay("base"), status: 200, functions: 1 },
  "a free answer (market)": {
    call: () => fetch(`${origin}/api/market`, { headers: { "x-forwarded-for": newAddress() } }),
    status: 200,
    functions: 2,
  },
  "tools/list": { call: () => rpc("tools/list"), status: 200, functions: 2 },
};

/** Mean figures of a call; what it leaves to be done after its answer is counted with it. */
async function count({ prepare, call, status }: Kind): Promise<Counted> {
  await prepare?.();
  await sleep(QUIET_MS);
  store.take();
  const before = cpuMs(pid);
  let [sentBytes, waitedMs] = [0, 0];
  for (let index = 0; index < CALLS; index += 1) {
    const from = performance.now();
    const response = await call(index);
    const body = await response.arrayBuffer();
    waitedMs += performance.now() - from;
    if (response.status !== status)
      throw new Error(`answered ${response.status}: ${Buffer.from(body).toString()}`);
    const headers = [...response.headers].reduce(
      (sum, [name, value]) => sum + name.length + value.length + 4,
      0,
    );
    sentBytes += headers + body.byteLength;
  }
  await sleep(QUIET_MS);
  const asked = store.take();
  const commands = asked.reduce(
    (sum, one) => sum + (one.path === "/" ? 1 : (JSON.parse(one.body) as []).length),
    0,
  );
  const storeBytes = asked.reduce((sum, one) => sum + one.body.length + one.answered, 0);
  const mean = (sum: number): number => sum / CALLS;
  return {
    commands: mean(commands),
    storeBytes: mean(storeBytes),
    cpuMs: mean(cpuMs(pid) - before),
    waitedMs: mean(waitedMs),
    sentBytes: mean(sentBytes),
  };
}

const counted: [string, number, Counted][] = [];
for (const [name, kind] of Object.entries(KINDS)) counted.push([name, kind.functions, await count(kind)]);
await service.stop();
await store.close();

printTable(
  "A call",
  ["kind", "commands", "KB to and from Redis", "CPU ms", "ms", "KB sent"],
  counted.map(([name, , one]) => [
    name,
    one.commands.toFixed(2),
    (one.storeBytes / 1e3).toFixed(1),
    one.cpuMs.toFixed(1),
    one.waitedMs.toFixed(0),
    (one.sentBytes / 1e3).toFixed(1),
  ]),
);
printTable(
  "A million calls, in dollars",
  ["kind", "edge requests", "invocations", "CPU", "memory", "transfer", "commands", "Redis transfer", "all"],
  counted.map(([name, functions, one]) => {
    const lines = billOf(one, functions);
    return [name, ...[...lines, lines.reduce((sum, line) => sum + line, 0)].map((line) => line.toFixed(2))];
  }),
);
process.exit();
