import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Notice } from "@/lib/payments/alerting/forms";
import type { Alert } from "@/lib/payments/metrics/alert";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

const NOW = Date.parse("2026-11-27T03:00:00Z");
const HOUR = 3_600_000;
const SECRET = "w".repeat(32);

interface Got {
  url: string;
  headers: IncomingMessage["headers"];
  text: string;
  body: Record<string, unknown>;
}

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let receiver: Server;
let origin: string;
const got: Got[] = [];
/** What the receiver answers next, one after another; 200 when none is left. */
const answers: { status: number; headers?: Record<string, string> }[] = [];
const lines: string[] = [];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const body = (text === "" ? {} : JSON.parse(text)) as Got["body"];
      got.push({ url: request.url ?? "", headers: request.headers, text, body });
      const { status, headers } = answers.shift() ?? { status: 200 };
      response.writeHead(status, headers).end("ok");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
});
afterAll(async () => {
  await redis.close();
  receiver.close();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  got.length = 0;
  answers.length = 0;
  lines.length = 0;
});

/** Modules of a new process, with settings of their own. */
async function instance(settings: Record<string, string>) {
  vi.unstubAllEnvs();
  const all = {
    ...{
      UPSTASH_REDIS_REST_URL: redis.url,
      UPSTASH_REDIS_REST_TOKEN: "t",
      STORE_PREFIX: crypto.randomUUID(),
    },
    ...{ FACILITATOR_PRIMARY_URL: origin, FACILITATOR_FALLBACK_URL: "http://127.0.0.1:1" },
    ...{ NEXT_PUBLIC_SERVICE_NAME: "shop", PUBLIC_ORIGIN: "https://shop.example", ...settings },
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  vi.resetModules();
  const { tellAlerts } = await import("@/lib/payments/alerting/tell");
  const { tellReceiver } = await import("@/lib/payments/alerting/send");
  const { log } = await import("@/lib/http/log");
  return { tellAlerts, tellReceiver, log };
}

const alert: Alert = {
  ...{ name: "ledger_full", severity: "critical", since: new Date(NOW).toISOString() },
  ...{ value: "full", threshold: 0.95, message: "It is <full> & refuses." },
  runbook: "docs/operations/stores.md",
};
const firing: Notice = { state: "firing", ...alert };
const resolved: Notice = { state: "resolved", ...alert };
const hooks = () => got.filter(({ url }) => url !== "/supported");

describe("each form of a message", () => {
  it("of Slack escapes what would be a mention or a link", async () => {
    const { tellReceiver } = await instance({ ALERT_WEBHOOK_FORM: "slack" });
    expect(await tellReceiver(`${origin}/hook`, firing)).toBeNull();
    expect(got[0]?.body).toEqual({
      text: "[critical] shop: ledger_full\nIt is &lt;full&gt; &amp; refuses.\ndocs/operations/stores.md",
    });
  });

  it("of Discord mentions nobody and keeps to 2,000 characters", async () => {
    const { tellReceiver } = await instance({ ALERT_WEBHOOK_FORM: "discord" });
    await tellReceiver(`${origin}/hook`, { ...firing, message: "x".repeat(3_000) });
    expect(got[0]?.body).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(String(got[0]?.body.content)).toHaveLength(2_000);
  });

  it("of Telegram names the chat of the address, and sends the address without it", async () => {
    const { tellReceiver } = await instance({ ALERT_WEBHOOK_FORM: "telegram" });
    await tellReceiver(`${origin}/bot1/sendMessage?chat_id=-100`, resolved);
    expect(got[0]).toMatchObject({ url: "/bot1/sendMessage", body: { chat_id: "-100" } });
    expect(got[0]?.body.text).toContain("[resolved] shop: ledger_full");
  });

  it("of PagerDuty triggers and resolves under one key", async () => {
    const { tellReceiver } = await instance({ ALERT_WEBHOOK_FORM: "pagerduty" });
    for (const notice of [firing, resolved]) await tellReceiver(`${origin}/v2/enqueue?routing_key=r`, notice);
    expect(got.map(({ body }) => [body.event_action, body.dedup_key, body.routing_key])).toEqual([
      ["trigger", "shop:ledger_full", "r"],
      ["resolve", "shop:ledger_full", "r"],
    ]);
    expect(got[0]?.body.payload).toMatchObject({ severity: "critical", source: "shop" });
  });

  it("of ntfy goes to the server's root with topic, token and priority", async () => {
    const { tellReceiver } = await instance({ ALERT_WEBHOOK_FORM: "ntfy" });
    await tellReceiver(`${origin}/long-topic?token=tk`, firing);
    expect(got[0]).toMatchObject({
      ...{ url: "/", body: { topic: "long-topic", priority: 5 } },
      headers: { authorization: "Bearer tk" },
    });
  });

  it("of JSON is signed, so that the receiver can tell it from anybody's", async () => {
    const { tellReceiver } = await instance({ ALERT_WEBHOOK_SECRET: SECRET });
    await tellReceiver(`${origin}/hook`, firing);
    expect(got[0]?.body).toEqual({
      ...{ id: "ledger_full", state: "firing", severity: "critical", since: alert.since },
      ...{ text: alert.message, value: "full", threshold: 0.95, runbook: alert.runbook },
      ...{ service: "shop", instance: "shop.example" },
    });
    const [, at = "", mac] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(got[0]?.headers["x-signature"])) ?? [];
    expect(mac).toBe(createHmac("sha256", SECRET).update(`${at}.${got[0]?.text}`).digest("hex"));
  });
});

