/**
 * Before each file of the integration suite: every answer that the service gives under /api to any client in this
 * process is held against the service's own /openapi.json, and a test fails with what is undocumented. Only answers that
 * came whole are judged: tests cut connections.
 */
import { afterAll, afterEach } from "vitest";
import type { OpenApiDocument } from "@/lib/discovery/openapi/format";
import { judgeBy, type Answer, type Judge } from "./contract";
import { MADE_UP } from "./made-up";
import { world } from "./world";

const send = globalThis.fetch;
/** How long a test's end waits for an answer that its test did not wait for. */
const PATIENCE_MS = 2_000;

let judge: Promise<Judge> | undefined;
const open = new Set<Promise<void>>();
let wrong: string[] = [];
let count = 0;

/** How many answers were judged in this file. */
export const judged = (): number => count;

async function readJudge(): Promise<Judge> {
  const response = await send(`${world().origin}/openapi.json`);
  return judgeBy((await response.json()) as OpenApiDocument); // rendered from that type
}

async function take(response: Response, answer: Omit<Answer, "body">): Promise<void> {
  let body: string;
  try {
    body = await response.text();
  } catch {
    return; // cut or aborted: there is no answer
  }
  const verdict = (await (judge ??= readJudge()))({ ...answer, body });
  count += 1;
  if (verdict !== null) wrong.push(verdict);
}

function watch(work: Promise<void>): void {
  const taken = work
    .catch((error: unknown) => void wrong.push(String(error)))
    .finally(() => open.delete(taken));
  open.add(taken);
}

globalThis.fetch = async (input, init) => {
  const response = await send(input, init);
  const { method, url } = input instanceof Request ? input : { method: "GET", url: String(input) };
  const { pathname: path } = new URL(url);
  const { status, headers } = response;
  // Nothing else that the tests talk to has anything under /api, but for what a test answers in the service's place.
  if (path.startsWith("/api/") && !headers.has(MADE_UP))
    watch(take(response.clone(), { method: init?.method ?? method, path, status, headers }));
  return response;
};

async function settle(): Promise<void> {
  await Promise.race([Promise.all(open), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const reported = [...new Set(wrong)];
  wrong = [];
  if (reported.length > 0) throw new Error(`not as /openapi.json says:\n${reported.join("\n")}`);
}

afterEach(settle);
afterAll(settle);
