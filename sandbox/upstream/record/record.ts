import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Answer, json } from "../http/answer";
import { exactly } from "../http/glob";
import type { UpstreamRequest } from "../http/request";
import { loadManifest, type ManifestLine } from "../replay/manifest";

/** Belong to one connection, or to the caller and not to the question. */
const NOT_FORWARDED =
  /^(host|connection|keep-alive|te|trailer|upgrade|transfer-encoding|content-length|accept-encoding|expect|cookie|forwarded|proxy-.*|x-forwarded-.*|x-real-ip)$/;
/** What a reader of the answer may need; never cookies, never what names the caller. */
const KEPT = ["content-type", "retry-after", "location", "cache-control", "etag", "last-modified"];
/** Beyond this an answer still passes through and is not kept. */
const MAX_KEPT = 64 << 20;

const HOST = /^(?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Forwards a request to its live provider and keeps what came back. */
export type Recorder = (request: UpstreamRequest, signal: AbortSignal) => Promise<Answer>;

export interface RecorderOptions {
  dir: string;
  /** Ask `<base>/<host>/<path>` instead of `https://<host>/<path>`. */
  upstreamBase?: string | undefined;
}

const extension = (type: string): string =>
  ["json", "xml", "csv", "html"].find((one) => type.includes(one)) ??
  (type.startsWith("text/") ? "txt" : "bin");

/** A line that matches this request, whoever asks it again with whatever key. */
function lineFor(request: UpstreamRequest, status: number, headers: Record<string, string>): ManifestLine {
  const body = request.body.toString();
  const id = createHash("sha256")
    .update(JSON.stringify([request.method, request.host, request.path, request.query, body]))
    .digest("hex")
    .slice(0, 12);
  const slug =
    request.path
      .replace(/[^a-zA-Z0-9]+/g, "_")
      .slice(0, 60)
      .replace(/^_|_$/g, "") || "root";
  return {
    method: request.method,
    host: request.host,
    path: request.path,
    query: exactly(request.query),
    ...(body && { body: exactly(body) }),
    file: `${request.host}/${slug}-${id}.${extension(headers["content-type"] ?? "")}`,
    status,
    headers,
  };
}

/** The manifest of a folder in the making; a request asked again replaces its earlier answer. */
async function openFolder(dir: string): Promise<(line: ManifestLine, body: Uint8Array) => Promise<void>> {
  await mkdir(dir, { recursive: true });
  const manifest = path.join(dir, "manifest.jsonl");
  const earlier = existsSync(manifest) ? loadManifest(dir, manifest) : [];
  const lines = new Map<string, ManifestLine>(
    earlier.map(({ absolute: _, ...line }) => [line.file, line] as const),
  );
  let writing: Promise<void> = Promise.resolve();
  return (line, body) => {
    const write = async () => {
      const file = path.join(dir, line.file);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, body);
      lines.set(line.file, line);
      // renamed into place, so that a reader never meets half a manifest
      await writeFile(
        `${manifest}.new`,
        [...lines.values()].map((one) => `${JSON.stringify(one)}\n`).join(""),
      );
      await rename(`${manifest}.new`, manifest);
    };
    // one after the other; a failed write is its own request's failure and doesn't stop the next one
    const mine = writing.then(write);
    writing = mine.catch(() => undefined);
    return mine;
  };
}

/** Opens a folder for recording; what it holds already stays. Throws ManifestError when its manifest is broken. */
export async function openRecorder({ dir, upstreamBase }: RecorderOptions): Promise<Recorder> {
  const keep = await openFolder(dir);

  async function* passOn(stream: AsyncIterable<Uint8Array>, line: ManifestLine): AsyncGenerator<Uint8Array> {
    const kept: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of stream) {
      size += chunk.length;
      if (size <= MAX_KEPT) kept.push(chunk);
      yield chunk;
    }
    // kept before the client sees the end: who has read an answer can rely on its recording
    if (size <= MAX_KEPT) await keep(line, Buffer.concat(kept));
  }

  return async (request, signal) => {
    if (!HOST.test(request.host)) return json({ error: `${request.host} is no provider's host name` }, 400);
    const asked = (upstreamBase ? `${upstreamBase}/` : "https://") + request.host + request.target;
    const forwarded = Object.entries(request.headers).filter(([name]) => !NOT_FORWARDED.test(name));
    let response: Response;
    try {
      response = await fetch(asked, {
        method: request.method,
        headers: forwarded,
        redirect: "manual",
        signal,
        ...(request.body.length > 0 && { body: Uint8Array.from(request.body) }),
      });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return json({ error: `${request.host} could not be reached`, reason: String(cause) }, 502);
    }
    const headers: Record<string, string> = {};
    for (const name of KEPT) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    if (headers.location) headers.location = publicAddress(headers.location, asked, upstreamBase);
    const line = lineFor(request, response.status, headers);
    return { status: response.status, headers, body: passOn(chunks(response.body), line) };
  };
}

/** Where a redirection leads, as an address of the live provider, whoever was asked in its place. */
function publicAddress(location: string, asked: string, upstreamBase: string | undefined): string {
  if (!URL.canParse(location, asked)) return location;
  const { href } = new URL(location, asked);
  return upstreamBase && href.startsWith(`${upstreamBase}/`)
    ? `https://${href.slice(upstreamBase.length + 1)}`
    : href;
}

/** The stream's chunks; a reader that stops early lets go of the provider's connection. */
async function* chunks(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!stream) return;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
