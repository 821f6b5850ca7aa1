import type { StoredSignal } from "@/lib/lounge/signal";
import type { World } from "@/sandbox/world";
import { measureRounds, type Plan, printMeasured, type Subject } from "../rounds";
import { APPS, type Server } from "../servers";
import type { Stage } from "../stage";
import type { Goal } from "../table";

const CALLER = { "x-forwarded-for": "192.0.2.11" };
const [FEW, MANY] = [1_000, 100_000] as const;
const LIMIT = 10;
const BATCH = 1_000;
const HOUR_MS = 3_600_000;

const hex = (at: number, length: number): string => at.toString(16).padStart(length, "0");

/** A signal as long as most are. */
const signalOf = (at: number): StoredSignal => ({
  ...{ v: 1, id: `sig_${hex(at, 24)}`, title: `Funding turns before upgrade ${at}` },
  ...{
    teaser: "Funding on three venues has been negative for 18 hours",
    categories: ["eth", "long", "derivatives"],
  },
  ...{ asset: "ETH", stance: "long", certificateHash: hex(at, 64), bodyHash: hex(at, 64), similarTo: null },
  creator: { wallet: `0x${hex(at % 97, 40)}`, chain: "evm", proof: "payment" },
});

/** Writes what a page is read from, as publishing does: the log's entries, and a record each. */
async function seed({ redis }: World, prefix: string, count: number): Promise<void> {
  const since = Date.now() - HOUR_MS;
  for (let first = 0; first < count; first += BATCH) {
    const made = Array.from({ length: BATCH }, (_, at) => signalOf(first + at));
    const entries = made.map(({ id, certificateHash }) => `${id} ${certificateHash} ${since}`);
    const records = made.map((signal, at) => [
      ...["HSET", `${prefix}:lounge:signal:${signal.id}`, "signal", JSON.stringify(signal)],
      ...["publishedAt", String(since), "place", String(first + at + 1)],
    ]);
    const response = await fetch(`${redis.url}/pipeline`, {
      method: "POST",
      headers: { authorization: `Bearer ${redis.token}` },
      body: JSON.stringify([["RPUSH", `${prefix}:lounge:log`, ...entries], ...records]),
    });
    if (!response.ok) throw new Error(`the store answered ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
  }
}

/** Pages from all over a log, the same of every server. */
const pageAt = (index: number, signals: number): string =>
  `limit=${LIMIT}&cursor=${LIMIT + 2 + ((index * 7_919) % (signals - LIMIT))}`;

const subject = (name: string, { origin, pid }: Server, path: string, signals: number): Subject => ({
  ...{ name, pid },
  shot: (index) => ({ url: `${origin}${path}?${pageAt(index, signals)}`, headers: CALLER, method: "GET" }),
});

const planOf = (quick: boolean): Plan => ({
  rounds: quick ? 3 : 5,
  warmUp: quick ? 100 : 400,
  perRound: quick ? 120 : 600,
  concurrency: 4,
  expected: 200,
});

/** K: a page of the feed, beside an edge route that makes the same calls of the store, and among fewer signals. */
export async function feedRows({ servers, productEnv, world, options }: Stage): Promise<Goal[]> {
  // What is measured is the processor's time: no call is given up because the machine is busy.
  const patient = { STORE_TIMEOUT_MS: "20000" };
  const settings = (name: string): Record<string, string> => ({ ...productEnv(name), ...patient });
  const [few, many] = [settings("feed-few"), settings("feed-many")];
  await seed(world, few.STORE_PREFIX ?? "", FEW);
  await seed(world, many.STORE_PREFIX ?? "", MANY);
  const FEED = "/api/lounge-feed";
  const feed = subject(
    `a page of ${LIMIT}, of ${MANY} signals`,
    await servers.next("feed-many", APPS.product, many),
    FEED,
    MANY,
  );
  const small = subject(
    `a page of ${LIMIT}, of ${FEW}`,
    await servers.next("feed-few", APPS.product, few),
    FEED,
    FEW,
  );
  const floor = subject(
    "the same Redis calls",
    await servers.next("feed-floor", APPS.floor, many),
    "/api/feed",
    MANY,
  );
  const measured = await measureRounds([feed, small, floor], planOf(options.quick));
  const cpu = (one: Subject): number => measured.get(one)?.cpu ?? Number.NaN;
  printMeasured(`K. The feed (store: ${world.redis.engine})`, "what", measured);
  await servers.stopAll();
  return [
    {
      name: `the feed among ${MANY} signals: CPU : the same Redis calls`,
      ...{ value: cpu(feed) / cpu(floor), sense: "at most", bound: 2 },
    },
    {
      name: `the feed among ${MANY} signals: CPU : among ${FEW}`,
      ...{ value: cpu(feed) / cpu(small), sense: "at most", bound: 1.3 },
    },
  ];
}
