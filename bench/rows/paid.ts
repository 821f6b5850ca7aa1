import { cpuMs, quantile } from "../cpu";
import { sendRequest, type Reply } from "../load";
import { CHAINS, challengeOf, signPayments, worldPayer, type Chain } from "../payers";
import { APPS, type Server } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";
import { signatureMs } from "./signatures";
import { countSteps, type Seen } from "./steps";

const CALLER = { "x-forwarded-for": "192.0.2.3" };
/** Instances with the same prefix share the sources' readings, so that none of them has to ask a provider. */
const STORE = "paid";

interface Tally {
  ms: number[];
  cpu: number;
}

/** Settings of the floor's paid route: what it reads and what it answers are the product's. */
export const floorEnv = (
  { productEnv }: Stage,
  { answer, sourceKeys, limiterTrips }: Seen,
): Record<string, string> => ({
  ...productEnv(STORE),
  FLOOR_ANSWER: answer,
  FLOOR_SOURCES: JSON.stringify(sourceKeys),
  FLOOR_LIMITER_TRIPS: String(limiterTrips),
});

/** Sends one payment; returns the answer. Throws when it is not served. */
export async function pay(url: string, payment: Record<string, string>): Promise<Reply> {
  const reply = await sendRequest({ url, headers: { ...CALLER, ...payment } });
  if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
  return reply;
}

interface Contest {
  ours: Server;
  floor: Server;
  /**
   * The instance that gives the challenges. Our middleware makes them, which at the edge no paid call goes through: in the process
   * that sells it would leave what each of its promises carries on.
   */
  challenger: Server;
}

/** Both servers by turns, one call at a time; payments are signed before the clock runs. */
async function byTurns(
  stage: Stage,
  chain: Chain,
  { ours, floor, challenger }: Contest,
): Promise<[Tally, Tally]> {
  const { quick } = stage.options;
  const [rounds, perRound, warmUp] = quick ? [2, 10, 5] : [8, 50, 40];
  const payer = await worldPayer(stage.world, chain);
  const urls = [ours.origin + ENTRY.path, `${floor.origin}/api/paid`] as const;
  const sign = async (count: number) =>
    signPayments(
      payer,
      await challengeOf({ url: challenger.origin + ENTRY.path, headers: CALLER }),
      2 * count,
    );
  const tallies: [Tally, Tally] = [
    { ms: [], cpu: 0 },
    { ms: [], cpu: 0 },
  ];
  for (const [turn, payment] of (await sign(warmUp)).entries()) await pay(urls[turn % 2] ?? urls[0], payment);
  const before = [cpuMs(ours.pid), cpuMs(floor.pid)];
  for (let round = 0; round < rounds; round += 1)
    for (const [turn, payment] of (await sign(perRound)).entries())
      tallies[turn % 2]?.ms.push((await pay(urls[turn % 2] ?? urls[0], payment)).ms);
  for (const [index, { pid }] of [ours, floor].entries()) {
    const tally = tallies[index];
    if (tally) tally.cpu = (cpuMs(pid) - (before[index] ?? 0)) / tally.ms.length;
  }
  return tallies;
}

/** C: a warm paid call beside the floor, the same waits without a till, on each chain. */
export async function paidRows(stage: Stage): Promise<Goal[]> {
  const seen = await countSteps(stage, STORE);
  const challenger = await stage.servers.next("paid-challenger", APPS.product, stage.productEnv(STORE));
  const ours = await stage.servers.next("paid", APPS.product, stage.productEnv(STORE));
  const floor = await stage.servers.next("paid-floor", APPS.floor, floorEnv(stage, seen));
  const goals: Goal[] = [];
  const lines: string[][] = [];
  const signature = await signatureMs();
  for (const chain of CHAINS) {
    const [our, least] = await byTurns(stage, chain, { ours, floor, challenger });
    const at = (q: number): number => quantile(our.ms, q) / quantile(least.ms, q);
    for (const [name, { ms, cpu }] of [
      ["ours", our],
      ["floor", least],
    ] as const)
      lines.push([
        chain,
        name,
        fixed(quantile(ms, 0.5), 1),
        fixed(quantile(ms, 0.95), 1),
        fixed(cpu),
        "",
        "",
      ]);
    lines.push([chain, "of ours: its payer's signature", "", "", fixed(signature[chain]), "", ""]);
    lines.push([chain, "ours : floor", "", "", "", fixed(at(0.5)), fixed(at(0.95))]);
    goals.push(
      { name: `paid call on ${chain}: p50 : floor`, value: at(0.5), sense: "at most", bound: 1.5 },
      { name: `paid call on ${chain}: p95 : floor`, value: at(0.95), sense: "at most", bound: 2 },
      {
        name: `paid call on ${chain}: own CPU above the floor : floor`,
        value: (our.cpu - least.cpu - signature[chain]) / least.cpu,
        ...{ sense: "at most", bound: 0.35 },
      },
    );
  }
  for (const chain of CHAINS)
    goals.push({
      name: `the check of a payer's signature on ${chain}: CPU ms`,
      ...{ value: signature[chain], sense: "at most", bound: 5 },
    });
  printTable(
    `C. A warm paid call (store: ${stage.world.redis.engine})`,
    ["chain", "server", "p50 ms", "p95 ms", "CPU ms", "p50 ratio", "p95 ratio"],
    lines,
  );
  await stage.servers.stopAll();
  return goals;
}
