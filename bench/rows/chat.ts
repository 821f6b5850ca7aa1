import { startModels } from "@/sandbox/models/server";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";
import { startCountingProxy } from "../counting-proxy";
import { quantile } from "../cpu";
import { sendRequest, type LoadRequest } from "../load";
import { measureRounds, printMeasured, type Subject } from "../rounds";
import { APPS, type Server } from "../servers";
import type { Stage } from "../stage";
import { fixed, printTable, type Goal } from "../table";

const QUESTION = "Where is BTC and why?";
const MOST_CPU = 5;
const MOST_OVERHEAD_MS = 30;
const HEADERS = { "content-type": "application/json" };

const turn = ({ origin }: Server): LoadRequest => ({
  ...{ url: `${origin}/api/chat`, headers: HEADERS, body: JSON.stringify({ message: QUESTION }) },
});

/** A turn that is answered, or throws. */
async function asked(shot: LoadRequest): Promise<{ ms: number; body: string }> {
  const { status, ms, body } = await sendRequest(shot);
  if (status !== 200) throw new Error(`${shot.url} answered ${status}: ${body.slice(0, 300)}`);
  return { ms, body };
}

/** The composer's warm answer beside an edge route that makes the same requests of Redis. */
async function composerGoal(stage: Stage, upstream: Upstream): Promise<Goal> {
  const env: Record<string, string> = { ...stage.productEnv("chat"), UPSTREAM_ORIGIN: upstream.url };
  const proxy = await startCountingProxy(env["UPSTASH_REDIS_REST_URL"] ?? "");
  const seen = await stage.servers.next("chat-seen", APPS.floor, {
    ...env,
    UPSTASH_REDIS_REST_URL: proxy.url,
  });
  for (let warm = 0; warm < 5; warm += 1) await asked(turn(seen));
  proxy.take();
  const { body } = await asked(turn(seen));
  const sent = proxy.take();
  await seen.stop();
  await proxy.close();

  const composer = await stage.servers.next("chat-composer", APPS.floor, env);
  const floor = await stage.servers.next("chat-floor", APPS.floor, {
    ...stage.productEnv("chat-floor"),
    FLOOR_REQUESTS: JSON.stringify(sent.map(({ path, body: script }) => ({ path, body: script }))),
    FLOOR_ANSWER: body,
  });
  const ours: Subject = { name: "the composer, warm", pid: composer.pid, shot: () => turn(composer) };
  const beside: Subject = {
    name: "an edge route with the same requests of Redis, and the same answer",
    pid: floor.pid,
    shot: () => ({ ...turn(floor), url: `${floor.origin}/api/replay` }),
  };
  const { quick } = stage.options;
  const measured = await measureRounds([ours, beside], {
    rounds: quick ? 3 : 5,
    warmUp: quick ? 100 : 500,
    perRound: quick ? 120 : 600,
    ...{ concurrency: 8, expected: 200 },
  });
  printMeasured(`M. A chat turn without its till: ${sent.length} requests of Redis`, "what", measured);
  const cpu = (one: Subject): number => measured.get(one)?.cpu ?? Number.NaN;
  return {
    ...{ name: "the composer, warm: CPU : the same requests of Redis alone", value: cpu(ours) / cpu(beside) },
    ...({ sense: "at most", bound: MOST_CPU } as const),
  };
}

/** What a turn takes with a model beside what the model and the composer take, one after the other, by turns. */
async function modelGoal(stage: Stage, upstream: Upstream): Promise<Goal> {
  const models = await startModels();
  const env = { ...stage.productEnv("chat-model"), UPSTREAM_ORIGIN: upstream.url };
  const plain = await stage.servers.next("chat-plain", APPS.floor, env);
  const phrased = await stage.servers.next("chat-phrased", APPS.floor, {
    ...env,
    ...{ CHAT_MODEL_BASE_URL: models.url, CHAT_MODELS: "repeats" },
    ...{ CHAT_DAILY_TOKENS: "1000000000", CHAT_PAYER_DAILY_TOKENS: "1000000000" },
    CHAT_NEWCOMERS_DAILY_TOKENS: "1000000000",
  });
  const rounds = stage.options.quick ? 60 : 300;
  const ms = { composer: [] as number[], turn: [] as number[], model: [] as number[] };
  try {
    const { body } = await asked(turn(phrased));
    if (!body.includes('"modelUsed":"default"')) throw new Error(`no model phrased it: ${body.slice(-300)}`);
    const [request] = models.requests;
    const alone: LoadRequest = {
      ...{ url: `${models.url}/chat/completions`, headers: HEADERS },
      body: JSON.stringify({
        ...{ model: "repeats", max_tokens: 900 },
        messages: [
          { role: "system", content: request?.system },
          { role: "user", content: request?.data },
        ],
      }),
    };
    for (let round = -20; round < rounds; round += 1)
      for (const [name, shot] of [
        ["composer", turn(plain)],
        ["turn", turn(phrased)],
        ["model", alone],
      ] as const) {
        const took = await asked(shot);
        if (round >= 0) ms[name].push(took.ms);
      }
  } finally {
    await models.close();
  }
  const p50 = (name: keyof typeof ms): number => quantile(ms[name], 0.5);
  const overhead = p50("turn") - p50("composer") - p50("model");
  printTable(
    "M. A model's phrasing",
    ["what", "p50 ms"],
    [
      ["a turn that the composer answers", fixed(p50("composer"))],
      ["the model's place alone", fixed(p50("model"))],
      ["a turn that the model phrases", fixed(p50("turn"))],
      ["what is ours around the model: its spend reserved, its text held against the facts", fixed(overhead)],
    ],
  );
  return {
    ...{ name: "around a model's call: ms beyond the composer and the model", value: overhead },
    ...({ sense: "at most", bound: MOST_OVERHEAD_MS } as const),
  };
}

/** M: the chat. */
export async function chatRows(stage: Stage): Promise<Goal[]> {
  const upstream = await startUpstream({ port: 0, seed: 1 });
  try {
    return [await composerGoal(stage, upstream), await modelGoal(stage, upstream)];
  } finally {
    await stage.servers.stopAll();
    await upstream.close();
  }
}
