import { isRecord } from "@/lib/is-record";

/** Beyond this an answer is not kept to be counted. */
const MAX_COUNTED = 3_000_000;
const MAX_DEPTH = 4;

/** The longest list in a value, or how many members its largest table has; a plain value is one thing. */
export function longestIn(value: unknown, depth = 0): number {
  if (Array.isArray(value)) {
    const [only, second]: unknown[] = value;
    // A single page holds what it lists.
    return second === undefined && isRecord(only) ? longestIn(only, depth + 1) : value.length;
  }
  if (!isRecord(value) || depth === MAX_DEPTH) return value === null || value === undefined ? 0 : 1;
  const members = Object.values(value);
  const lists = members.filter((one) => typeof one === "object" && one !== null);
  if (members.length === 0) return 0;
  // A table of rows by their names, as against an object with fields.
  const rows = lists.length === members.length && !members.some(Array.isArray) ? members.length : 1;
  return Math.max(rows, ...lists.map((one) => longestIn(one, depth + 1)));
}

/** How many rows an answer holds, as JSON, RSS or CSV; null for what can't be told. */
export function rowsIn(text: string): number | null {
  const trimmed = text.replace(/^\uFEFF/, "").trimStart();
  if (trimmed.startsWith("{") || trimmed.startsWith("[")) {
    try {
      return longestIn(JSON.parse(trimmed));
    } catch {
      return null; // broken off: the reading itself says so
    }
  }
  if (trimmed.startsWith("<")) return trimmed.match(/<(?:item|entry)[\s>]/g)?.length ?? 0;
  return Math.max(0, trimmed.split("\n").filter((line) => line.trim() !== "").length - 1);
}

/** A `fetch` that keeps what was answered last, if it is not too much. */
export function watching(fetcher: typeof fetch): { fetch: typeof fetch; seen: () => number | null } {
  let kept: Uint8Array[] = [];
  let size = 0;
  const watched: typeof fetch = async (input, init) => {
    const response = await fetcher(input, init);
    [kept, size] = [[], 0];
    if (!response.ok || response.body === null) return response;
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          size += chunk.length;
          if (size <= MAX_COUNTED) kept.push(chunk);
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(body, { status: response.status, headers: response.headers });
  };
  const seen = (): number | null => {
    if (size === 0 || size > MAX_COUNTED) return null;
    const decoder = new TextDecoder();
    return rowsIn(kept.map((chunk) => decoder.decode(chunk, { stream: true })).join(""));
  };
  return { fetch: watched, seen };
}
