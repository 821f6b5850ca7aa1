import { vi } from "vitest";
import { SCRIPTS, sha1 } from "../../faults/scripts";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import type { Engine, Reply } from "@/sandbox/redis/engine";
import { encodeOutcome, encodeOutcomes } from "@/sandbox/redis/rest-reply";
import { readRequest } from "@/sandbox/redis/rest-request";
import { startRedisRest } from "@/sandbox/redis/rest-server";
import { START_MS } from "./fixtures";
import { commands } from "./snapshot";

/** The embedded engine, with a clock that stands still, as the product's store. */
export interface Store {
  /** Behind the gate: what is asked of it here, nobody hears of. */
  engine: Engine;
  clock: { now: number };
  /** Runs another text in a script's place from now on; without one, the product's again. */
  replace(name: string, lua?: string): Promise<void>;
  close(): Promise<void>;
}

/** Stands between the product and the store: may throw instead of running a command, or after it. */
export type Gate = (command: readonly Buffer[], run: () => Promise<unknown>) => Promise<void>;

const ADDRESS = "http://store.invalid";

/** Answers the store's client as the REST server does, without a socket between. */
function fetchFrom(engine: Engine) {
  return async (input: URL | string, init?: RequestInit): Promise<Response> => {
    const body = init?.body;
    if (typeof body !== "string") throw new Error("the store's client sends text");
    const asked = readRequest(new URL(input), Buffer.from(body));
    const replies = await engine.run(asked.commands, asked.mode === "multi-exec");
    const encoding = new Headers(init?.headers).get("upstash-encoding") === "base64" ? "base64" : "utf8";
    if (asked.mode !== "single") return new Response(encodeOutcomes(replies, encoding));
    const [reply = null] = replies;
    return new Response(encodeOutcome(reply, encoding), { status: reply instanceof Error ? 400 : 200 });
  };
}

/** @param options.socket over HTTP, as in production; else faster */
export async function openStore({ socket, gate }: { socket: boolean; gate?: Gate }): Promise<Store> {
  const clock = { now: START_MS };
  const engine = await embeddedEngine({ now: () => clock.now });
  const replaced = new Map<string, string>();
  const swapped = (command: Buffer[]): Buffer[] => {
    const other = replaced.get(command[1]?.toString() ?? "");
    return other === undefined ? command : command.with(1, Buffer.from(other));
  };
  const gated: Engine = {
    async run(batch, atomic) {
      if (gate === undefined || atomic) return engine.run(batch.map(swapped), atomic);
      // What the product asks at the same moment comes in one request: one of its commands at a time.
      const replies: Reply[] = [];
      for (const command of batch)
        await gate(command, async () => replies.push(...(await engine.run([swapped(command)], false))));
      return replies;
    },
    close: () => engine.close(),
  };
  const server = socket ? await startRedisRest({ port: 0, token: "t", engine: gated }) : null;
  vi.stubEnv("UPSTASH_REDIS_REST_URL", server?.url ?? ADDRESS);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  if (server === null) {
    const outside = globalThis.fetch;
    const inside = fetchFrom(gated);
    vi.stubGlobal("fetch", (input: URL | string, init?: RequestInit) =>
      String(input).startsWith(ADDRESS) ? inside(input, init) : outside(input, init),
    );
  }
  await commands(
    engine,
    [...SCRIPTS.values()].map((lua) => ["SCRIPT", "LOAD", lua]),
  );
  return {
    engine,
    clock,
    async replace(name, lua) {
      const original = sha1(SCRIPTS.get(name) ?? "");
      replaced.delete(original);
      if (lua === undefined) return;
      await commands(engine, [["SCRIPT", "LOAD", lua]]);
      replaced.set(original, sha1(lua));
    },
    async close() {
      await server?.close();
      engine.close();
      vi.unstubAllGlobals();
      vi.unstubAllEnvs();
    },
  };
}
