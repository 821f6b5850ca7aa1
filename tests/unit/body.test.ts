import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { yieldsEntry } from "@/lib/desks/yields/entry";
import { ApiError } from "@/lib/http/api-error";
import { readArguments } from "@/lib/http/body";
import { parseRequest } from "@/lib/payments/answers/route-function";

const sent = (body: BodyInit, headers: Record<string, string>): Request =>
  new Request("https://svc.example.com/", { method: "POST", body, headers });

describe("a body", () => {
  it("that is compressed is told so, and not called broken JSON", async () => {
    const compressed = sent(gzipSync("{}"), {
      "content-type": "application/json",
      "content-encoding": "gzip",
    });
    await expect(readArguments(compressed, 1_000)).rejects.toMatchObject({
      code: "unsupported_media_type",
      status: 415,
      message: 'The body is compressed by "gzip"; send it as it is.',
    });
    const plain = sent('{"a":1}', { "content-type": "application/json", "content-encoding": "identity" });
    expect(await readArguments(plain, 1_000)).toEqual({ a: 1 });
  });

  it("whose sender hangs up before its end is no failure of the service", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("{"));
        controller.error(new Error("aborted"));
      },
    });
    // Streams need the member that says so; the DOM's types don't have it.
    const request = new Request("https://svc.example.com/", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    await expect(readArguments(request, 1_000)).rejects.toMatchObject({
      code: "invalid_request",
      status: 400,
    });
  });
});

describe("a call that names its arguments in the query", () => {
  const call = (query: string) =>
    parseRequest(
      yieldsEntry,
      new Request(`https://svc.example.com${yieldsEntry.path}${query}`, { method: "POST" }),
      {},
    );

  it("is refused, since without them another answer would be sold", () => {
    expect(() => call("?chain=base&limit=3&chain=solana")).toThrow(ApiError);
    expect(() => call("?chain=base")).toThrow("`chain`: is taken in the JSON body, not in the query");
  });

  it("is answered where no body has such a name, as those that trackers add", () => {
    expect(call("?utm_source=feed&CHAIN=base").input).toMatchObject({ limit: 10 });
  });
});
