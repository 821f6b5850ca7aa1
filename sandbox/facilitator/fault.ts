import { z } from "zod";

export const OPERATIONS = ["supported", "verify", "settle"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The operations that a fault is limited to; absent: all of them. */
const on = z.array(z.enum(OPERATIONS)).min(1).exactOptional();
const ms = z.int().min(0).max(600_000);

/** What can go wrong with a facilitator. */
export const faultSchema = z.discriminatedUnion("kind", [
  /** The connection is reset before anything is read. */
  z.strictObject({ kind: z.literal("down"), on }),
  /** Nothing happens for `ms`, then everything as usual, whether or not the client still waits. */
  z.strictObject({ kind: z.literal("slow"), ms, on }),
  /** Answers 429 or a 5xx, and does nothing. */
  z.strictObject({
    kind: z.literal("error"),
    status: z.union([z.literal(429), z.int().min(500).max(599)]),
    on,
  }),
  /** Settles on the chain and does not say so: cuts the connection after `cutAfterMs`, or leaves it open. */
  z.strictObject({ kind: z.literal("silent-after-settle"), cutAfterMs: ms.exactOptional() }),
  /** Refuses every payment at verify by this code, whatever it is worth, with this HTTP status (200 by default). */
  z.strictObject({
    kind: z.literal("refuses"),
    code: z.string().max(120),
    status: z.union([z.literal(200), z.literal(403), z.literal(451)]).exactOptional(),
  }),
  /** Answers with a redirect to where nobody listens, and does nothing. */
  z.strictObject({ kind: z.literal("redirects"), on }),
  /** Calls every payment settled, by a transaction that there is not, and settles none. */
  z.strictObject({ kind: z.literal("lies") }),
  /** Settles, and names no network in its answer. */
  z.strictObject({ kind: z.literal("no-network") }),
]);

export type Fault = z.infer<typeof faultSchema>;

/** The operations that a fault shows in by its nature. */
const ONLY: Partial<Record<Fault["kind"], readonly Operation[]>> = {
  "silent-after-settle": ["settle"],
  refuses: ["verify"],
  lies: ["settle"],
  "no-network": ["settle"],
};

/** The fault as it shows in one operation: null when it leaves that one alone. */
export function faultIn(fault: Fault | null, operation: Operation | undefined): Fault | null {
  if (fault === null) return null;
  const limited = "on" in fault ? fault.on : ONLY[fault.kind];
  if (limited === undefined) return fault;
  return limited.some((name) => name === operation) ? fault : null;
}
