import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createResolve } from "@/lib/security/dns/resolve";
import { type Resolver, sendMessage, startResolver, type Zone } from "@/sandbox/sites/resolver";

const PUBLIC = ["93.184.215.14", "2606:2800:21f::1"];

let first: Resolver;
let second: Resolver;

beforeAll(async () => {
  [first, second] = await Promise.all([startResolver({}, 0), startResolver({}, 0)]);
});
afterEach(() => {
  for (const resolver of [first, second]) {
    resolver.serve({});
    resolver.asked.length = 0;
  }
});
afterAll(() => Promise.all([first.close(), second.close()]));

/** Resolves `site.com` by both resolvers. */
function resolve(timeoutMs = 2_000) {
  const resolvers = [`${first.url}/dns-query`, `${second.url}/resolve?ct=1`];
  return createResolve({ fetch, resolvers, timeoutMs })("site.com");
}

function say(one: Zone[string], other: Zone[string] = one): void {
  first.serve({ "site.com": one });
  second.serve({ "site.com": other });
}

describe("a name's resolution", () => {
  it("asks both resolvers for both families and lists every address once", async () => {
    say(PUBLIC, [...PUBLIC, "93.184.215.15"]);
    expect(await resolve()).toMatchObject({ ok: true, addresses: [...PUBLIC, "93.184.215.15"] });
    for (const { asked } of [first, second])
      expect([...asked].sort()).toEqual(["A site.com", "AAAA site.com"]);
  });

  it("takes another spelling of an address for the same, written as a socket writes it", async () => {
    say(["2606:2800:021F:0:0:0:0:1"], PUBLIC);
    expect(await resolve()).toMatchObject({ ok: true, addresses: ["2606:2800:21f::1", "93.184.215.14"] });
  });

  it("takes different public addresses, and a family without any", async () => {
    say(["93.184.215.14"], ["8.8.8.8"]);
    expect(await resolve()).toMatchObject({ ok: true });
    say(["2606:2800:21f::1"]);
    expect(await resolve()).toMatchObject({ ok: true });
  });

  it.each([
    "10.0.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "168.63.129.16",
    "::1",
    "::ffff:8.8.8.8",
    "fd00::1",
    "64:ff9b::808:808",
    "not an address",
  ])("refuses %j from either resolver beside public ones", async (address) => {
    say(PUBLIC, [...PUBLIC, address]);
    // What is neither family's text is told as an A record by this resolver.
    expect(await resolve()).toEqual({ ok: false, reason: "not_public" });
    say([address, ...PUBLIC], PUBLIC);
    expect(await resolve()).toEqual({ ok: false, reason: "not_public" });
  });

  it("says so when a name does not exist, or has no address", async () => {
    expect(await resolve()).toEqual({ ok: false, reason: "no_such_name" });
    say([]);
    expect(await resolve()).toEqual({ ok: false, reason: "no_address" });
  });

  it("counts only records of the type that was asked for", async () => {
    say((response) =>
      sendMessage(response, {
        Status: 0,
        TC: false,
        Answer: [
          { name: "site.com", type: 5, TTL: 1, data: "cdn.site.net" },
          { name: "site.com", type: 16, TTL: 1, data: "10.0.0.1" },
        ],
      }),
    );
    expect(await resolve()).toEqual({ ok: false, reason: "no_address" });
  });

  it.each([
    ["SERVFAIL", { Status: 2 }],
    ["REFUSED", { Status: 5 }],
    ["a truncated answer", { Status: 0, TC: true, Answer: [{ type: 1, data: "8.8.8.8" }] }],
    ["a truncation that is not a boolean", { Status: 0, TC: 1, Answer: [{ type: 1, data: "8.8.8.8" }] }],
    ["no status", { Answer: [{ type: 1, data: "8.8.8.8" }] }],
    ["records that are no list", { Status: 0, Answer: "8.8.8.8" }],
    ["a record that is none", { Status: 0, Answer: [null] }],
    [
      "an address that is no text",
      {
        Status: 0,
        Answer: [
          { type: 1, data: 134744072 },
          { type: 28, data: 1 },
        ],
      },
    ],
    ["a list", []],
    ["null", null],
  ])("refuses %s from one resolver, whatever the other says", async (_what, message) => {
    say(PUBLIC, (response) => sendMessage(response, message));
    expect(await resolve()).toEqual({ ok: false, reason: "failed" });
  });

  it("refuses a resolver that fails, redirects, writes no JSON or too much, or says nothing in time", async () => {
    const failures: Extract<Zone[string], (...given: never[]) => void>[] = [
      (response) => response.writeHead(500).end("{}"),
      (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
      (response) => response.writeHead(200).end("<html>"),
      (response) => response.writeHead(200).end(`{"Status":0,"pad":"${"x".repeat(70_000)}"}`),
      (response) => void response.socket?.destroy(),
      () => undefined,
    ];
    for (const failure of failures) {
      say(PUBLIC, failure);
      expect(await resolve(300)).toEqual({ ok: false, reason: "failed" });
    }
  });

  it("prefers to say that an address is not public, even when a resolver fails", async () => {
    say(["10.0.0.1"], (response) => void response.socket?.destroy());
    expect(await resolve()).toEqual({ ok: false, reason: "not_public" });
  });
});
