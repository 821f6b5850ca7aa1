import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as ledgerScripts from "@/lib/payments/ledger/scripts";
import { median } from "../cpu";
import { startCountingProxy, type ForwardedRequest } from "../counting-proxy";
import { sendRequest } from "../load";
import { challengeOf, signPayments, worldPayer } from "../payers";
import { APPS } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable } from "../table";

const CALLER = { "x-forwarded-for": "192.0.2.2" };
/** Work behind an answer ends within this, so that it is not taken for the next call's. */
const QUIET_MS = 150;

const SCRIPTS = new Map(
  Object.entries(ledgerScripts).map(([name, lua]) => [createHash("sha1").update(lua).digest("hex"), name]),
);

/** The commands of one request to Redis over REST, whether it came alone or in a pipeline. */
function commandsIn({ path, body }: ForwardedRequest): string[][] {
  const parsed = JSON.parse(body) as string[] | string[][]; // Upstash's client wrote it
  return path === "/" ? [parsed as string[]] : (parsed as string[][]); // by its protocol
}

function nameOf(redis: ForwardedRequest): string {
  return commandsIn(redis)
    .map(([command = "", first = ""]) => {
      const script = SCRIPTS.get(first);
      if (script !== undefined) return `ledger: ${script}`;
      if (/^mget$/i.test(command)) return "sources: MGET";
      return `${/limit/.test(redis.body) ? "limiter" : "other"}: ${command.toUpperCase()}`;
    })
    .join(" + ");
}

interface Step {
  name: string;
  waitsFor: string;
  ms: number;
}

interface Call {
  ms: number;
  /** In order, while the client waits. */
  steps: Step[];
  /** Requests that began after the answer. */
  after: number;
}

/** What a warm paid call showed: its answer and the sources that it read. */
export interface Seen {
  answer: string;
  sourceKeys: string[];
  /** Requests that the limiter sent a call, behind answers included. */
  limiterTrips: number;
}

function printSteps(calls: readonly Call[]): void {
  const names = [...new Set(calls.flatMap(({ steps }) => steps.map(({ name }) => name)))];
  const rows = names.map((name) => {
    const met = calls.flatMap(({ steps }) => steps.filter((step) => step.name === name));
    const position = median(calls.map(({ steps }) => steps.findIndex((step) => step.name === name)));
    return { name, position, met, perCall: met.length / calls.length };
  });
  rows.sort((a, b) => a.position - b.position);
  const waits = calls.map(({ steps }) => steps.reduce((sum, { ms }) => sum + ms, 0));
  const own = median(calls.map(({ ms }, index) => ms - (waits[index] ?? 0)));
  const trips = calls.reduce((sum, { steps }) => sum + steps.length, 0) / calls.length;
  const after = calls.reduce((sum, call) => sum + call.after, 0) / calls.length;
  printTable(
    "C. A warm paid call, step by step (through counting proxies, so slower than above)",
    ["step", "waits for", "round trips a call", "median ms"],
    [
      ...rows.map(({ name, met, perCall }) => [
        name,
        met[0]?.waitsFor ?? "",
        fixed(perCall),
        fixed(median(met.map(({ ms }) => ms)), 1),
      ]),
      ["everything else", "our own code, Next, the connections", "", fixed(own, 1)],
      ["the call", "", fixed(trips), fixed(median(calls.map(({ ms }) => ms)), 1)],
      ["after the answer", "nobody", fixed(after), ""],
    ],
  );
}

/** Counts what warm paid calls of the product wait for, in an instance whose store prefix is `name`. */
export async function countSteps(
  { world, servers, productEnv, options }: Stage,
  name: string,
  { print = true } = {},
): Promise<Seen> {
  const env = productEnv(name);
  const redis = await startCountingProxy(world.redis.url);
  const facilitator = await startCountingProxy(env.FACILITATOR_PRIMARY_URL ?? "");
  const product = await servers.next("counted", APPS.product, {
    ...env,
    UPSTASH_REDIS_REST_URL: redis.url,
    FACILITATOR_PRIMARY_URL: facilitator.url,
  });
  const url = product.origin + ENTRY.path;
  const payer = await worldPayer(world, "Base");
  const challenge = await challengeOf({ url, headers: CALLER });
  const warmUp = 5;
  const payments = await signPayments(payer, challenge, warmUp + (options.quick ? 5 : 20));
  const calls: Call[] = [];
  let answer = "";
  let sourceKeys: string[] = [];
  let limiterTrips = 0;
  for (const [index, payment] of payments.entries()) {
    await sleep(QUIET_MS);
    redis.take();
    facilitator.take();
    const from = performance.now();
    const reply = await sendRequest({ url, headers: { ...CALLER, ...payment } });
    const to = performance.now();
    if (reply.status !== 200)
      throw new Error(`the paid call answered ${reply.status}: ${reply.body.slice(0, 300)}`);
    await sleep(QUIET_MS);
    const toRedis = redis.take();
    const passed = [
      ...toRedis.map((one) => ({ one, name: nameOf(one), waitsFor: "Redis" })),
      ...facilitator.take().map((one) => ({ one, name: one.path.slice(1), waitsFor: "facilitator" })),
    ].sort((a, b) => a.one.from - b.one.from);
    if (index < warmUp) continue;
    const during = passed.filter(({ one }) => one.from < to);
    calls.push({
      ms: to - from,
      steps: during.map(({ one, ...step }) => ({ ...step, ms: one.to - one.from })),
      after: passed.length - during.length,
    });
    limiterTrips += passed.filter(({ name }) => name.includes("limiter")).length;
    answer = reply.body;
    sourceKeys = toRedis
      .flatMap(commandsIn)
      .filter(([command = ""]) => /^mget$/i.test(command))
      .flatMap(([, ...keys]) => keys);
  }
  await Promise.all([product.stop(), redis.close(), facilitator.close()]);
  if (print) printSteps(calls);
  return { answer, sourceKeys, limiterTrips: limiterTrips / calls.length };
}
