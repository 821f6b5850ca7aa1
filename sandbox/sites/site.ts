import type { IncomingMessage, ServerResponse } from "node:http";

/** One request as the site sees it: the scheme that it came by, and the address without the stand-in's own part. */
export interface Visit {
  scheme: "http" | "https";
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
}

/** A site of the local world. */
export interface Site {
  host: string;
  /** What its name resolves to; never contacted. Each site lies in a /24 of its own, as sites of strangers do. */
  addresses: readonly string[];
  /** Paths that are truly exposed there: what a scan must find, and all that it may find. */
  exposed: readonly string[];
  answer(visit: Visit): void | Promise<void>;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

export function reply(
  { response }: Visit,
  status: number,
  headers: Headers,
  body: string | Uint8Array,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(body);
}

export const page = (visit: Visit, status: number, text: string, headers: Headers = {}): void =>
  reply(
    visit,
    status,
    { "content-type": "text/html; charset=utf-8", ...headers },
    `<!doctype html>\n<html lang="en"><head><title>Site</title></head><body>${text}</body></html>\n`,
  );

export const notFound = (visit: Visit, headers: Headers = {}): void =>
  page(visit, 404, "<h1>Not found</h1>", headers);

export const redirect = (visit: Visit, location: string, status = 302): void =>
  reply(visit, status, { location }, "");

/** Plain text at given paths, a page at the root, 404 elsewhere. */
export function withFiles(visit: Visit, files: Readonly<Record<string, Headers & { body: string }>>): void {
  const file = files[visit.url.pathname];
  if (file === undefined) {
    if (visit.url.pathname === "/") page(visit, 200, "<h1>Welcome</h1>");
    else notFound(visit);
    return;
  }
  const { body, ...headers } = file;
  reply(visit, 200, headers, body);
}
