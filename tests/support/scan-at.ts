import type { Depth } from "@/lib/security/audit/vocabulary";
import { visitWith } from "./visit-site";

/** Scans a site of the local world at a depth, with the settings of this moment; for the depths that are not live. */
export async function scanWith() {
  const [{ scanAt }, visit] = await Promise.all([import("@/lib/security/scan/handler"), visitWith()]);
  return (depth: Depth, host: string) => visit(host, scanAt(depth));
}
