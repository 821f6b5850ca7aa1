import { withQuery } from "@/components/reading/with-query";
import { DIRECTORY_CURSOR } from "@/lib/identity/limits/vocabulary";
import { directoryPage } from "../addresses";

const KINDS = ["all", "proved", "claimed"] as const;
export type Kind = (typeof KINDS)[number];

/** Which page of the directory an address asks for. */
export interface DirectoryQuery {
  kind: Kind;
  cursor: string | null;
}

const A_PAGE = "20";

/** Reads a page's query; what can't be meant is left out. */
export function readDirectoryQuery(params: { get(name: string): string | null } | null): DirectoryQuery {
  const kind = KINDS.find((one) => one === params?.get("kind")) ?? "all";
  const cursor = params?.get("cursor") ?? "";
  return { kind, cursor: DIRECTORY_CURSOR.test(cursor) ? cursor : null };
}

/** The page's own address. */
export const directoryAddress = ({ kind, cursor }: DirectoryQuery): string =>
  directoryPage({ kind: kind === "all" ? null : kind, cursor });

/** What the route is asked. */
export const directoryRequest = (path: string, { kind, cursor }: DirectoryQuery): string =>
  withQuery(path, {
    ...{ list: "1", limit: A_PAGE, cursor },
    verified: kind === "all" ? null : String(kind === "proved"),
  });
