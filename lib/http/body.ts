import type * as z from "zod";
import { isRecord } from "../is-record";
import { ApiError } from "./api-error";
import { type Issue, issuesOf, membersOf } from "./issue-words";
import { readLimited } from "./read-limited";

const tooLarge = (limit: number): ApiError =>
  new ApiError(
    "payload_too_large",
    `The body is larger than this route's limit of ${limit} bytes. Send a smaller one.`,
  );

/** Refuses a body that is too large by its own account, before any of it is read. Throws ApiError 413. */
export function checkDeclaredLength(request: Request, limit: number): void {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
}

/**
 * The body's bytes; null when there are more than `limit`, and the rest is not read. Throws ApiError 400 where its sender hung
 * up, or said less than was declared: nothing of ours failed.
 */
export const readBody = (request: Request, limit: number): Promise<Uint8Array | null> =>
  readLimited(request.body, limit).catch((cause: unknown) => {
    throw new ApiError("invalid_request", "The body did not come in whole. Send the request again.", {
      cause,
    });
  });

/** The body's bytes, read no further than the limit whatever Content-Length claims. */
async function bodyOf(request: Request, limit: number): Promise<Uint8Array> {
  checkDeclaredLength(request, limit);
  // An HTTP message has as many bytes as it declares: most calls without arguments bring none, and a stream is dear.
  if (request.headers.get("content-length") === "0") return new Uint8Array();
  const bytes = await readBody(request, limit);
  if (bytes === null) throw tooLarge(limit);
  return bytes;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new ApiError(
      "invalid_request",
      "The body is not JSON in UTF-8. Send a JSON object, or nothing for {}.",
      { cause },
    );
  }
}

/** Throws ApiError 415 for a body that declares to be something else than JSON as it stands. */
function checkDeclaredForm(headers: Headers): void {
  const type = headers.get("content-type");
  if (type !== null && !/^application\/([a-z0-9.+-]+\+)?json\s*(;|$)/i.test(type)) {
    throw new ApiError(
      "unsupported_media_type",
      `The body declares ${JSON.stringify(type.slice(0, 80))}; send application/json.`,
    );
  }
  const coding = headers.get("content-encoding");
  if (coding !== null && !/^identity$/i.test(coding)) {
    throw new ApiError(
      "unsupported_media_type",
      `The body is compressed by ${JSON.stringify(coding.slice(0, 80))}; send it as it is.`,
    );
  }
}

/**
 * A request's arguments before defaults: its JSON object, `{}` when the body is empty.
 * Throws ApiError 400, 413, or 415 for a body that declares another type, or to be compressed.
 */
export async function readArguments(request: Request, limitBytes: number): Promise<Record<string, unknown>> {
  const bytes = await bodyOf(request, limitBytes);
  if (bytes.byteLength === 0) return {};
  checkDeclaredForm(request.headers);
  const value = parseJson(bytes);
  if (!isRecord(value)) throw new ApiError("invalid_request", "The body must be a JSON object, such as {}.");
  return value;
}

const MAX_ISSUES = 5;

/** The refusal of a request for what is wrong with its members. */
export function invalidRequest(all: readonly Issue[]): ApiError {
  const issues = all.slice(0, MAX_ISSUES);
  const [first] = issues;
  const where = first?.path ? `\`${first.path.slice(0, 80)}\`: ` : "";
  return new ApiError(
    "invalid_request",
    `The request is not what this route takes. ${where}${first?.message ?? ""}`,
    { details: { issues } },
  );
}

/** Parses arguments by a route's schema. Throws ApiError 400 that names each wrong member, its rule and what would do. */
export function parseArguments<S extends z.ZodType>(schema: S, args: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  throw invalidRequest(issuesOf(schema, parsed.error.issues, args));
}

/**
 * Refuses a call whose query names members of its body: without them it would be another call than its caller pays for. Names
 * that no body has, such as those of a tracker, are not looked at. Throws ApiError 400.
 */
export function refuseQuery(schema: z.ZodType, url: string): void {
  if (!url.includes("?")) return;
  const members = new Set(membersOf(schema));
  const named = [...new Set(new URL(url).searchParams.keys())].filter((name) => members.has(name));
  if (named.length === 0) return;
  throw invalidRequest(
    named.map((path) => ({ path, message: "is taken in the JSON body, not in the query" })),
  );
}