describe("a receiver", () => {
  it("that fails is asked once more, and its address stands in no line of the log", async () => {
    const { tellReceiver } = await instance({});
    answers.push({ status: 500 }, { status: 500 });
    expect(await tellReceiver(`${origin}/secret-path`, firing)).toBe("HTTP 500");
    expect(await tellReceiver("http://127.0.0.1:9/secret-path", firing)).toMatch(/^TypeError/);
    expect(hooks()).toHaveLength(2);
    expect(lines.join()).toContain("alert_not_sent");
    expect(lines.join()).not.toContain("secret-path");
  });

  it("that redirects has not taken it: the address was fixed at start", async () => {
    const { tellReceiver } = await instance({});
    const away = { status: 307, headers: { location: `${origin}/elsewhere` } };
    answers.push(away, away);
    expect(await tellReceiver(`${origin}/hook`, firing)).toBe("HTTP 307");
    expect(hooks().map(({ url }) => url)).toEqual(["/hook", "/hook"]);
  });

  it("that asks for a short pause gets it", async () => {
    const { tellReceiver } = await instance({});
    answers.push({ status: 429, headers: { "retry-after": "1" } });
    expect(await tellReceiver(`${origin}/hook`, firing)).toBeNull();
  });
});

describe("the recovery run", () => {
  /** Names and states of what came since the last call. */
  const came = () =>
    hooks()
      .splice(0)
      .map(({ body }) => `${String(body.id)} ${String(body.state)}`);
  const forget = () => void got.splice(0);

  it("tells of an alert once, again after its hours, and when it is over", async () => {
    const { tellAlerts, log } = await instance({ ALERT_WEBHOOK_URL: `${origin}/hook` });
    const { clearAlarms } = await import("@/lib/store/alarms");
    log.error("canary_alarm", {});
    await tellAlerts();
    expect(came()).toContain("canary_alarm firing");
    for (const [hours, expected] of [
      [1, false],
      [5, false],
      [7, true],
    ] as const) {
      forget();
      vi.setSystemTime(NOW + hours * HOUR);
      await tellAlerts();
      expect(came().includes("canary_alarm firing"), `${hours} h`).toBe(expected);
    }
    forget();
    await clearAlarms("canary_alarm");
    vi.setSystemTime(NOW + 7 * HOUR + 60_000);
    await tellAlerts();
    expect(came()).toContain("canary_alarm resolved");
    forget();
    vi.setSystemTime(NOW + 7 * HOUR + 120_000);
    await tellAlerts();
    expect(came()).not.toContain("canary_alarm resolved");
    vi.setSystemTime(NOW);
  });

  it("tells of a full ledger in the first minute, though nothing can be written there", async () => {
    const { tellAlerts } = await instance({ ALERT_WEBHOOK_URL: `${origin}/hook` });
    const message = "OOM command not allowed when used memory > 'maxmemory'.";
    const writes = /^(?:set|hset|hsetnx|evalsha|eval) /im;
    const when = (all: readonly (readonly string[])[]) => all.some((words) => writes.test(words.join(" ")));
    redis.setFault({ kind: "error", status: 400, message, when });
    await tellAlerts();
    expect(came()).toContain("ledger_full firing");
    forget();
    vi.setSystemTime(NOW + 60_000);
    await tellAlerts();
    expect(came()).not.toContain("ledger_full firing");
    redis.setFault(undefined);
    vi.setSystemTime(NOW + 120_000);
    await tellAlerts();
    expect(came()).toContain("ledger_full resolved");
    vi.setSystemTime(NOW);
  });

  it("beats: plainly while nothing is critical, and by /fail otherwise", async () => {
    const { tellAlerts, log } = await instance({ HEARTBEAT_URL: `${origin}/beat` });
    log.error("books_differ", {});
    await tellAlerts();
    expect(hooks().map(({ url }) => url)).toEqual(["/beat/fail"]);
    const well = await instance({ HEARTBEAT_URL: `${origin}/beat` });
    forget();
    await well.tellAlerts();
    expect(hooks().map(({ url }) => url)).toEqual(["/beat"]);
  });
});
