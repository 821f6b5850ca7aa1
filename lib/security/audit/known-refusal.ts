import * as z from "zod";
import { env } from "@/lib/env";
import { ApiError } from "@/lib/http/api-error";
import { describe, log } from "@/lib/http/log";
import { keys } from "@/lib/store/keys";
import { cacheStore } from "@/lib/store/redis";
import { byRobots, isOptedOut } from "../opt-out";
import { type AdmittedAudit, admitRedirect, fromStore } from "./admit-audit";

/**
 * What a refused scan saw of a host that refuses the next one, too: it is told before the payment, and costs the site no
 * request. Kept as long as a site is left alone after a scan.
 */
const knownRefusal = z.union([
  z.strictObject({ optedOut: z.literal(true) }),
  /** The origin that the homepage only leads to. */
  z.strictObject({ leadsTo: z.string() }),
]);

type KnownRefusal = z.output<typeof knownRefusal>;

function refusalIn(error: unknown): KnownRefusal | null {
  if (isOptedOut(error)) return { optedOut: true };
  if (!(error instanceof ApiError) || error.code !== "invalid_request") return null;
  const leadsTo = error.options.details?.["redirectsTo"];
  return typeof leadsTo === "string" ? { leadsTo } : null;
}

/** Keeps what a refusal says of a host. Without it the host is only asked again, so a failure is logged. */
export async function keepRefusal(host: string, error: unknown): Promise<void> {
  const refusal = refusalIn(error);
  const { SCAN_SPACING_MS } = env();
  if (refusal === null || SCAN_SPACING_MS === 0) return;
  await cacheStore()
    .set(keys.scanRefusal(host), JSON.stringify(refusal), { px: SCAN_SPACING_MS })
    .catch((reason: unknown) => log.warn("refusal_not_kept", { host, why: describe(reason) }));
}

/** Throws what a scan of this site was refused with a short while ago, where it would be refused so again. */
export async function refuseAsKnown(admitted: AdmittedAudit): Promise<void> {
  const text = await fromStore(cacheStore().get<string>(keys.scanRefusal(admitted.target.host)));
  if (text === null) return;
  const known = knownRefusal.parse(JSON.parse(text)); // nobody else writes it
  if ("optedOut" in known) throw byRobots();
  admitRedirect(admitted, known.leadsTo);
}
