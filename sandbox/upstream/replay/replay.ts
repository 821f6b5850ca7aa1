import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Answer } from "../http/answer";
import { glob } from "../http/glob";
import type { UpstreamRequest } from "../http/request";
import { follow, loadManifest, type Recording } from "./manifest";

const TYPES: Readonly<Record<string, string>> = {
  ".json": "application/json; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};

/** Answers from a folder of recordings; undefined for what no line matches. */
export type Replay = (request: UpstreamRequest) => Promise<Answer | undefined>;

function matcher(line: Recording): (request: UpstreamRequest) => boolean {
  const onPath = glob(line.path);
  const query = line.query === undefined ? undefined : new RegExp(line.query);
  const body = line.body === undefined ? undefined : new RegExp(line.body, "s");
  return (request) =>
    request.method === line.method &&
    request.host === line.host &&
    onPath(request.path) &&
    (query?.test(request.query) ?? true) &&
    (body?.test(request.body.toString()) ?? true);
}

async function play({ absolute, pointer, headers, status }: Recording): Promise<Answer> {
  const bytes = await readFile(absolute);
  const type = TYPES[path.extname(absolute)] ?? "application/octet-stream";
  return {
    status,
    headers: { "content-type": type, ...headers },
    // without a pointer the bytes go out as they were captured, numbers too long for JavaScript included
    body: pointer === undefined ? bytes : JSON.stringify(follow(JSON.parse(bytes.toString()), pointer)),
  };
}

/**
 * Opens a folder of recordings; the first line that matches a request answers it. Throws ManifestError for a manifest
 * that is wrong in any line.
 */
export function openReplay(dir: string, manifestFile: string): Replay {
  const lines = loadManifest(dir, manifestFile).map((line) => ({ line, matches: matcher(line) }));
  return async (request) => {
    const found = lines.find(({ matches }) => matches(request));
    return found && play(found.line);
  };
}
