import { randomHex } from "@/lib/http/digest";
import { describe, log } from "@/lib/http/log";
import { inspect } from "@/lib/payments/ledger/inspect";
import { now, sleep } from "@/lib/time";
import type { ScanTarget } from "../gate/judge-target";
import { REQUEST_BUDGET } from "../scan-fetch";
import type { Connection } from "../scan-fetch/egress";
import { connectTo, placeLimits, siteLimits } from "../scan-tools";
import type { Given, Refused, SiteStart } from "../site-limits";
import { type Place, placeOf } from "../site-limits/place";
import type { CountedScan, Entry, PlaceLimits } from "../site-limits/place-limits";
import { fromStore } from "./admit-audit";
import { lookUp } from "./look-up";
import { noAnswer, unreachable } from "./preflight";

/** The room that a scan holds. */
export interface Room {
  /**
   * Looks a target up, opens the way to it and takes room where it leads. Throws ApiError 403 and 503, none of which is
   * charged.
   */
  enter(target: ScanTarget): Promise<Connection>;
  /** Counts the scan as started. Returns how many requests it may have under way. Throws ApiError 503. */
  begin(): Promise<number>;
}

interface Entered {
  places: readonly Place[];
  connection: Connection;
  sent: number;
}

/** How long one waits for others' scans to end, all in all: they take seconds. */
const WAIT_MS = 3_000;
const POLL_MS = 500;
const BUSY_SEC = 5;

/** Asks again, until `until`, while the answer is one that a short wait may change. */
async function patiently<T>(
  ask: () => Promise<T>,
  isBrief: (answer: T) => boolean,
  until: number,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!isBrief(answer) || now() + POLL_MS > until) return answer;
    await sleep(POLL_MS);
  }
}

const isUnpaid = async (paymentKey: string): Promise<boolean> =>
  paymentKey !== "" && (await inspect(paymentKey)) === null;

/** Whose visit to a domain is under way, if none of its payments has bought anything; else null. */
export async function unpaidVisitTo(domain: string): Promise<string | null> {
  const visit = await fromStore(siteLimits().visitTo(domain));
  if (visit === null) return null;
  const unpaid = await fromStore(Promise.all(visit.payments.map(isUnpaid)));
  return unpaid.includes(false) ? null : visit.by;
}

/** Room in all places. Scans that were not paid for don't use up an address: they are forgotten where it seems used up. */
async function enterPlaces(
  limits: PlaceLimits,
  places: readonly Place[],
  scan: CountedScan,
  until: number,
): Promise<Entry> {
  const entry = await patiently(
    () => limits.enter(places, scan),
    (answer) => !answer.ok && answer.reason === "network_busy",
    until,
  );
  if (entry.ok || entry.reason === "network_busy" || !(await limits.forget(places, isUnpaid))) return entry;
  return limits.enter(places, scan);
}

const tooMuch = ({ reason, waitMs }: Extract<Entry, { ok: false }>) =>
  reason === "network_busy"
    ? unreachable(reason, "Other scans are under way in the target's network.", BUSY_SEC)
    : unreachable(
        reason,
        "The target's address had enough scans of its sites within the hour.",
        waitMs / 1000,
      );

/**
 * Reserves a site for a scan, runs it, and gives back what it did not use up: a scan that is refused before `begin` counts
 * as a refused start alone, and as none where it was turned away for want of room. Resolves to the refusal of the site's or
 * the caller's limits, after a short wait for a scan that is under way.
 */
export async function withinLimits<T extends object>(
  start: SiteStart,
  paymentKey: string,
  work: (room: Room) => Promise<T>,
): Promise<T | Refused> {
  const [sites, limits] = [siteLimits(), placeLimits()];
  const scan: CountedScan = { id: randomHex(8), paymentKey, budget: REQUEST_BUDGET };
  const until = now() + WAIT_MS;
  const taken = await patiently(
    () => fromStore(sites.reserve(start, scan.id)),
    (answer) => !answer.ok && answer.reason === "in_flight",
    until,
  );
  if (!taken.ok) return taken;
  const entered: Entered[] = [];
  const sent = (): number => entered.reduce((sum, one) => sum + one.sent, 0);
  let given: Given = "turned_away";

  async function enter(target: ScanTarget): Promise<Connection> {
    given = "unreached";
    const { addresses, owners } = target.self
      ? { addresses: [], owners: new Map<string, string>() }
      : await lookUp(target.host);
    const connection = await connectTo(target, addresses);
    if (typeof connection === "string") throw noAnswer(connection);
    const places = connection.counted.map((address) => placeOf(address, owners));
    const one: Entered = { places, connection, sent: 0 };
    entered.push(one);
    given = "turned_away";
    const entry = await fromStore(enterPlaces(limits, places, scan, until));
    if (!entry.ok) throw tooMuch(entry);
    const send: Connection["send"] = (url, request) => {
      one.sent += 1;
      return connection.send(url, request);
    };
    return { ...connection, send };
  }

  async function begin(): Promise<number> {
    const places = entered.at(-1)?.places ?? [];
    const [began, underWay] = await fromStore(
      Promise.all([sites.begin(start, scan.id, paymentKey), limits.grow(places, scan)]),
    );
    if (!began) throw unreachable("network_busy", "The scan took too long to begin.", BUSY_SEC);
    return underWay;
  }

  try {
    return await work({ enter, begin });
  } finally {
    for (const { connection } of entered) connection.close();
    const over = sent() > 0 ? "refused" : given;
    await Promise.all([
      sites.release(start, scan.id, over),
      ...entered.map((one) => limits.leave(one.places, scan, one.sent)),
    ]).catch((error: unknown) => {
      log.warn("scan_room_not_given_back", { why: describe(error) }); // it ends by itself
    });
  }
}

export const isRefused = (outcome: object): outcome is Refused => "ok" in outcome && outcome.ok === false;
