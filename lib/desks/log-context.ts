import type { RouteEntry } from "@/lib/catalog/define";
import { log } from "@/lib/http/log";

/** A caller's own text is not used and not kept: only that it was there, and how long it was. */
export function logContext({ label }: Pick<RouteEntry, "label">, message: string | undefined): void {
  if (message !== undefined) log.info("desk.message", { route: label, characters: message.length });
}
