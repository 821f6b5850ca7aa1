import { setTimeout as sleep } from "node:timers/promises";
import { catalog } from "@/lib/catalog";
import { randomness } from "@/sandbox/upstream/market/random";
import { establishedToken } from "@/sandbox/upstream/market/tokens";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { quantile } from "../cpu";
import { sendRequest, type LoadRequest } from "../load";
import { measureRounds, type Subject } from "../rounds";
import { APPS, type Server } from "../servers";
import type { Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";

const EMPTY = "an empty edge route";
/** How far away every provider is when the desks are asked cold. */
const FAR_MS = 300;
const CALLS_A_MINUTE = 1_000;

interface Measured {
  name: string;
  bundle: boolean;
}

/** The desks, as the floor names them. */
const desks: Measured[] = catalog
  .filter(({ label, tier }) => label.startsWith("intel-") && tier !== "free")
  .map(({ label, tier }) => ({ name: label.slice("intel-".length), bundle: tier === "bundle" }));

const SEED = 1;
/** What the desks with a key are asked about. */
const INPUTS: Readonly<Record<string, object>> = {
  // A pool takes three requests of a minute's allowance: three pools leave enough for the cold calls.
  meteora: { limit: 3 },
  trenches: { address: establishedToken(randomness(SEED), "solana", "plain").address },
  wallet: { solAddress: "2uZuTQEjcXcR1ESwMdGTpqEwM5PCekEwrSNVRPc1EhS1" },
};

const shotOf = ({ origin }: Server, name: string): LoadRequest => ({
  url: `${origin}/api/desk/${name}?input=${encodeURIComponent(JSON.stringify(INPUTS[name] ?? {}))}`,
  headers: {},
});

/** Answers with 200, or throws. */
async function ask(shot: LoadRequest): Promise<number> {
  const { status, ms, body } = await sendRequest(shot);
  if (status !== 200) throw new Error(`${shot.url} answered ${status}: ${body.slice(0, 300)}`);
  return ms;
}

const settings = (stage: Stage, name: string, upstream: Upstream, over: Record<string, string> = {}) => ({
  ...stage.productEnv(name),
  UPSTREAM_ORIGIN: upstream.url,
  HELIUS_API_KEY: "bench-key",
  ...over,
});

/** F1: what a warm desk does itself, as CPU time above an empty edge route of the same process. */
async function warmRows(stage: Stage, upstream: Upstream): Promise<Goal[]> {
  const server = await stage.servers.next("desks", APPS.floor, settings(stage, "desks", upstream));
  for (const { name } of desks) await ask(shotOf(server, name));
  const subject = (name: string, shot: LoadRequest): Subject => ({ name, pid: server.pid, shot: () => shot });
  const empty = subject(EMPTY, { url: `${server.origin}/api/empty`, headers: {} });
  const rows = desks.map((desk) => ({ desk, one: subject(desk.name, shotOf(server, desk.name)) }));
  const { quick } = stage.options;
  const measured = await measureRounds([empty, ...rows.map(({ one }) => one)], {
    rounds: quick ? 2 : 5,
    warmUp: quick ? 60 : 300,
    perRound: quick ? 60 : 300,
    concurrency: 8,
    expected: 200,
  });
  await server.stop();
  const floor = measured.get(empty)?.cpu ?? Number.NaN;
  const own = (one: Subject): number => (measured.get(one)?.cpu ?? Number.NaN) - floor;
  printTable(
    "F. A warm desk: its own CPU above an empty edge route",
    ["desk", "CPU ms", "own ms", "own : the route", "goal"],
    [
      [EMPTY, fixed(floor, 3), "", "", ""],
      ...rows.map(({ desk, one }) => [
        desk.name,
        fixed(measured.get(one)?.cpu ?? Number.NaN, 3),
        fixed(own(one), 3),
        fixed(own(one) / floor),
        `at most ${desk.bundle ? 10 : 3}`,
      ]),
    ],
  );
  return rows.map(({ desk, one }) => ({
    name: `warm ${desk.name}: own CPU : an empty edge route`,
    value: own(one) / floor,
    sense: "at most",
    bound: desk.bundle ? 10 : 3,
  }));
}

/** As many calls as a provider that is asked by key lets through at once. */
const COLD_CALLS = 4;

/** F2: each desk while nothing is cached and every provider is 300 ms away, each in a process of its own. */
async function coldRows(stage: Stage, upstream: Upstream): Promise<Goal[]> {
  upstream.setFault("*", { kind: "slow", ms: FAR_MS });
  const goals: Goal[] = [];
  const lines: string[][] = [];
  for (const { name, bundle } of desks) {
    const env = settings(stage, `desks-cold-${name}`, upstream, { SOURCE_WINDOW_SCALE: "0" });
    const server = await stage.servers.next(`desks-cold-${name}`, APPS.floor, env);
    await ask(shotOf(server, name));
    const times: number[] = [];
    while (times.length < COLD_CALLS) times.push(await ask(shotOf(server, name)));
    await server.stop();
    const value = quantile(times, 0.5) / FAR_MS;
    lines.push([name, fixed(quantile(times, 0.5), 0), fixed(value), `at most ${bundle ? 4 : 3}`]);
    goals.push({ name: `cold ${name}: p50 : a provider`, value, sense: "at most", bound: bundle ? 4 : 3 });
  }
  upstream.clearFaults();
  printTable(
    `F. A cold desk, every provider ${FAR_MS} ms away`,
    ["desk", "p50 ms", "p50 : a provider", "goal"],
    lines,
  );
  return goals;
}

/** F3: what the providers see while every desk is called 1,000 times a minute, on two instances. */
async function crowdRows(stage: Stage, upstream: Upstream): Promise<Goal[]> {
  const minutes = stage.options.quick ? 0.5 : 5;
  const env = settings(stage, "desks-crowd", upstream);
  const instances = [
    await stage.servers.next("desks-crowd-1", APPS.floor, env),
    await stage.servers.next("desks-crowd-2", APPS.floor, env),
  ];
  const seenBefore = upstream.requests().length;
  const everyMs = 60_000 / CALLS_A_MINUTE;
  // Where all begin at once with nothing kept, a desk may refuse until its largest source has been read.
  let refused = 0;
  const startedAt = performance.now();
  const call = async ({ name }: Measured): Promise<number> => {
    let made = 0;
    for (; performance.now() - startedAt < minutes * 60_000; made += 1) {
      const instance = instances[made % instances.length];
      if (instance === undefined) break;
      const { status, body } = await sendRequest(shotOf(instance, name));
      if (status === 503) refused += 1;
      else if (status !== 200) throw new Error(`${name} answered ${status}: ${body.slice(0, 300)}`);
      await sleep(Math.max(0, startedAt + made * everyMs - performance.now()));
    }
    return made;
  };
  const calls = (await Promise.all(desks.map(call))).reduce((sum, made) => sum + made, 0);
  const counts = new Map<string, number>();
  for (const { host, path, query } of upstream.requests().slice(seenBefore)) {
    const place = `${host}${path}${query === "" ? "" : `?${query}`}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  for (const { stop } of instances) await stop();
  printTable(
    `F. Requests to each provider while ${desks.length} desks were called ${calls} times in ${minutes} minutes, on two instances (${refused} refused)`,
    ["place", "requests", "a minute"],
    [...counts]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([place, count]) => [place.slice(0, 100), String(count), fixed(count / minutes, 1)]),
  );
  const most = Math.max(...counts.values()) / minutes;
  // the shortest window of any source is 30 seconds: two requests a minute, and the one that began
  return [
    { name: "most requests a minute to one place", value: most, sense: "at most", bound: 2 + 1 / minutes },
  ];
}

/** F: the desks. */
export async function deskRows(stage: Stage): Promise<Goal[]> {
  const upstream = await startUpstream({ port: 0, seed: SEED });
  try {
    return [
      ...(await warmRows(stage, upstream)),
      ...(await coldRows(stage, upstream)),
      ...(await crowdRows(stage, upstream)),
    ];
  } finally {
    await stage.servers.stopAll();
    await upstream.close();
  }
}
