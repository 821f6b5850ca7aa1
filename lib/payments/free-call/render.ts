import type { RouteEntry } from "@/lib/catalog/define";
import type { AnswerHeaders, HandlerResult } from "@/lib/handler";
import { isEntityTag, matchesTag } from "@/lib/http/entity-tag";
import { exposingAlso, jsonResponse, withoutBody } from "@/lib/http/headers";
import type { Rendered } from "./kept";

const HEADERS = {
  etag: true,
  "cache-control": true,
  location: true,
  "retry-after": true,
} as const satisfies Record<keyof AnswerHeaders, true>;

/** Throws for what the entry does not declare: a mistake of the handler's, which its tests see as a 500. */
function checkDeclared({ method, path, answers }: RouteEntry, status: number, headers: AnswerHeaders): void {
  const route = `${method} ${path}`;
  if (!answers.some((declared) => declared === status))
    throw new Error(`${route} answers ${status}, which its entry does not declare`);
  for (const name of Object.keys(headers))
    if (!Object.hasOwn(HEADERS, name)) throw new Error(`${route} answers with ${name}, which no answer has`);
  const { etag } = headers;
  if (etag === undefined) return;
  if (!answers.includes(304))
    throw new Error(`${route} has an entity tag, and its entry does not declare 304`);
  if (!isEntityTag(etag)) throw new Error(`${route} has ${etag}, which is no entity tag`);
}

/** The answer of a handler as it is sent. Throws for what its entry does not declare. */
export function render(entry: RouteEntry, result: HandlerResult<unknown>): Rendered {
  const { answer, status = 200, headers = {} } = result;
  checkDeclared(entry, status, headers);
  return { status, headers, text: JSON.stringify(answer) };
}

/** A browser may read cache-control and retry-after of any answer. */
function exposed({ etag, location }: AnswerHeaders): Record<string, string> {
  const names = [...(etag === undefined ? [] : ["ETag"]), ...(location === undefined ? [] : ["Location"])];
  return names.length === 0 ? {} : exposingAlso(names);
}

/**
 * A rendered answer as a response: not stored by anybody unless it says otherwise, and without a body for a caller that
 * has the very same already (RFC 9110 §13.1.2, §15.4.5).
 */
export function freeResponse(
  { status, headers, text }: Rendered,
  { replayed, ifNoneMatch }: { replayed: boolean; ifNoneMatch: string | null },
): Response {
  const all = {
    "cache-control": "no-store",
    ...headers,
    ...exposed(headers),
    ...(replayed ? { "idempotent-replayed": "true" } : {}),
  };
  const isTheirs =
    headers.etag !== undefined && ifNoneMatch !== null && matchesTag(ifNoneMatch, headers.etag);
  return status === 200 && isTheirs ? withoutBody(304, all) : jsonResponse(status, text, all);
}
