import type { World } from "@/sandbox/world";
import { holderClaim, payerSigner, quotedPayment } from "@/sandbox/token-purchase";
import { cpuMs, quantile } from "../cpu";
import { sendRequest } from "../load";
import { challengeOf, signPayments, worldPayer } from "../payers";
import { APPS, type Server } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";
import { pay } from "./paid";

const CALLER = { "x-forwarded-for": "192.0.2.9" };
/** A free route that reads what was read before, as raw desks do. */
const FREE = "/api/market";
/** A free route that reads a cached balance, and the store for what is left of it. */
const CREDITS = "/api/tcx-credits";

/** Milliseconds of calls, and of their server's processor for each. */
interface Tally {
  ms: number[];
  cpu: number;
}

/** One call after the other, each made ready before the clock runs. */
async function tallyOf(server: Server, calls: readonly (() => Promise<number>)[]): Promise<Tally> {
  const before = cpuMs(server.pid);
  const ms: number[] = [];
  for (const call of calls) ms.push(await call());
  return { ms, cpu: (cpuMs(server.pid) - before) / calls.length };
}

/** Two kinds of calls of one server in turns of blocks, since its processor's time can't be told apart within one. */
async function inBlocks(
  stage: Stage,
  server: Server,
  ready: readonly [Ready, Ready],
): Promise<[Tally, Tally]> {
  const [rounds, perRound, warmUp] = stage.options.quick ? [2, 10, 5] : [5, 40, 20];
  const sums: [Tally, Tally] = [
    { ms: [], cpu: 0 },
    { ms: [], cpu: 0 },
  ];
  for (const make of ready) await tallyOf(server, await make(warmUp));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, make] of ready.entries()) {
      const { ms, cpu } = await tallyOf(server, await make(perRound));
      const sum = sums[index];
      sum?.ms.push(...ms);
      if (sum) sum.cpu += cpu / rounds;
    }
  return sums;
}

/** So many calls, ready to be sent. */
type Ready = (count: number) => Promise<(() => Promise<number>)[]>;

async function ask(url: string, headers: Record<string, string>, method: "GET" | "POST"): Promise<number> {
  const { status, body, ms } = await sendRequest({ url, headers: { ...CALLER, ...headers }, method });
  if (status !== 200) throw new Error(`${url} answered ${status}: ${body.slice(0, 300)}`);
  return ms;
}

/** So many times one thing, one after the other. */
async function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let one = 0; one < count; one += 1) made.push(await make());
  return made;
}

const TRIES = 20;
const AGAIN_MS = 1_000;

/** Sends one call until it is answered: the first ones find no data in the cache, and a busy machine reads it late. */
async function warm(ready: Ready): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      for (const call of await ready(1)) await call();
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

async function kindsOf(world: World, { origin }: Server) {
  const signer = await payerSigner(world);
  const payer = await worldPayer(world, "Solana");
  const url = origin + ENTRY.path;
  const at = { ...world, origin };
  const free: Ready = (count) => times(count, async () => () => ask(origin + FREE, {}, "GET"));
  let looked = 0;
  const credits: Ready = (count) =>
    times(count, async () => {
      looked += 1; // it has a limit of its own for each address
      const caller = { "x-forwarded-for": `198.19.0.${1 + (looked % 60)}` };
      return () => ask(`${origin}${CREDITS}?wallet=${signer.address}`, caller, "GET");
    });
  const holder: Ready = (count) =>
    times(count, async () => {
      const claim = await holderClaim(world, ENTRY.path, signer); // for the origin that the instance knows as its own
      return () => ask(url, claim, "POST");
    });
  const solana: Ready = async (count) => {
    const payments = await signPayments(payer, await challengeOf({ url, headers: CALLER }), count);
    return payments.map((payment) => async () => (await pay(url, payment)).ms);
  };
  let asked = 0;
  const token: Ready = (count) =>
    times(count, async () => {
      asked += 1; // quotes are limited by address, and what is measured is their payment
      const { payment } = await quotedPayment(at, ENTRY.path, signer, {
        "x-forwarded-for": `198.18.${Math.floor(asked / 250)}.${1 + (asked % 250)}`,
      });
      return async () => (await pay(url, { "payment-signature": payment })).ms;
    });
  return { free, credits, holder, solana, token };
}

/** J: a holder's free call beside a free route, and a payment in the own token beside one in USDC on the same chain. */
export async function tokenRows(stage: Stage): Promise<Goal[]> {
  const settings = { TOKEN_LAUNCHED: "true", TOKEN_FREE_CALLS_PER_DAY: "1000000" };
  const server = await stage.servers.next("token", APPS.product, {
    ...stage.productEnv("token"),
    ...settings,
  });
  const { free, credits, holder, solana, token } = await kindsOf(stage.world, server);
  for (const ready of [free, credits, holder, solana, token]) await warm(ready);
  const [free1, holder1] = await inBlocks(stage, server, [free, holder]);
  const [credits1, again1] = await inBlocks(stage, server, [credits, holder]);
  const [solana1, token1] = await inBlocks(stage, server, [solana, token]);
  const p50 = ({ ms }: Tally): number => quantile(ms, 0.5);
  const row = (name: string, tally: Tally): string[] => [
    name,
    fixed(p50(tally), 1),
    fixed(quantile(tally.ms, 0.95), 1),
    fixed(tally.cpu),
  ];
  printTable(
    `J. The own token (store: ${stage.world.redis.engine})`,
    ["call", "p50 ms", "p95 ms", "CPU ms"],
    [
      row(`a free route (${FREE})`, free1),
      row("a holder's free raw call", holder1),
      row(`a free route of the balance (${CREDITS})`, credits1),
      row("a holder's free raw call, beside that", again1),
      row("paid in USDC on Solana", solana1),
      row("paid in the own token", token1),
    ],
  );
  await stage.servers.stopAll();
  return [
    {
      name: "a holder's free raw call: p50 : a warm free route",
      ...{ value: p50(holder1) / p50(free1), sense: "at most", bound: 1.3 },
    },
    {
      name: "a holder's free raw call: p50 : a warm free route of the cached balance",
      ...{ value: p50(again1) / p50(credits1), sense: "at most", bound: 1.3 },
    },
    {
      name: "paid in the own token: own CPU : paid in USDC on Solana",
      ...{ value: token1.cpu / solana1.cpu, sense: "at most", bound: 1.2 },
    },
  ];
}
