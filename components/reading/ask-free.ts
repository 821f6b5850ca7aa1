import { isRecord } from "@/lib/is-record";

export type Found<T> =
  | { state: "read"; value: T }
  /** `status`: null where nothing came back. */
  | { state: "failed"; status: number | null; why: string };

const TIME_LIMIT_MS = 15_000;

const errorIn = (body: unknown): string | null =>
  isRecord(body) && typeof body.error === "string" ? body.error : null;

/**
 * Asks a free route of this service. `read` gives null for what is not of its form; `proof` are
 * headers that entitle to more. Never throws.
 */
export async function askFree<T>(
  path: string,
  read: (body: unknown) => T | null,
  proof: Readonly<Record<string, string>> = {},
): Promise<Found<T>> {
  try {
    const response = await fetch(path, {
      headers: { accept: "application/json", ...proof },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    const body: unknown = await response.json();
    const { status } = response;
    if (!response.ok)
      return { state: "failed", status, why: errorIn(body) ?? `The service answered ${status}.` };
    const value = read(body);
    return value === null
      ? { state: "failed", status, why: "What came back is not of the form that this page reads." }
      : { state: "read", value };
  } catch {
    return { state: "failed", status: null, why: "This browser got no answer." }; // offline, too slow, or no JSON: one remedy
  }
}
