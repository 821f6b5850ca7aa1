import { invalidRequest } from "@/lib/http/body";
import { fromLedger } from "@/lib/payments/ledger/unreachable";
import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { DIRECTORY_CURSOR } from "./limits/vocabulary";
import { type Agent, readAgents } from "./record";

export interface DirectoryPage {
  agents: Agent[];
  /** Where the next page begins; null behind the last. */
  nextCursor: string | null;
}

interface Asked {
  limit: number;
  cursor?: string | undefined;
  /** Only those with a proved wallet, or only those without; both where it is left out. */
  verified?: boolean | undefined;
}

/**
 * A page of the directory, newest first: two round trips, whatever the directory holds. Throws ApiError 400 for a cursor that
 * no page gave, and 503.
 */
export async function readDirectory({ limit, cursor, verified }: Asked): Promise<DirectoryPage> {
  if (cursor !== undefined && !DIRECTORY_CURSOR.test(cursor))
    throw invalidRequest([{ path: "cursor", message: "is none that a page gave as `nextCursor`" }]);
  const kinds = (["verified", "claimed"] as const).filter((kind) => verified !== (kind !== "verified"));
  const replies = await fromLedger(
    Promise.resolve().then(() => {
      const pipeline = ledgerStore().pipeline();
      for (const kind of kinds)
        pipeline.zrange(keys.agentDirectory(kind), cursor === undefined ? "+" : `(${cursor}`, "-", {
          ...{ byLex: true, rev: true, offset: 0, count: limit + 1 },
        });
      return pipeline.exec<unknown[]>();
    }),
  );
  // An agent that proves itself between both reads stands in either: one place all the same.
  const places = [...new Set(replies.flatMap((reply) => (Array.isArray(reply) ? reply.map(String) : [])))];
  const page = places.sort().reverse().slice(0, limit);
  const agents = await readAgents(page.map((place) => place.slice(place.indexOf(":") + 1)));
  return {
    agents: agents.filter((agent) => agent !== null),
    nextCursor: places.length > limit ? (page.at(-1) ?? null) : null,
  };
}
