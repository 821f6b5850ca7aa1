import { fstatSync } from "node:fs";
import { parseArgs } from "node:util";
import { embeddedEngine } from "./embedded/engine";
import { type RealRedis, realRedis } from "./real-redis";
import { startRedisRest } from "./rest-server";

/**
 * Redis over REST as a process of its own: `main.ts --port 8079 --token secret`. In front of the Redis at REDIS_URL,
 * else of a Redis server found on the PATH, else of the embedded engine. Prints one line when it is ready:
 * `ready {"url":"http://127.0.0.1:8079","engine":"redis"}`.
 */
const { port, token } = readArguments();

function readArguments(): { port: number; token: string } {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "0" }, token: { type: "string" } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`--port ${values.port} is not a port`);
  if (values.token === undefined || values.token === "") fail("--token is missing");
  return { port, token: values.token };
}

function fail(message: string): never {
  console.error(`redis rest: ${message}`);
  process.exit(1);
}

const reason = (failure: unknown): string => {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause === undefined ? failure.message : `${failure.message}: ${reason(failure.cause)}`;
};

/** A Redis that was named must work; one that was only found may fail, and then the embedded engine serves. */
async function findRedis(): Promise<RealRedis | undefined> {
  try {
    return await realRedis(process.env);
  } catch (failure) {
    if (process.env.REDIS_URL) fail(reason(failure));
    console.error(`redis rest: ${reason(failure)}; the embedded engine serves instead`);
    return undefined;
  }
}

/** Whether someone holds the other end of our input: a terminal or /dev/null says nothing about a parent. */
function inputIsPipe(): boolean {
  const input = fstatSync(0);
  return input.isFIFO() || input.isSocket();
}

const redis = await findRedis();
const engine = redis?.engine ?? (await embeddedEngine());
let leaving = false;

async function leave(code: number): Promise<never> {
  leaving = true;
  await redis?.stop();
  process.exit(code);
}

const rest = await startRedisRest({ port, token, engine }).catch(async (failure: unknown) => {
  const taken = failure instanceof Error && "code" in failure && failure.code === "EADDRINUSE";
  console.error(`redis rest: ${taken ? `port ${port} is taken` : reason(failure)}`);
  return leave(1);
});

async function shutDown(): Promise<never> {
  await rest.close();
  return leave(0);
}

process.once("SIGTERM", () => void shutDown());
process.once("SIGINT", () => void shutDown());
if (inputIsPipe()) process.stdin.resume().once("end", () => void shutDown());
void redis?.ended.then(() => {
  if (!leaving) fail("the Redis server has ended");
});

console.log(`ready ${JSON.stringify({ url: rest.url, engine: redis === undefined ? "embedded" : "redis" })}`);
