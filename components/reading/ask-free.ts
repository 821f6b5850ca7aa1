import { isRecord } from "@/lib/is-record";

/** `status`: null where nothing came back, or nothing that can be read. */
export interface Failed {
  state: "failed";
  status: number | null;
  why: string;
}

export type Found<T> = { state: "read"; value: T } | Failed;

/** What is said of an answer that can't be read, or drawn. */
export const UNREAD = "What came back is not of the form that this page reads.";

const TIME_LIMIT_MS = 15_000;
/** What a free route may answer in its own form beside 2xx; every other refusal is an error. */
const UNPROCESSABLE = 422;

const errorIn = (body: unknown): string | null =>
  isRecord(body) && typeof body.error === "string" ? body.error : null;

interface Came {
  status: number;
  ok: boolean;
  body: unknown;
}

async function ask(path: string, request: RequestInit): Promise<Came> {
  const response = await fetch(path, { ...request, signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  return { status: response.status, ok: response.ok, body: await response.json() };
}

/** Plain readings under way: parts of a page that ask for the same at once are answered by one. */
const underWay = new Map<string, Promise<Came>>();

function readPlain(path: string): Promise<Came> {
  const came = underWay.get(path) ?? ask(path, { headers: { accept: "application/json" } });
  underWay.set(path, came);
  const forget = (): void => void underWay.delete(path);
  came.then(forget, forget);
  return came;
}

/**
 * Asks a free route of this service. `read` gives null for what is not of its form; `proof` are headers that entitle to
 * more; with `sent`, which becomes the body, the call is a POST. Never throws.
 */
export async function askFree<T>(
  path: string,
  read: (body: unknown) => T | null,
  proof: Readonly<Record<string, string>> = {},
  sent?: Readonly<Record<string, unknown>>,
): Promise<Found<T>> {
  try {
    const isPlain = sent === undefined && Object.keys(proof).length === 0;
    const { status, ok, body } = await (isPlain
      ? readPlain(path)
      : ask(path, {
          headers: {
            accept: "application/json",
            ...(sent === undefined ? {} : { "content-type": "application/json" }),
            ...proof,
          },
          ...(sent === undefined ? {} : { method: "POST", body: JSON.stringify(sent) }),
        }));
    const value = ok || status === UNPROCESSABLE ? read(body) : null;
    if (value !== null) return { state: "read", value };
    const unread = ok ? UNREAD : `The service answered ${status}.`;
    return { state: "failed", status, why: errorIn(body) ?? unread };
  } catch {
    return { state: "failed", status: null, why: "This browser got no answer." }; // offline, too slow, or no JSON: one remedy
  }
}
