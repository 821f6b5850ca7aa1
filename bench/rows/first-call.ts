import { setTimeout as sleep } from "node:timers/promises";
import { cpuMs, median } from "../cpu";
import { sendRequest, type LoadRequest } from "../load";
import { type Chain, CHAINS, challengeOf, type Payer, signPayments, worldPayer } from "../payers";
import { APPS } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";
import { countSteps } from "./steps";
import { floorEnv } from "./paid";

const CALLER = { "x-forwarded-for": "192.0.2.4" };
/** Next loads some modules right after it says that it is ready. */
const QUIET_MS = 700;

interface Kind {
  name: string;
  app: string;
  env: Record<string, string>;
  path: string;
  expected: number;
  /** Where its payment is made, if it brings one. */
  chain?: Chain;
}

interface Taken {
  ms: number[];
  cpu: number[];
}

/** E: the first call of a fresh process. Functions are loaded by it, so it is what a cold start adds. */
export async function firstCallRows(stage: Stage): Promise<Goal[]> {
  const { servers, productEnv, world, options } = stage;
  const store = "paid";
  const seen = await countSteps(stage, store, { print: false });
  const floor = (name: string, path: string): Kind => ({
    ...{ name, app: APPS.floor, env: floorEnv(stage, seen), path, expected: 200 },
  });
  const ours = (name: string, expected: number): Kind => ({
    ...{ name, app: APPS.product, env: productEnv(store), path: ENTRY.path, expected },
  });
  const imports = floor("an edge route with zod and @x402/core", "/api/imports");
  const first402 = ours("our 402", 402);
  const paid = CHAINS.map((chain) => ({
    chain,
    least: { ...floor(`the floor of a paid call on ${chain}`, "/api/paid"), chain },
    our: { ...ours(`our paid call on ${chain}`, 200), chain },
  }));
  const kinds: Kind[] = [
    floor("an empty edge route", "/api/empty"),
    imports,
    floor("an edge route with zod, the Redis client, and who signed on Base", "/api/libraries"),
    first402,
    ...paid.flatMap(({ least, our }) => [least, our]),
  ];
  const seller = await servers.next("challenger", APPS.product, productEnv(store));
  const challenge = { url: seller.origin + ENTRY.path, headers: CALLER };
  const payers = new Map<Chain, Payer>();
  for (const chain of CHAINS) payers.set(chain, await worldPayer(world, chain));
  const taken = new Map<Kind, Taken>(kinds.map((kind) => [kind, { ms: [], cpu: [] }]));
  for (let round = 0; round < (options.quick ? 2 : 5); round += 1) {
    for (const [{ app, env, path, expected, chain }, { ms, cpu }] of taken) {
      const payer = chain && payers.get(chain);
      const [payment = {}] = payer ? await signPayments(payer, await challengeOf(challenge), 1) : [];
      const server = await servers.next("first-call", app, env);
      await sleep(QUIET_MS);
      const before = cpuMs(server.pid);
      const shot: LoadRequest = { url: server.origin + path, headers: { ...CALLER, ...payment } };
      const reply = await sendRequest(shot);
      if (reply.status !== expected)
        throw new Error(`${shot.url} answered ${reply.status}: ${reply.body.slice(0, 300)}`);
      ms.push(reply.ms);
      cpu.push(cpuMs(server.pid) - before);
      await server.stop();
    }
  }
  await servers.stopAll();

  printTable(
    "E. The first call of a fresh process",
    ["what", "ms", "CPU ms"],
    [...taken].map(([{ name }, { ms, cpu }]) => [name, fixed(median(ms), 0), fixed(median(cpu), 0)]),
  );
  const msOf = (kind: Kind): number => median(taken.get(kind)?.ms ?? []);
  const ratio = (name: string, kind: Kind, other: Kind, bound: number): Goal => ({
    ...{ name, value: msOf(kind) / msOf(other), sense: "at most", bound },
  });
  return [
    ratio(`first 402 : ${imports.name}`, first402, imports, 1.2),
    ...paid.flatMap(({ chain, least, our }) => [
      ratio(`first paid call on ${chain} : ${imports.name}`, our, imports, 1.2),
      ratio(`first paid call on ${chain} : first call of the floor`, our, least, 1.5),
    ]),
  ];
}
