import { setTimeout as delay } from "node:timers/promises";
import { type Answer, collect, json, text } from "../http/answer";
import { emptied } from "./empty";
import type { Fault } from "./fault";

/** CloudFront's words to a country that its customer has blocked. */
const BLOCKED_COUNTRY = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
<HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=iso-8859-1">
<TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY>
<H1>403 ERROR</H1><H2>The request could not be satisfied.</H2><HR noshade size="1px">
The Amazon CloudFront distribution is configured to block access from your country.
We can't connect to the server for this app or website at this time.
</BODY></HTML>
`;

const RESTRICTED = {
  code: 0,
  msg: "Service unavailable from a restricted location according to 'b. Eligibility' in https://www.binance.com/en/terms. Please contact customer service if you believe you received this message in error.",
};

const PAGE = `<!doctype html><html lang="en"><head><title>Just a moment...</title></head>
<body><h1>Checking your browser before you continue</h1><noscript>Enable JavaScript</noscript></body></html>
`;

function refusal(fault: Fault & { kind: "status" }): Answer {
  switch (fault.status) {
    case 403:
      return text("text/html", BLOCKED_COUNTRY, 403);
    case 451:
      return json(RESTRICTED, 451);
    case 500:
      return text("text/plain; charset=utf-8", "Internal Server Error", 500);
    case 429: {
      const answer = text("text/plain; charset=utf-8", "Too Many Requests", 429);
      return { ...answer, headers: { ...answer.headers, "retry-after": String(fault.retryAfterSec) } };
    }
  }
}

const ROW = Buffer.from(`${JSON.stringify({ name: "filler", text: "x".repeat(1000) })},`);

/** A JSON list of filler; of exactly `bytes` bytes when that is finite. */
async function* list(bytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from("[");
  let left = bytes - 2;
  const block = Buffer.concat(Array.from({ length: 64 }, () => ROW));
  // the last row is padding, because every other one ends in a comma
  for (; left >= block.length + 2; left -= block.length) yield block;
  if (left > 0) yield Buffer.from(left === 1 ? "1" : JSON.stringify("x".repeat(left - 2)));
  yield Buffer.from("]");
}

async function* drip(body: Uint8Array, everyMs: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let i = 0; ; i++) {
    yield i < body.length ? body.subarray(i, i + 1) : Buffer.from(" ");
    await delay(everyMs, undefined, { signal });
  }
}

/** Lets a fault befall a request whose right answer is `ask()`. Null: reset the connection. */
export async function applyFault(
  fault: Fault,
  ask: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer | null> {
  switch (fault.kind) {
    case "slow":
      await delay(fault.ms, undefined, { signal });
      return ask();
    case "down":
      return null;
    case "status":
      return refusal(fault);
    case "html":
      return text("text/html; charset=utf-8", PAGE);
    case "empty": {
      const answer = await ask();
      const body = (await collect(answer)).toString();
      return { ...answer, body: emptied(body, answer.headers["content-type"] ?? "") };
    }
    case "truncated": {
      const answer = await ask();
      const body = await collect(answer);
      return { ...answer, body: body.subarray(0, Math.floor(body.length / 2)) };
    }
    case "oversized":
      return {
        status: 200,
        headers: { "content-type": "application/json", "content-length": String(Math.max(2, fault.bytes)) },
        body: list(Math.max(2, fault.bytes)),
      };
    case "endless":
      return { status: 200, headers: { "content-type": "application/json" }, body: list(Infinity) };
    case "drip": {
      const answer = await ask();
      return { ...answer, body: drip(await collect(answer), fault.everyMs, signal) };
    }
  }
}
