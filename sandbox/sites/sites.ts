import { CATCH_ALLS } from "./catch-alls";
import { DEFENCES } from "./defences";
import { LEAKS } from "./leaks";
import type { Site } from "./site";
import { WIRES } from "./wires";

/** Every site of the local world. Their names are public in form, since the gate refuses reserved ones. */
export const SITES: readonly Site[] = [...CATCH_ALLS, ...LEAKS, ...WIRES, ...DEFENCES];

/** Throws for a name that is no site's. */
export function siteAt(host: string): Site {
  const site = SITES.find((candidate) => candidate.host === host);
  if (site === undefined) throw new Error(`no such site: ${host}`);
  return site;
}
