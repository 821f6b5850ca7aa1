import { Agent, request } from "node:http";

/** One request: a POST without a body, which every route of the catalog takes, unless it says otherwise. */
export interface LoadRequest {
  url: string;
  headers: Record<string, string>;
  method?: "GET" | "POST";
  body?: string;
}

export interface Reply {
  status: number;
  /** Names as sent, and values, in turn. */
  rawHeaders: string[];
  body: string;
  ms: number;
}

const lengthOf = (method: string, body: string): Record<string, string> =>
  method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) };

/** Sends one request and reads its whole answer. */
export const sendRequest = (
  { url, headers, method = "POST", body = "" }: LoadRequest,
  agent?: Agent,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const sent = request(
      url,
      { method, headers: { ...headers, ...lengthOf(method, body) }, ...(agent && { agent }) },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            rawHeaders: response.rawHeaders,
            body: Buffer.concat(chunks).toString(),
            ms: performance.now() - startedAt,
          }),
        );
      },
    );
    sent.once("error", reject);
    sent.end(body);
  });

export interface LoadResult {
  seconds: number;
  /** How long each request took. */
  ms: number[];
}

/**
 * Sends `count` requests over `concurrency` kept connections. Throws at the first answer with another status than
 * expected: figures of failures are worth nothing.
 */
export async function runLoad(
  shot: (index: number) => LoadRequest,
  count: number,
  concurrency: number,
  expected: number,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const ms: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const worker = async (): Promise<void> => {
    while (next < count) {
      const asked = shot(next++);
      const reply = await sendRequest(asked, agent);
      if (reply.status !== expected)
        throw new Error(
          `${asked.url} answered ${reply.status}, not ${expected}: ${reply.body.slice(0, 300)}`,
        );
      ms.push(reply.ms);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
    return { seconds: (performance.now() - startedAt) / 1000, ms };
  } finally {
    agent.destroy();
  }
}
