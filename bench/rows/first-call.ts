import { setTimeout as sleep } from "node:timers/promises";
import { cpuMs, median } from "../cpu";
import { sendRequest, type LoadRequest } from "../load";
import { challengeOf, signPayments, worldPayer } from "../payers";
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
  paid: boolean;
}

/** E: the first call of a fresh process. Functions are loaded by it, so it is what a cold start adds. */
export async function firstCallRows(stage: Stage): Promise<Goal[]> {
  const { servers, productEnv, world, options } = stage;
  const store = "paid";
  const seen = await countSteps(stage, store, { print: false });
  const floor = floorEnv(stage, seen);
  const kinds: Kind[] = [
    {
      name: "an empty edge route",
      app: APPS.floor,
      env: floor,
      path: "/api/empty",
      expected: 200,
      paid: false,
    },
    {
      name: "an edge route with zod and @x402/core",
      app: APPS.floor,
      env: floor,
      path: "/api/imports",
      expected: 200,
      paid: false,
    },
    {
      name: "our 402",
      app: APPS.product,
      env: productEnv(store),
      path: ENTRY.path,
      expected: 402,
      paid: false,
    },
    {
      name: "the floor of a paid call",
      app: APPS.floor,
      env: floor,
      path: "/api/paid",
      expected: 200,
      paid: true,
    },
    {
      name: "our paid call",
      app: APPS.product,
      env: productEnv(store),
      path: ENTRY.path,
      expected: 200,
      paid: true,
    },
  ];
  const seller = await servers.next("challenger", APPS.product, productEnv(store));
  const challenge = { url: seller.origin + ENTRY.path, headers: CALLER };
  const payer = await worldPayer(world, "Base");
  const taken = new Map(kinds.map((kind) => [kind, { ms: [] as number[], cpu: [] as number[] }]));
  for (let round = 0; round < (options.quick ? 2 : 5); round += 1) {
    for (const [{ app, env, path, expected, paid }, { ms, cpu }] of taken) {
      const [payment = {}] = paid ? await signPayments(payer, await challengeOf(challenge), 1) : [];
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

  const [, imports, first402, paidFloor, firstPaid] = [...taken.values()].map(({ ms }) => median(ms));
  printTable(
    "E. The first call of a fresh process",
    ["what", "ms", "CPU ms"],
    [...taken].map(([{ name }, { ms, cpu }]) => [name, fixed(median(ms), 0), fixed(median(cpu), 0)]),
  );
  const ratio = (name: string, ours: number | undefined, other: number | undefined, bound = 1.2): Goal => ({
    name,
    value: (ours ?? Number.NaN) / (other ?? Number.NaN),
    sense: "at most",
    bound,
  });
  return [
    ratio("first 402 : an edge route with zod and @x402/core", first402, imports),
    ratio("first paid call : an edge route with zod and @x402/core", firstPaid, imports),
    ratio("first paid call : first call of the floor", firstPaid, paidFloor, 1.5),
  ];
}
