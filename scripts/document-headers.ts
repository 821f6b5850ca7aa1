/**
 * How next.config.ts has the documents served: headers, Markdown twins, and what is no reading of a document. Every rule
 * is tried on every request of the service, so there are few of them.
 */
import type { NextConfig } from "next";
import { linkHeader } from "../lib/discovery/link-header";
import { PREFERS_MARKDOWN, type Conditions, type HeaderCondition } from "../lib/discovery/negotiation";
import { ALL_PAGES, twinOf } from "../lib/discovery/pages";
import { commonHeaders } from "../lib/http/headers";
import { publicFiles, type PublicFiles } from "./public-files";

type Headers = Awaited<ReturnType<NonNullable<NextConfig["headers"]>>>;
type Rewrites = Extract<Awaited<ReturnType<NonNullable<NextConfig["rewrites"]>>>, unknown[]>;

/** Documents change with a deployment only; their ETag makes asking again cheap. */
const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400";

/**
 * Pages are prerendered, and Next has caches keep them for a year: a proxy in front of a server of ours would not learn of its
 * next deployment. So it asks each time, and their ETags answer. Vercel says the same by itself, and clears its own cache.
 */
const PAGE_CACHE_CONTROL = "public, max-age=0, must-revalidate";

/** A request with a body, or a browser's question whether it may send one: files answer neither. */
const NOT_A_READING: readonly HeaderCondition[] = [
  "access-control-request-method",
  "content-length",
  "transfer-encoding",
].map((key) => ({ type: "header", key }));

/** Vercel computes and compares ETags of files by itself, and keeps its own cache of pages. */
const isOwnHost = process.env.VERCEL === undefined;

/** One pattern for several paths. */
const anyOf = (paths: readonly string[]): string =>
  `/:document(${paths.map((path) => path.slice(1).replaceAll(".", "\\.")).join("|")})`;

function sharedHeaders({ opaqueTag }: PublicFiles): Record<string, string> {
  const common = commonHeaders();
  return {
    ...common,
    "access-control-expose-headers": `ETag, ${common["access-control-expose-headers"]}`,
    "cache-control": CACHE_CONTROL,
    // Weak: the same file is sent compressed, too, under the same tag (RFC 9110, 8.8.3).
    ...(isOwnHost ? { etag: `W/${opaqueTag}` } : {}),
  };
}

const asList = (headers: Record<string, string>) =>
  Object.entries(headers).map(([key, value]) => ({ key, value }));

/** The first page, and one pattern for all the others, whose twins stand at their addresses with an ending. */
function twinsOf({ types }: PublicFiles) {
  const type = types.get(twinOf("/"));
  if (type === undefined) return [];
  const others = ALL_PAGES.map(({ path }) => path).filter((path) => path !== "/" && types.has(twinOf(path)));
  return [
    { page: "/", markdown: twinOf("/"), type },
    ...(others.length === 0 ? [] : [{ page: anyOf(others), markdown: twinOf("/:document"), type }]),
  ];
}

/** For each document its own headers; for each page its links to them, and the headers of its twin. */
export function documentHeaders(): Headers {
  const files = publicFiles();
  const shared = sharedHeaders(files);
  const missing = [...NOT_A_READING];
  return [
    { source: anyOf([...files.types.keys()]), missing, headers: asList(shared) },
    ...[...new Set(files.types.values())].map((type) => ({
      source: anyOf([...files.types].filter(([, other]) => other === type).map(([path]) => path)),
      missing,
      headers: asList({ "content-type": type }),
    })),
    ...twinsOf(files).flatMap(({ page, markdown, type }) => [
      {
        source: page,
        headers: asList({
          link: linkHeader(markdown),
          vary: "Accept",
          ...(isOwnHost ? { "cache-control": PAGE_CACHE_CONTROL } : {}),
        }),
      },
      ...PREFERS_MARKDOWN.map((conditions) => ({
        ...{ source: page, ...conditions },
        headers: asList({ ...shared, "content-type": type }),
      })),
    ]),
  ];
}

/** Documents or twins that have not changed, where the file server would send them whole. */
const unchanged = (source: string, { opaqueTag }: PublicFiles, { has, missing }: Conditions): Rewrites => {
  const knows: HeaderCondition[] = [
    { type: "header", key: "if-none-match", value: `(?:.*${opaqueTag}.*|\\*)` },
    { type: "header", key: "cache-control", value: ".*no-cache.*" },
  ];
  return isOwnHost ? [{ source, has: [...has, ...knows], missing, destination: "/documents/unchanged" }] : [];
};

/** Before any file is looked for: pages in Markdown for who prefers it, and one route for what is no reading. */
export function documentRewrites(): Rewrites {
  const files = publicFiles();
  const paths = [...files.types.keys()];
  const [preferred] = PREFERS_MARKDOWN;
  return [
    ...unchanged(anyOf(paths), files, { has: [], missing: [] }),
    ...twinsOf(files).flatMap(({ page, markdown }) => [
      ...unchanged(page, files, preferred),
      ...PREFERS_MARKDOWN.map((conditions) => ({ source: page, ...conditions, destination: markdown })),
    ]),
    ...NOT_A_READING.map((condition) => ({
      source: anyOf(paths.filter((path) => !path.startsWith("/api/"))), // those are the front door's
      has: [condition],
      destination: "/documents",
    })),
  ];
}
