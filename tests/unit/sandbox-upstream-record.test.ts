import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startUpstream } from "@/sandbox/upstream/server";

const NOW = Date.UTC(2026, 9, 8, 15, 30);

let dir: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  dir = path.join(mkdtempSync(path.join(tmpdir(), "record-")), "day");
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  rmSync(path.dirname(dir), { recursive: true });
});

async function start(options: Partial<Parameters<typeof startUpstream>[0]>): Promise<string> {
  const upstream = await startUpstream({ port: 0, seed: 4, now: () => NOW, protocolRows: 60, ...options });
  closing.push(upstream.close);
  return upstream.url;
}

/** A provider of its own, under any host name. */
async function provider(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("not listening");
  return `http://127.0.0.1:${address.port}`;
}

const files = (): string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(path.join(dir, name)).isFile(),
  );
const manifest = () => readFileSync(path.join(dir, "manifest.jsonl"), "utf8").trim().split("\n");

const ASKED = [
  "api.llama.fi/protocols",
  "query2.finance.yahoo.com/v8/finance/chart/%5EGSPC?range=5d&interval=1d",
  "query2.finance.yahoo.com/v8/finance/chart/NOPE",
  "www.federalreserve.gov/json/calendar.json",
  "www.coindesk.com/arc/outboundfeeds/rss",
  "www.coindesk.com/arc/outboundfeeds/rss/",
  "api.alternative.me/fng/?limit=2",
  "api.alternative.me/fng/?limit=3",
  "nobody.example/",
];

async function answers(url: string) {
  return Promise.all(
    ASKED.map(async (asked) => {
      const response = await fetch(`${url}/${asked}`, {
        redirect: "manual",
        headers: { "user-agent": "Mozilla/5.0" },
      });
      return {
        asked,
        status: response.status,
        type: response.headers.get("content-type"),
        location: response.headers.get("location"),
        bytes: Buffer.from(await response.arrayBuffer()).toString("base64"),
      };
    }),
  );
}

describe("a recorded day", () => {
  it("replays byte for byte, errors, redirections and byte-order marks included", async () => {
    const live = await start({});
    const original = await answers(live);
    expect(original.map(({ status }) => status)).toEqual([200, 200, 404, 200, 301, 200, 200, 200, 404]);
    const recorder = await start({ recordDir: dir, upstreamBase: live });
    expect(await answers(recorder)).toEqual(original);
    const replayed = await start({ replayDir: dir });
    expect(await answers(replayed)).toEqual(original);
    expect(manifest()).toHaveLength(ASKED.length);
  });

  it("holds no key and no credential, though the provider got them; replaying needs none", async () => {
    const seen: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
    const live = await provider((request, response) => {
      const chunks: Uint8Array[] = [];
      request.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      request.on("end", () => {
        seen.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
        response.setHeader("set-cookie", "session=SECRET");
        response.setHeader("content-type", "application/json");
        response.end('{"result":1}');
      });
    });
    const recorder = await start({ recordDir: dir, upstreamBase: live });
    const ask = (url: string, query: string, body = '{"method":"getBalance","params":["a.b(c)"]}') =>
      fetch(`${url}/rpc.example/?${query}`, {
        method: "POST",
        body,
        headers: { authorization: "Bearer SECRET", "x-api-key": "SECRET", cookie: "me=SECRET" },
      });
    const recorded = await ask(recorder, "api-key=SECRET&x=1&token=SECRET&API_KEY=SECRET");
    expect(recorded.headers.get("set-cookie")).toBeNull();
    expect(await recorded.json()).toEqual({ result: 1 });
    expect(seen[0]?.url).toBe("/rpc.example/?api-key=SECRET&x=1&token=SECRET&API_KEY=SECRET");
    expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer SECRET", "x-api-key": "SECRET" });
    expect(seen[0]?.headers.cookie).toBeUndefined();
    expect(seen[0]?.body).toContain("getBalance");
    expect(files()).toHaveLength(2);
    for (const name of files()) expect(readFileSync(path.join(dir, name), "utf8")).not.toContain("SECRET");

    const replayed = await start({ replayDir: dir });
    expect(await (await ask(replayed, "x=1&api-key=OTHER")).json()).toEqual({ result: 1 });
    expect((await ask(replayed, "x=2")).status).toBe(404);
    expect((await ask(replayed, "x=1", '{"method":"getBalance","params":["aXbc"]}')).status).toBe(404);
  });

  it("keeps what it held when it is opened again, and an answer asked again replaces the earlier one", async () => {
    let count = 0;
    const live = await provider((_request, response) => response.end(`answer ${++count}`));
    const first = await start({ recordDir: dir, upstreamBase: live });
    await (await fetch(`${first}/a.example/x`)).text();
    await (await fetch(`${first}/a.example/y`)).text();
    const second = await start({ recordDir: dir, upstreamBase: live });
    await (await fetch(`${second}/a.example/x`)).text();
    const replayed = await start({ replayDir: dir });
    expect(await (await fetch(`${replayed}/a.example/x`)).text()).toBe("answer 3");
    expect(await (await fetch(`${replayed}/a.example/y`)).text()).toBe("answer 2");
    expect(manifest()).toHaveLength(2);
  });

  it("is whole however many requests come at once", async () => {
    const live = await provider((request, response) => response.end(request.url));
    const recorder = await start({ recordDir: dir, upstreamBase: live });
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => (await fetch(`${recorder}/a.example/${i}?n=${i}`)).text()),
    );
    expect(manifest()).toHaveLength(60);
    const replayed = await start({ replayDir: dir });
    expect(await (await fetch(`${replayed}/a.example/37?n=37`)).text()).toBe("/a.example/37?n=37");
  });

  it("unpacks what came compressed, so that it can be read and edited", async () => {
    const live = await provider((_request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync('{"packed":true}'));
    });
    const recorder = await start({ recordDir: dir, upstreamBase: live });
    expect(await (await fetch(`${recorder}/a.example/`)).json()).toEqual({ packed: true });
    const replayed = await start({ replayDir: dir });
    expect(await (await fetch(`${replayed}/a.example/`)).json()).toEqual({ packed: true });
  });
});

