/** How next.config.ts has the documents served: headers, Markdown twins, and what is no reading of a document. */
import type { NextConfig } from "next";
import { PREFERS_MARKDOWN, type Conditions, type HeaderCondition } from "../lib/discovery/negotiation";
import { linkHeader } from "../lib/discovery/link-header";
import { PAGES } from "../lib/discovery/pages";
import { commonHeaders } from "../lib/http/headers";
import { publicFiles, type DocumentFile } from "./public-files";

type Headers = Awaited<ReturnType<NonNullable<NextConfig["headers"]>>>;
type Rewrites = Extract<Awaited<ReturnType<NonNullable<NextConfig["rewrites"]>>>, unknown[]>;

/** Documents change with a deployment only; their ETag makes asking again cheap. */
const CACHE_CONTROL = "public, max-age=300, stale-while-revalidate=86400";

/** A request with a body, or a browser's question whether it may send one: files answer neither. */
const NOT_A_READING: readonly HeaderCondition[] = [
  "access-control-request-method",
  "content-length",
  "transfer-encoding",
].map((key) => ({ type: "header", key }));

/** Vercel computes and compares ETags of files by itself. */
const ownEtags = process.env.VERCEL === undefined;

const headersOf = ({ contentType, etag }: DocumentFile) => {
  const common = commonHeaders();
  return Object.entries({
    ...common,
    "access-control-expose-headers": `ETag, ${common["access-control-expose-headers"]}`,
    "content-type": contentType,
    "cache-control": CACHE_CONTROL,
    ...(ownEtags ? { etag } : {}),
  }).map(([key, value]) => ({ key, value }));
};

const twinsOf = (files: readonly DocumentFile[]) =>
  PAGES.flatMap((page) => {
    const file = files.find(({ path }) => path === page.markdown);
    return file === undefined ? [] : [{ page: page.path, file }];
  });

/** For each document its own headers; for each page its links to them, and the headers of its twin. */
export function documentHeaders(): Headers {
  const files = publicFiles();
  return [
    ...files.map((file) => ({
      source: file.path,
      missing: [...NOT_A_READING],
      headers: headersOf(file),
    })),
    ...twinsOf(files).flatMap(({ page, file }) => [
      {
        source: page,
        headers: [
          { key: "Link", value: linkHeader(file.path) },
          { key: "Vary", value: "Accept" },
        ],
      },
      ...PREFERS_MARKDOWN.map((conditions) => ({ source: page, ...conditions, headers: headersOf(file) })),
    ]),
  ];
}

/** A request that names the ETag that the document has, and tells caches to ask. */
const knows = ({ etag }: DocumentFile): HeaderCondition[] => [
  { type: "header", key: "if-none-match", value: `(?:.*${etag}.*|\\*)` },
  { type: "header", key: "cache-control", value: ".*no-cache.*" },
];

/** A document or a twin that has not changed, where the file server would send it whole. */
const unchanged = (
  source: string,
  file: DocumentFile,
  { has, missing }: Conditions = { has: [], missing: [] },
): Rewrites =>
  ownEtags ? [{ source, has: [...has, ...knows(file)], missing, destination: "/documents/unchanged" }] : [];

/** Before any file is looked for: pages in Markdown for who prefers it, and one route for what is no reading. */
export function documentRewrites(): Rewrites {
  const files = publicFiles();
  const paths = files.map(({ path }) => path.slice(1)).filter((path) => !path.startsWith("api/"));
  const anyDocument = `/:document(${paths.map((path) => path.replace(/[.]/g, "\\$&")).join("|")})`;
  return [
    ...files.flatMap((file) => unchanged(file.path, file)),
    ...twinsOf(files).flatMap(({ page, file }) =>
      PREFERS_MARKDOWN.flatMap((conditions) => [
        ...unchanged(page, file, conditions),
        { source: page, ...conditions, destination: file.path },
      ]),
    ),
    ...NOT_A_READING.map((condition) => ({
      source: anyDocument,
      has: [condition],
      destination: "/documents",
    })),
  ];
}
