import type { NamedCall } from "@/lib/buying/call";

/** The address of the page that pays for one call, and reads its answer again. */
export const payPage = ({ path, body }: Pick<NamedCall, "path" | "body">): string =>
  `/pay?${new URLSearchParams({ route: path, body }).toString()}`;
