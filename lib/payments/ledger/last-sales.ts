import type { RouteEntry } from "@/lib/catalog/define";
import type { Effect } from "@/lib/handler";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";

/**
 * Records the time of the last sale (ms), with the write that settles it. `GT`: a sale that is settled late
 * never replaces a later one.
 */
export const noteSale = ({ path }: Pick<RouteEntry, "path">, at: number): Effect => ({
  command: ["ZADD", keys.lastSales(), "GT", String(at), path],
});

/** When each route made the answer that it last sold, by path; a route that sold none is not in it. Throws without a store. */
export async function lastSales(): Promise<ReadonlyMap<string, Date>> {
  const flat = await ledgerStore().zrange<string[]>(keys.lastSales(), 0, -1, { withScores: true });
  const pairs = flat.flatMap((path, index) =>
    index % 2 === 0 ? [[path, Number(flat[index + 1])] as const] : [],
  );
  return new Map(pairs.filter(([, at]) => Number.isFinite(at)).map(([path, at]) => [path, new Date(at)]));
}
