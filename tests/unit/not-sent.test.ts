import { describe, expect, it } from "vitest";
import { isNotSent } from "@/lib/http/not-sent";

/** As Node's fetch fails, and the edge runtime of `next start` with it. */
const failed = (cause: unknown): Error => new TypeError("fetch failed", { cause });
const socket = (code: string, syscall?: string): Error =>
  Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) });

describe("a request", () => {
  it.each([
    ["nobody listens", socket("ECONNREFUSED", "connect")],
    ["there is no way", socket("ENETUNREACH", "connect")],
    ["the connection timed out", socket("ETIMEDOUT", "connect")],
    ["the name is unknown", socket("ENOTFOUND", "getaddrinfo")],
    ["names can't be asked for", socket("EAI_AGAIN", "getaddrinfo")],
    ["undici gave up connecting", socket("UND_ERR_CONNECT_TIMEOUT")],
    [
      "none of several addresses answers",
      Object.assign(
        new AggregateError([socket("ENETUNREACH", "connect"), socket("ECONNREFUSED", "connect")]),
        { code: "ENETUNREACH" },
      ),
    ],
  ])("never left when %s", (_, cause) => {
    expect(isNotSent(failed(cause))).toBe(true);
  });

  it.each([
    ["the connection was reset while reading", socket("ECONNRESET", "read")],
    ["the connection was reset while writing", socket("ECONNRESET", "write")],
    ["the way was lost while reading", socket("EHOSTUNREACH", "read")],
    ["the other side closed", socket("UND_ERR_SOCKET")],
    ["TLS failed", socket("ERR_SSL_WRONG_VERSION_NUMBER")],
    ["a certificate was refused", socket("DEPTH_ZERO_SELF_SIGNED_CERT")],
    ["the answer was no HTTP", socket("HPE_INVALID_CONSTANT")],
    ["headers took too long", socket("UND_ERR_HEADERS_TIMEOUT")],
    ["the runtime tells nothing", undefined],
    ["the runtime tells a text", "ECONNREFUSED"],
    [
      "one of several addresses had been reached",
      new AggregateError([socket("ECONNREFUSED", "connect"), socket("ECONNRESET", "read")]),
    ],
    ["it had several reasons, and none is known", new AggregateError([])],
  ])("may have left when %s", (_, cause) => {
    expect(isNotSent(failed(cause))).toBe(false);
  });

  it("may have left when it was cut off by the clock", () => {
    expect(isNotSent(new DOMException("The operation was aborted due to timeout", "TimeoutError"))).toBe(
      false,
    );
  });

  it("may have left when the failure is its own cause", () => {
    const circular: Error & { cause?: unknown } = new Error("circular");
    circular.cause = circular;
    expect(isNotSent(circular)).toBe(false);
  });
});
