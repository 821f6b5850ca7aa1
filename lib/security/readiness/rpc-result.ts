import { asObject, parseObject } from "../openapi";
import { readAnswer } from "../probes/answer";
import type { SiteResponse } from "../site-response";
import { fail, inconclusive, JSON_TYPE, type Judgement } from "./check";

type Json = Readonly<Record<string, unknown>>;

/** A server writes a few events before its answer; to read a flood of them costs seconds. */
const MAX_EVENTS = 64;

/** Whether an answer sends a POST on as it is. The other redirects make a GET of it, so no endpoint stands behind them. */
export const leadsPostsOn = ({ status, headers }: SiteResponse): boolean =>
  (status === 307 || status === 308) && headers.has("location");

/** The result in a JSON-RPC answer, given as JSON or as the first such event of a stream. */
export function rpcResult(
  answer: SiteResponse | null,
): { ok: true; value: Json } | { ok: false; judgement: Judgement } {
  if (answer !== null && leadsPostsOn(answer))
    return {
      ok: false,
      judgement: inconclusive(`The path leads on (${answer.status}), and nothing is posted anywhere else.`),
    };
  const read = readAnswer(answer);
  if (read.kind === "none")
    return {
      ok: false,
      judgement: read.status === "inconclusive" ? inconclusive(read.observed) : fail(read.observed),
    };
  const texts =
    read.type === "text/event-stream"
      ? read.text.split(/\r\n\r\n|\n\n|\r\r/, MAX_EVENTS).map(eventData)
      : JSON_TYPE.test(read.type)
        ? [read.text]
        : [];
  const messages = texts.map(parseObject).filter((message) => message?.jsonrpc === "2.0");
  const result = messages.map((message) => asObject(message?.result)).find((one) => one !== null);
  if (result !== undefined) return { ok: true, value: result };
  if (read.truncated) return { ok: false, judgement: inconclusive("The answer is longer than is read.") };
  const refused = messages.some((message) => asObject(message?.error) !== null);
  return { ok: false, judgement: fail(refused ? "A JSON-RPC error." : "The answer is not JSON-RPC.") };
}

const eventData = (event: string): string =>
  event
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n");
