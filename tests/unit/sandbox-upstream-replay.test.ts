import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startUpstream, type Upstream, type UpstreamOptions } from "@/sandbox/upstream/server";

let dir: string;
let upstream: Upstream | undefined;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "replay-"));
});
afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
  rmSync(dir, { recursive: true });
});

function file(name: string, content: string): void {
  mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  writeFileSync(path.join(dir, name), content);
}
function manifest(...lines: (object | string)[]): void {
  file(
    "manifest.jsonl",
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
}
async function replay(options: Partial<UpstreamOptions> = {}): Promise<Upstream> {
  upstream = await startUpstream({ port: 0, protocolRows: 60, replayDir: dir, ...options });
  return upstream;
}
const get = (asked: string, init?: RequestInit) => fetch(`${upstream?.url}/${asked}`, init);
const post = (asked: string, body: string) => get(asked, { method: "POST", body });

describe("matching", () => {
  it("takes host, method, path, query and body into account; the first line that fits answers", async () => {
    for (const name of ["one", "two", "three", "four", "five"]) file(`${name}.txt`, name);
    manifest(
      { host: "a.example", path: "/x", query: "(^|&)limit=1001(&|$)", file: "one.txt" },
      { host: "a.example", path: "/x", file: "two.txt" },
      "",
      { host: "b.example", path: "/pools/*/ohlcv", file: "three.txt" },
      {
        method: "POST",
        host: "rpc.example",
        path: "/",
        body: '"method"\\s*:\\s*"getBalance"',
        file: "four.txt",
      },
      { method: "POST", host: "rpc.example", path: "/", body: "getSlot.*finalized", file: "five.txt" },
    );
    await replay();
    const text = async (response: Promise<Response>) => {
      const { status } = await response;
      return status === 200 ? (await response).text() : status;
    };
    expect(await text(get("a.example/x?symbol=B&limit=1001"))).toBe("one");
    expect(await text(get("a.example/x?symbol=B&limit=10010"))).toBe("two");
    expect(await text(get("A.EXAMPLE/x"))).toBe("two");
    expect(await text(get("a.example/x/y"))).toBe(404);
    expect(await text(get("a.example.evil/x"))).toBe(404);
    expect(await text(post("a.example/x", ""))).toBe(404);
    expect(await text(get("b.example/pools/abc/ohlcv?timeframe=1h"))).toBe("three");
    expect(await text(get("b.example/pools"))).toBe(404);
    expect(await text(post("rpc.example/", '{"method" : "getBalance"}'))).toBe("four");
    expect(await text(post("rpc.example", '{"method":"getSlot",\n"params":["finalized"]}'))).toBe("five");
    expect(await text(post("rpc.example/", '{"method":"other"}'))).toBe(404);
    expect(upstream?.requests().at(-1)).toEqual({
      method: "POST",
      host: "rpc.example",
      path: "/",
      query: "",
      status: 404,
      via: "nobody",
      fault: undefined,
    });
  });

  it("compares paths decoded, and queries without keys", async () => {
    file("gold.json", "{}");
    manifest({ host: "q.example", path: "/chart/GC=F", query: "^range=5d$", file: "gold.json" });
    await replay();
    expect((await get("q.example/chart/GC%3DF?api-key=secret&range=5d")).status).toBe(200);
    expect((await get("q.example/chart/GC=F?range=5d&apiKey=other")).status).toBe(200);
    expect((await get("q.example/chart/GC=F?range=5d&key2=x")).status).toBe(404);
    expect(upstream?.requests()[0]?.query).toBe("range=5d");
  });

  it("reads a pattern's special characters literally, except the star", async () => {
    file("a.txt", "a");
    manifest({ host: "a.example", path: "/a.b(c)+/*", file: "a.txt" });
    await replay();
    expect((await get("a.example/a.b(c)+/x/y")).status).toBe(200);
    expect((await get("a.example/aXb(c)+/x")).status).toBe(404);
  });
});

describe("answering", () => {
  it("sends the file's bytes as they are, numbers too long for JavaScript included", async () => {
    const body = '{ "rentEpoch": 18446744073709551615,\n "tvl": 1.10 }';
    file("rpc.json", body);
    manifest({ host: "a.example", path: "/", file: "rpc.json" });
    await replay();
    const response = await get("a.example/");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe(body);
  });

  it("takes the body from inside a wrapper by its pointer", async () => {
    file("wrapped.json", JSON.stringify({ note: "kept by hand", "a/b": [{ data: [1, 2] }] }));
    manifest({ host: "a.example", path: "/", file: "wrapped.json", pointer: "/a~1b/0" });
    await replay();
    expect(await (await get("a.example/")).json()).toEqual({ data: [1, 2] });
  });

  it("gives the recorded status and headers, and keeps redirections on this server", async () => {
    file("moved.html", "");
    manifest({
      host: "www.a.example",
      path: "/feed",
      file: "moved.html",
      status: 301,
      headers: { location: "https://www.a.example/feed/?x=1", "retry-after": "3" },
    });
    await replay();
    const response = await get("www.a.example/feed", { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(response.headers.get("retry-after")).toBe("3");
    expect(response.headers.get("location")).toBe("/www.a.example/feed/?x=1");
  });

  it("applies faults to recordings too", async () => {
    file("a.json", "[1,2,3]");
    manifest({ host: "a.example", path: "/", file: "a.json" });
    await replay({ faults: [{ match: "a.example", fault: { kind: "empty" } }] });
    expect(await (await get("a.example/")).json()).toEqual([]);
  });

  it("leaves what no line matches to nobody, or with fill to the simulator", async () => {
    file("a.json", "[]");
    manifest({ host: "api.llama.fi", path: "/v2/chains", file: "a.json" });
    await replay();
    expect((await get("api.alternative.me/fng/")).status).toBe(404);
    await upstream?.close();
    await replay({ fill: true });
    expect((await get("api.alternative.me/fng/")).status).toBe(200);
    expect(await (await get("api.llama.fi/v2/chains")).json()).toEqual([]);
    expect((await get("nobody.example/")).status).toBe(404);
    expect(upstream?.requests().map(({ via }) => via)).toEqual(["simulator", "replay", "nobody"]);
  });

  it("reads a manifest from elsewhere, its files still from the folder", async () => {
    file("answers/a.json", "[1]");
    file("elsewhere/m.jsonl", JSON.stringify({ host: "a.example", path: "/", file: "a.json" }));
    await replay({
      replayDir: path.join(dir, "answers"),
      manifestFile: path.join(dir, "elsewhere/m.jsonl"),
    });
    expect(await (await get("a.example/")).json()).toEqual([1]);
  });
});

describe("a wrong manifest", () => {
  const line = { host: "a.example", path: "/", file: "a.json" };

  it("is refused with every wrong line named, and what is wrong with it", async () => {
    file("a.json", '{"x":1}');
    file("a.txt", "no json");
    manifest(
      line,
      "{not json",
      { ...line, host: undefined },
      { ...line, host: "A.example" },
      { ...line, path: "x" },
      { ...line, query: "(" },
      { ...line, status: 99 },
      { ...line, methd: "GET" },
      { ...line, file: "missing.json" },
      { ...line, pointer: "/y" },
      { ...line, file: "a.txt", pointer: "/y" },
      { ...line, headers: { "X-Y": "z" } },
      "[]",
    );
    const error: unknown = await replay().catch((reason: unknown) => reason);
    const text = error instanceof Error ? error.message : "";
    const named = (number: number) =>
      text.split("\n").find((one) => one.startsWith(`${path.join(dir, "manifest.jsonl")}:${number}: `)) ?? "";
    expect(text.split("\n")).toHaveLength(12);
    expect(named(2)).toMatch(/is not JSON/);
    expect(named(3)).toMatch(/host: /);
    expect(named(4)).toMatch(/host: must be a host name in lower case/);
    expect(named(5)).toMatch(/path: must begin with \//);
    expect(named(6)).toMatch(/query: is not a regular expression/);
    expect(named(7)).toMatch(/status: /);
    expect(named(8)).toMatch(/methd/);
    expect(named(9)).toMatch(/file "missing\.json" is missing/);
    expect(named(10)).toMatch(/pointer "\/y" leads nowhere in "a\.json"/);
    expect(named(11)).toMatch(/is not JSON, so it has no pointer/);
    expect(named(12)).toMatch(/headers/);
    expect(named(13)).not.toBe("");
  });

  it("can't lead out of the folder: neither by dots, nor by an absolute path, nor by a link", async () => {
    file("answers/a.json", "[]");
    file("answers-of-another/secret.json", '"secret"');
    file("secret.json", '"secret"');
    symlinkSync(path.join(dir, "secret.json"), path.join(dir, "answers/link.json"));
    for (const escape of [
      "../secret.json",
      "sub/../../secret.json",
      "../answers-of-another/secret.json",
      path.join(dir, "secret.json"),
      "link.json",
      "..",
      ".",
    ]) {
      file("answers/manifest.jsonl", JSON.stringify({ ...line, file: escape }));
      await expect(replay({ replayDir: path.join(dir, "answers") }), escape).rejects.toThrow(
        /outside the folder/,
      );
    }
  });

  it("may not be absent, and options that exclude each other are refused", async () => {
    await expect(replay()).rejects.toThrow(/manifest .* can't be read/);
    await expect(startUpstream({ port: 0, fill: true })).rejects.toThrow(/belong to replaying/);
    await expect(startUpstream({ port: 0, manifestFile: "m" })).rejects.toThrow(/belong to replaying/);
    await expect(startUpstream({ port: 0, replayDir: dir, recordDir: dir })).rejects.toThrow(
      /either records or replays/,
    );
  });
});
