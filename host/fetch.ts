/**
 * `fetch` for the questions that a sale asks of others: a POST of text, to the ledger, to facilitators and to our nodes. Over
 * `node:http` such a request takes a third of the CPU time that Node's `fetch` takes. Everything else is Node's own.
 */
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { readLimited } from "@/lib/http/read-limited";
import { platformSignal } from "./timeout-signal";

/** Node's own, before Next puts one in its place that traces each request and looks for it in a cache. */
const { fetch: nodeFetch } = globalThis;

/** As long as Node's `fetch` keeps a connection that nobody uses; servers close theirs later. */
const IDLE_MS = 4_000;
const kept = { keepAlive: true, timeout: IDLE_MS };
const CLIENTS = {
  "http:": { request: http.request, agent: new http.Agent(kept) },
  "https:": { request: https.request, agent: new https.Agent(kept) },
};

/** What Node's `fetch` says of itself: servers should see no other client than elsewhere. */
const COMMON = {
  accept: "*/*",
  "accept-encoding": "gzip",
  "user-agent": "node",
  "content-type": "text/plain;charset=UTF-8",
};

const MAX_CODINGS = 5;

const failed = (message: string, cause: unknown): TypeError => new TypeError(message, { cause });

async function* chunksOf(stream: Readable, signal: AbortSignal | null): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer; // a stream without an encoding yields Buffers
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : failed("terminated", error);
  }
}

/** An answer, whose body costs no web stream unless it is asked for as one. */
export class Reply implements Response {
  readonly redirected = false;
  readonly type = "basic";
  #headers: Headers | undefined;
  #rest: Response | undefined;
  #isUsed = false;

  constructor(
    readonly url: string,
    private readonly message: IncomingMessage,
    private readonly stream: Readable,
    private readonly signal: AbortSignal | null,
  ) {}

  get status(): number {
    return this.message.statusCode ?? 0;
  }

  get statusText(): string {
    return this.message.statusMessage ?? "";
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get headers(): Headers {
    if (this.#headers === undefined) {
      this.#headers = new Headers();
      const { rawHeaders } = this.message;
      for (let at = 0; at + 1 < rawHeaders.length; at += 2)
        this.#headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
    }
    return this.#headers;
  }

  get bodyUsed(): boolean {
    return this.#isUsed || (this.#rest?.bodyUsed ?? false);
  }

  /** The body's bytes, or null when there are more than `limit`: then the rest is not read. */
  async read(limit: number): Promise<Buffer | null> {
    if (this.bodyUsed || this.#rest !== undefined) throw new TypeError("The body was read before");
    this.#isUsed = true;
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of chunksOf(this.stream, this.signal)) {
      length += chunk.byteLength;
      if (length > limit) return null; // leaving the loop ends the stream
      chunks.push(chunk);
    }
    const [only] = chunks;
    return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, length);
  }

  async text(): Promise<string> {
    return (await this.read(Infinity))?.toString("utf8") ?? "";
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }

  /** As the platform has it, for whoever wants more than text. */
  #whole(): Response {
    if (this.#isUsed) throw new TypeError("The body was read before");
    const { status, statusText, headers } = this;
    const body = Readable.toWeb(
      Readable.from(chunksOf(this.stream, this.signal)),
    ) as ReadableStream<Uint8Array>;
    return (this.#rest ??= new Response([204, 205, 304].includes(status) ? null : body, {
      ...{ status, statusText, headers },
    }));
  }

  get body(): Response["body"] {
    return this.#whole().body;
  }
  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole().arrayBuffer();
  }
  bytes(): ReturnType<Response["bytes"]> {
    return this.#whole().bytes();
  }
  blob(): Promise<Blob> {
    return this.#whole().blob();
  }
  formData(): Promise<FormData> {
    return this.#whole().formData();
  }
  clone(): Response {
    return this.#whole().clone();
  }
}

/** A request that this file sends by itself. */
interface Question {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal | null;
  redirect: RequestRedirect;
}

function questionOf(input: RequestInfo | URL, init: RequestInit | undefined): Question | null {
  if (typeof input !== "string" || init?.method !== "POST" || typeof init.body !== "string") return null;
  const { headers = {}, body, signal = null, redirect = "follow" } = init;
  if (headers instanceof Headers || Array.isArray(headers) || !URL.canParse(input)) return null;
  return { url: new URL(input), headers: headers as Record<string, string>, body, signal, redirect };
}

/** With names in small letters, the later word for each. */
const joined = (...all: readonly Readonly<Record<string, string>>[]): Record<string, string> =>
  Object.fromEntries(
    all.flatMap((one) => Object.entries(one).map(([name, value]) => [name.toLowerCase(), value])),
  );

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The codings of a body, the last one first; more than a few are nobody's. */
const codingsOf = ({ headers }: IncomingMessage): string[] =>
  (headers["content-encoding"] ?? "")
    .split(",", MAX_CODINGS)
    .map((coding) => coding.trim().toLowerCase())
    .reverse();

/** A message's body without the codings that are known; whoever reads it is told of what failed. */
export function decoded(message: IncomingMessage): Readable {
  let body: Readable = message;
  for (const coding of codingsOf(message)) {
    const decoder = DECODERS[coding];
    if (decoder === undefined) return body;
    body = pipeline(body, decoder(), () => undefined);
  }
  return body;
}

/** Sends once, and never again: what was asked may have been done. */
function ask({ url, headers, body, signal, redirect }: Question): Promise<Response> {
  const client = CLIENTS[url.protocol as keyof typeof CLIENTS];
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const length = { "content-length": String(Buffer.byteLength(body)) };
    const options = { method: "POST", agent: client.agent, headers: joined(COMMON, headers, length) };
    const sent = client.request(url, options, (message) => {
      const { statusCode = 0 } = message;
      if (redirect !== "manual" && statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
        message.destroy();
        return reject(failed("fetch failed", new Error("a request with a body was redirected")));
      }
      resolve(new Reply(url.href, message, decoded(message), signal));
    });
    const abort = (): void => void sent.destroy(signal?.reason as Error);
    signal?.addEventListener("abort", abort);
    sent.once("close", () => signal?.removeEventListener("abort", abort));
    sent.once("error", (error) =>
      reject(signal?.aborted === true ? (signal.reason as Error) : failed("fetch failed", error)),
    );
    sent.end(body);
  });
}

/** Node's own `fetch` knows the platform's signals alone. */
const withPlatformSignal = (init: RequestInit | undefined): RequestInit | undefined =>
  init?.signal ? { ...init, signal: platformSignal(init.signal) } : init;

export const fetch: typeof nodeFetch = (input, init) => {
  const question = questionOf(input as RequestInfo, init as RequestInit | undefined);
  if (question === null || !(question.url.protocol in CLIENTS))
    return nodeFetch(input, withPlatformSignal(init));
  return ask(question) as ReturnType<typeof nodeFetch>;
};

/** In the place of lib/http/read-reply.ts in this host's bundle. */
export const readReply = (response: Response, limit: number): Promise<Uint8Array | null> =>
  response instanceof Reply ? response.read(limit) : readLimited(response.body, limit);
