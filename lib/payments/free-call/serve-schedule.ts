import type { RouteEntry } from "@/lib/catalog/define";
import type { Handler } from "@/lib/handler";
import { describe } from "@/lib/http/log";
import { elapsed } from "@/lib/time";
import type { RouteFunction } from "../answers/route-function";
import { noteRun } from "../health/schedules";
import { serveFree } from "./serve-free";

/** Binds the entry of a scheduled route to its handler, and notes each run in the ledger: an alert tells where none comes. */
export function serveSchedule<E extends RouteEntry>(entry: E, handler: Handler<E>): RouteFunction<E["path"]> {
  const name = entry.path.slice(entry.path.lastIndexOf("/") + 1);
  return serveFree(entry, async (input, context) => {
    const startedAt = elapsed();
    try {
      const made = await handler(input, context);
      await noteRun(name, elapsed() - startedAt, "");
      return made;
    } catch (error) {
      await noteRun(name, elapsed() - startedAt, describe(error));
      throw error;
    }
  });
}