describe("the recorder", () => {
  it("passes an answer on while it still comes, and keeps only what came whole", async () => {
    let finish: (() => void) | undefined;
    const live = await provider((request, response) => {
      response.write("first half, ");
      finish = () => (request.url?.endsWith("cut") ? response.destroy() : response.end("second half"));
    });
    const recorder = await start({ recordDir: dir, upstreamBase: live });
    for (const name of ["whole", "cut"]) {
      const response = await fetch(`${recorder}/a.example/${name}`);
      const reader = response.body?.getReader();
      const first = await reader?.read();
      expect(Buffer.from(first?.value ?? []).toString()).toBe("first half, ");
      finish?.();
      const rest = reader?.read();
      if (name === "cut") {
        await expect(rest).rejects.toThrow();
        continue;
      }
      expect(Buffer.from((await rest)?.value ?? []).toString()).toBe("second half");
      // the end is what vouches for the recording
      expect((await reader?.read())?.done).toBe(true);
    }
    const replayed = await start({ replayDir: dir });
    expect(await (await fetch(`${replayed}/a.example/whole`)).text()).toBe("first half, second half");
    expect((await fetch(`${replayed}/a.example/cut`)).status).toBe(404);
  });

  it("answers 502 for a provider that can't be reached, and keeps nothing", async () => {
    const recorder = await start({ recordDir: dir, upstreamBase: "http://127.0.0.1:1" });
    const response = await fetch(`${recorder}/a.example/?api-key=SECRET`);
    expect(response.status).toBe(502);
    const body = await response.text();
    expect(body).toContain("a.example could not be reached");
    expect(body).not.toContain("SECRET");
    expect(files()).toEqual([]);
  });

  it("asks public host names only", async () => {
    const recorder = await start({ recordDir: dir });
    for (const host of [
      "localhost",
      "127.0.0.1",
      "10.0.0.1:80",
      "[::1]",
      "169.254.169.254",
      "a..b",
      "a.example:22",
    ])
      expect((await fetch(`${recorder}/${host}/x`)).status, host).toBe(400);
    expect(files()).toEqual([]);
  });

  it("refuses a folder whose manifest is broken instead of writing over it", async () => {
    const live = await start({});
    await start({ recordDir: dir, upstreamBase: live });
    writeFileSync(path.join(dir, "manifest.jsonl"), "{broken\n");
    await expect(startUpstream({ port: 0, recordDir: dir, upstreamBase: live })).rejects.toThrow(
      /manifest\.jsonl:1: is not JSON/,
    );
    expect(readFileSync(path.join(dir, "manifest.jsonl"), "utf8")).toBe("{broken\n");
  });
});
