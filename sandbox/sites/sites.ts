import { CATCH_ALLS } from "./catch-alls";
import { DEFENCES } from "./defences";
import { FRONTS } from "./fronts";
import { LEAKS } from "./leaks";
import { PATTERNS } from "./patterns";
import type { Zone } from "./resolver";
import { SHOWS } from "./shows";
import type { Site } from "./site";
import { WIRES } from "./wires";

/** Every site of the local world. Their names are public in form, since the gate refuses reserved ones. */
export const SITES: readonly Site[] = [
  ...CATCH_ALLS,
  ...LEAKS,
  ...WIRES,
  ...DEFENCES,
  ...FRONTS,
  ...PATTERNS,
  ...SHOWS,
];

const known: Zone = Object.fromEntries(SITES.map(({ host, addresses }) => [host, addresses]));

/** What the first resolver says: every site, and names that lead into private networks. */
export const FIRST_ZONE: Zone = {
  ...known,
  "private-name-fixture.com": ["10.0.0.1"],
  "metadata-name-fixture.com": ["169.254.169.254"],
  "mixed-name-fixture.com": ["23.50.1.10", "192.168.1.1"],
  "split-name-fixture.com": ["23.50.2.10"],
  "empty-name-fixture.com": [],
  "internal.apex-inward-fixture.com": ["10.0.0.9"],
};

/** The second one agrees, but for a name that it is told another truth about. */
export const SECOND_ZONE: Zone = { ...FIRST_ZONE, "split-name-fixture.com": ["fd00::1"] };
