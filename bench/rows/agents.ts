import { Redis } from "@upstash/redis";
import { privateKeyToAddress, generatePrivateKey } from "viem/accounts";
import { type ForwardedRequest, startCountingProxy } from "../counting-proxy";
import { quantile } from "../cpu";
import { type LoadRequest, sendRequest } from "../load";
import { measureRounds, type Plan, printMeasured, type Subject } from "../rounds";
import { APPS, type Server } from "../servers";
import type { Stage } from "../stage";
import { fixed, type Goal, printTable } from "../table";

const PATH = "/api/agent-identity";
/** Beyond the limiter's own; no call here has an Idempotency-Key, which would be another. */
const MOST_TRIPS = 2;
const MOST_CPU = 1.5;
const MOST_GROWTH = 1.3;
const [FEW, MANY] = [1_000, 1_000_000];
const CHUNK = 10_000;

const plan = (quick: boolean): Plan => ({
  rounds: quick ? 3 : 5,
  warmUp: quick ? 100 : 500,
  perRound: quick ? 150 : 600,
  concurrency: 8,
  expected: 200,
});

/** Each from a network of its own: no limit of registrations is met, and none waits for another's turn. */
const callerAt = (index: number): Record<string, string> => ({
  "x-forwarded-for": `${10 + (index >> 16)}.${index & 255}.${(index >> 8) & 255}.7`,
  "content-type": "application/json",
});
const registration = (origin: string, index: number): LoadRequest => ({
  url: origin + PATH,
  headers: callerAt(index),
  body: JSON.stringify({ evmAddress: privateKeyToAddress(generatePrivateKey()) }),
});
const reading =
  (path: string) =>
  (origin: string, index: number): LoadRequest => ({
    ...{ url: origin + path, headers: callerAt(index), method: "GET" },
  });

/** What a call is measured by: the product's request. */
interface Call {
  name: string;
  shot: (origin: string, index: number) => LoadRequest;
}

/** The caller whose requests to the store are looked at. */
const SEEN = 60_000;

const isLimiter = ({ body }: ForwardedRequest): boolean => /:limit(?:-of)?:/.test(body); // as lib/store/keys.ts names its counts

/** One call's requests to the store, its limiter's among them (the caller is known to it, as most are by then), by an instance that sends them through a proxy. */
async function recorded(
  stage: Stage,
  { name, shot }: Call,
): Promise<{ sent: ForwardedRequest[]; answer: string }> {
  const env = stage.productEnv("agents");
  const proxy = await startCountingProxy(env["UPSTASH_REDIS_REST_URL"] ?? "");
  const server = await stage.servers.next(`agents-${name}-seen`, APPS.product, {
    ...env,
    UPSTASH_REDIS_REST_URL: proxy.url,
  });
  try {
    for (let warm = 0; warm < 5; warm += 1) await sendRequest(shot(server.origin, SEEN));
    await new Promise((resolve) => setTimeout(resolve, 1_500)); // counts are sent behind answers
    proxy.take();
    const { status, body } = await sendRequest(shot(server.origin, SEEN));
    if (status !== 200) throw new Error(`${name} answered ${status}: ${body.slice(0, 300)}`);
    return { sent: proxy.take(), answer: body };
  } finally {
    await server.stop();
    proxy.close();
  }
}

/** A call beside an edge route that makes the same requests of the store. */
async function callGoals(stage: Stage, call: Call, product: Server): Promise<Goal[]> {
  const { sent, answer } = await recorded(stage, call);
  const own = sent.filter((one) => !isLimiter(one)).length;
  const floor = await stage.servers.next(`agents-${call.name}-floor`, APPS.floor, {
    ...stage.productEnv("agents-floor"),
    FLOOR_REQUESTS: JSON.stringify(sent.map(({ path, body }) => ({ path, body }))),
    FLOOR_ANSWER: answer,
  });
  const ours: Subject = {
    name: `${call.name}, front door and all`,
    pid: product.pid,
    shot: (index) => call.shot(product.origin, index),
  };
  const beside: Subject = {
    name: "an edge route with the same requests of the store",
    pid: floor.pid,
    shot: (index) => {
      const { body } = call.shot(product.origin, index);
      return {
        url: `${floor.origin}/api/replay`,
        headers: callerAt(index),
        ...(body !== undefined && { body }),
      };
    },
  };
  const measured = await measureRounds([ours, beside], plan(stage.options.quick));
  const title = `L. ${call.name}: ${sent.length} trips to the store, ${own} beyond the limiter`;
  printMeasured(title, "what", measured);
  await floor.stop();
  const cpu = (one: Subject): number => measured.get(one)?.cpu ?? Number.NaN;
  return [
    {
      ...{ name: `${call.name}: trips to the store`, value: own },
      ...({ sense: "at most", bound: MOST_TRIPS } as const),
    },
    {
      ...{ name: `${call.name}: CPU : the same requests alone`, value: cpu(ours) / cpu(beside) },
      ...({ sense: "at most", bound: MOST_CPU } as const),
    },
  ];
}

