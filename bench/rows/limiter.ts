import { FLUSH_MS } from "@/lib/store/rate-limit/limiter";
import { startCountingProxy } from "../counting-proxy";
import { runLoad, type LoadRequest } from "../load";
import { measureRounds, type Subject } from "../rounds";
import { APPS, type Server } from "../servers";
import { ENTRY, type Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";
import { challengePlan } from "./challenge";

const ADDRESSES = 10_000;
const COUNTED = 1_000;

const addressOf = (index: number): string => `10.1.${Math.floor(index / 250)}.${index % 250}`;

const oneAddress =
  ({ origin }: Server) =>
  (): LoadRequest => ({ url: origin + ENTRY.path, headers: { "x-forwarded-for": "192.0.2.1" } });

/** Ten thousand callers by turns, over all rounds: the turn goes on from one round to the next. */
function manyAddresses({ origin }: Server): () => LoadRequest {
  let turn = 0;
  return () => ({
    url: origin + ENTRY.path,
    headers: { "x-forwarded-for": addressOf(turn++ % ADDRESSES) },
  });
}

/** B: what counting callers costs a 402, in CPU time and in round trips to Redis. */
export async function limiterRows({ options, servers, productEnv }: Stage): Promise<Goal[]> {
  const start = (name: string, limiter: "on" | "off", more: Record<string, string> = {}): Promise<Server> =>
    servers.next(name, APPS.floor, { ...productEnv(name), ...more, FLOOR_LIMITER: limiter });
  const off = await start("limiter-off", "off");
  const hot = await start("limiter-hot", "on");
  const many = await start("limiter-many", "on");
  const subjects: Subject[] = [
    { name: "limiter off", pid: off.pid, shot: oneAddress(off) },
    { name: "one hot address", pid: hot.pid, shot: oneAddress(hot) },
    { name: "10,000 addresses", pid: many.pid, shot: manyAddresses(many) },
  ];
  const plan = { ...challengePlan(options.quick), behindMs: 2 * FLUSH_MS };
  const measured = await measureRounds(subjects, plan);
  await servers.stopAll();

  // Round trips, in a pass of their own: the proxy takes time.
  const proxy = await startCountingProxy(productEnv("counted").UPSTASH_REDIS_REST_URL ?? "");
  const counted = await start("limiter-counted", "on", { UPSTASH_REDIS_REST_URL: proxy.url });
  const trips: number[] = [0];
  for (const shot of [oneAddress(counted), manyAddresses(counted)]) {
    await runLoad(shot, 50, plan.concurrency, 402); // the first meeting of an address is not what is counted
    proxy.take();
    await runLoad(shot, COUNTED, plan.concurrency, 402);
    trips.push(proxy.take().length);
  }
  await counted.stop();
  await proxy.close();

  const base = measured.get(subjects[0] as Subject)?.cpu ?? Number.NaN; // the list above has three
  const overhead = (cpu: number): number => (cpu / base - 1) * 100;
  printTable(
    "B. The limiter",
    ["callers", "CPU ms a 402", "overhead", "402/s", `Redis round trips per ${COUNTED} requests`],
    [...measured].map(([{ name }, { cpu, perSecond }], index) => [
      name,
      fixed(cpu, 3),
      `${fixed(overhead(cpu), 1)} %`,
      fixed(perSecond, 0),
      String(trips[index]),
    ]),
  );
  const [, hotCpu, manyCpu] = [...measured.values()].map(({ cpu }) => cpu);
  return [
    {
      name: "limiter: overhead of one hot address, %",
      value: overhead(hotCpu ?? Number.NaN),
      sense: "at most",
      bound: 15,
    },
    {
      name: "limiter: overhead of 10,000 addresses, %",
      value: overhead(manyCpu ?? Number.NaN),
      sense: "at most",
      bound: 25,
    },
  ];
}
