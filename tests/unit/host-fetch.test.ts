import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetch as hostFetch, readReply, Reply } from "@/host/fetch";
import { isNotSent } from "@/lib/http/not-sent";

/** A server whose answers each test sets; `asked` counts requests. */
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
let asked = 0;
const sockets = new Set<Socket>();
const server = createServer((request, response) => {
  asked += 1;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => answer(request, response, Buffer.concat(chunks).toString()));
});
server.on("connection", (socket) => sockets.add(socket));
let url: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?q=1`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const POST = { method: "POST", headers: { "content-type": "application/json" }, body: '{"a":"ü"}' } as const;
const BOTH = [
  ["Node's own", globalThis.fetch],
  ["the host's", hostFetch],
] as const;

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail("nothing failed"),
    (error: unknown) => error,
  );

describe.each(BOTH)("a POST of text by %s fetch", (_, fetch) => {
  it("sends method, address, headers and body, and reads status, headers and text", async () => {
    answer = ({ method, url: path, headers }, response, body) => {
      const seen = { method, path, body, type: headers["content-type"], mine: headers["x-mine"] };
      response.writeHead(202, { "x-a": "1", "set-cookie": ["b=1", "c=2"] }).end(JSON.stringify(seen));
    };
    const response = await fetch(url, { ...POST, headers: { ...POST.headers, "X-Mine": "yes" } });
    expect([response.status, response.ok, response.statusText]).toEqual([202, true, "Accepted"]);
    expect([response.headers.get("X-A"), response.headers.getSetCookie()]).toEqual(["1", ["b=1", "c=2"]]);
    const seen = { method: "POST", path: "/path?q=1", body: POST.body };
    expect(await response.json()).toEqual({ ...seen, type: "application/json", mine: "yes" });
    expect(response.bodyUsed).toBe(true);
  });

  it("decodes what is compressed, and streams what is asked for as a stream", async () => {
    const long = "ü".repeat(200_000);
    answer = (_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(long));
    expect(await (await fetch(url, POST)).text()).toBe(long);
    const { body } = await fetch(url, POST);
    expect(await new Response(body).text()).toBe(long);
  });

  it("reads no more than a limit", async () => {
    answer = (_request, response) => response.end("x".repeat(1_000));
    expect((await readReply(await fetch(url, POST), 1_000))?.byteLength).toBe(1_000);
    expect(await readReply(await fetch(url, POST), 999)).toBeNull();
  });

  it("hands over a redirect that is asked for by hand", async () => {
    answer = (_request, response) => response.writeHead(307, { location: url }).end();
    asked = 0;
    const response = await fetch(url, { ...POST, redirect: "manual" });
    expect([response.status, response.headers.get("location"), asked]).toEqual([307, url, 1]);
  });

  it("ends with the signal's own reason: before it is sent, while it waits, and within the body", async () => {
    expect(await failure(fetch(url, { ...POST, signal: AbortSignal.abort("gone") }))).toBe("gone");
    answer = () => undefined;
    const late = await failure(fetch(url, { ...POST, signal: AbortSignal.timeout(50) }));
    expect(late).toMatchObject({ name: "TimeoutError" });
    answer = (_request, response) => void response.writeHead(200, { "content-length": "10" }).write("x");
    const begun = await fetch(url, { ...POST, signal: AbortSignal.timeout(200) });
    expect(await failure(begun.text())).toMatchObject({ name: "TimeoutError" });
  });

  it("tells what was never sent from what may have been", async () => {
    const closed = createServer();
    closed.listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, "close");
    const refused = await failure(fetch(`http://127.0.0.1:${port}/`, POST));
    expect(refused).toBeInstanceOf(TypeError);
    expect(isNotSent(refused)).toBe(true);
    expect(isNotSent(await failure(fetch("http://nowhere.invalid/", POST)))).toBe(true);

    answer = (request) => request.socket.destroy();
    const cut = await failure(fetch(url, POST));
    expect(cut).toBeInstanceOf(TypeError);
    expect(isNotSent(cut)).toBe(false);
    answer = (request, response) => {
      response.writeHead(200, { "content-length": "10" }).write("x");
      setTimeout(() => request.socket.destroy(), 20);
    };
    const halfway = await failure((await fetch(url, POST)).text());
    expect(halfway).toBeInstanceOf(TypeError);
    expect(isNotSent(halfway)).toBe(false);
  });
});

it("a redirect that nobody asked for by hand is refused: what was asked may have been done", async () => {
  answer = (_request, response) => response.writeHead(308, { location: url }).end();
  asked = 0;
  expect(await failure(hostFetch(url, POST))).toMatchObject({ message: "fetch failed" });
  expect(asked).toBe(1);
});

it("one connection serves many requests, and everything but a POST of text is Node's own", async () => {
  answer = (_request, response) => response.end("{}");
  await (await hostFetch(url, POST)).text();
  const before = sockets.size;
  for (let sent = 0; sent < 5; sent += 1)
    expect(await hostFetch(url, POST).then((one) => one.text())).toBe("{}");
  expect(sockets.size).toBe(before);
  for (const other of [await hostFetch(url), await hostFetch(url, { ...POST, headers: new Headers() })])
    expect(other).not.toBeInstanceOf(Reply);
});