/** Lists so many agents, of which the newest are there to be read. */
async function fill(stage: Stage, prefix: string, count: number): Promise<void> {
  const env = stage.productEnv(prefix);
  const redis = new Redis({
    ...{ url: env["UPSTASH_REDIS_REST_URL"] ?? "", token: env["UPSTASH_REDIS_REST_TOKEN"] ?? "" },
    enableTelemetry: false,
  });
  const prefixed = (key: string): string => `${env["STORE_PREFIX"] ?? ""}:${key}`;
  for (let from = 0; from < count; from += CHUNK) {
    const places = Array.from({ length: Math.min(CHUNK, count - from) }, (_, at) => {
      const id = `agt_${(from + at).toString(16).padStart(32, "0")}`;
      return { score: 0, member: `${1_790_000_000_000 + from + at}:${id}` };
    });
    const [first, ...rest] = places;
    if (first !== undefined) await redis.zadd(prefixed("agents:directory:claimed"), first, ...rest);
    for (const { member } of places.slice(-20))
      await redis.hset(prefixed(`agents:record:${member.slice(member.indexOf(":") + 1)}`), {
        ...{ name: "Bench", registeredAt: 1_790_000_000_000 },
        evmAddress: privateKeyToAddress(generatePrivateKey()),
      });
  }
}

/** A page of a directory of each size, by turns. */
async function directoryGoal(stage: Stage): Promise<Goal> {
  const rounds = stage.options.quick ? 60 : 300;
  const sized = await Promise.all(
    [FEW, MANY].map(async (count) => {
      const prefix = `directory-${count}`;
      await fill(stage, prefix, count);
      const server = await stage.servers.next(prefix, APPS.product, stage.productEnv(prefix));
      return { count, server, ms: [] as number[] };
    }),
  );
  for (let round = -20; round < rounds; round += 1)
    for (const { server, ms } of sized) {
      const page = await sendRequest(reading(`${PATH}?list=1&limit=10`)(server.origin, 80_000 + round));
      if (page.status !== 200) throw new Error(`a page answered ${page.status}: ${page.body.slice(0, 300)}`);
      if (round >= 0) ms.push(page.ms);
    }
  const p50 = sized.map(({ ms }) => quantile(ms, 0.5));
  printTable(
    "L. A page of the directory",
    ["agents", "p50 ms"],
    sized.map(({ count }, at) => [String(count), fixed(p50[at] ?? Number.NaN)]),
  );
  return {
    ...{
      name: `a page of ${MANY} agents : of ${FEW}`,
      value: (p50[1] ?? Number.NaN) / (p50[0] ?? Number.NaN),
    },
    ...({ sense: "at most", bound: MOST_GROWTH } as const),
  };
}

/** L: what agents' free routes ask of the store and of the processor, and whether the directory's size costs anything. */
export async function agentRows(stage: Stage): Promise<Goal[]> {
  const env = { ...stage.productEnv("agents"), AGENT_HOURLY_LIMIT: "1000000" };
  const product = await stage.servers.next("agents", APPS.product, env);
  const { body } = await sendRequest(registration(product.origin, 50_000));
  const [, id = ""] = /"id":"(agt_[0-9a-f]{32})"/.exec(body) ?? [];
  const calls: Call[] = [
    { name: "register", shot: registration },
    { name: "profile", shot: reading(`${PATH}?id=${id}`) },
    { name: "card", shot: reading(`${PATH}-card?id=${id}`) },
  ];
  const goals: Goal[] = [];
  for (const call of calls) goals.push(...(await callGoals(stage, call, product)));
  goals.push(await directoryGoal(stage));
  await stage.servers.stopAll();
  return goals;
}
