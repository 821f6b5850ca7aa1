import type { Chain } from "../world";
import type { Move } from "./differential";
import type { Interference, Start } from "./paths";

/** What a call may find when it comes, made by others before, and what they may do in the middle of it. */

const by = (owner: string) => ({
  begin: (payment = 0): Move => ({
    ...{ op: "begin", payment, owner, caller: "buyer" },
    ...{ claim: "with slot", key: false, resume: true },
  }),
  intent: (payment = 0, key = false): Move => ({
    ...{ op: "intent", payment, owner, caller: "buyer" },
    ...{ evidence: payment, key, reserve: false },
  }),
  unknown: (payment = 0): Move => ({ op: "unknown", trail: 0, payment, owner }),
  credit: (): Move => ({ op: "credit", payment: 0, owner, caller: "buyer", evidence: 0, age: "fresh" }),
});
const B = by("B");
const settled = (payment = 0): Move => ({ op: "settled", payment });
const leasesEnd: Move = { op: "time", end: "leases" };
/** The ledger has noted when it began. */
const noted: Move = {
  ...{ op: "begin", payment: 0, owner: "B", caller: "buyer" },
  ...{ claim: false, key: false, resume: false },
};

const CHAINS: Readonly<Record<string, Partial<Chain>>> = {
  open: {},
  dead: { state: "dead" },
  moved: { state: "moved" },
};
const OPEN_STATES: Readonly<Record<string, readonly Move[]>> = {
  nothing: [],
  "another's claim": [B.begin()],
  "another's settling": [B.begin(), B.intent()],
  "a dead settling": [B.begin(), B.intent(), leasesEnd],
  unknown: [B.begin(), B.intent(), B.unknown()],
};

const moved: Partial<Chain> = { state: "moved" };

export const STARTS: readonly Start[] = [
  ...Object.entries(CHAINS).flatMap(([chainName, chain]) =>
    Object.entries(OPEN_STATES).map(([name, before]) => ({
      name: `${name}; the payment is ${chainName}`,
      before: [noted, ...before],
      chain,
    })),
  ),
  { name: "nothing; the payment moved long ago", before: [noted], chain: { ...moved, age: "old" } },
  { name: "nothing; the payment moved before", before: [noted], chain: { ...moved, age: "before-epoch" } },
  { name: "a settled payment", before: [noted, B.begin(), B.intent(), settled()], chain: moved },
  { name: "another's credited payment", before: [noted, B.begin(), B.credit()], chain: moved },
  { name: "a dead credited payment", before: [noted, B.begin(), B.credit(), leasesEnd], chain: moved },
];

/** For a call that brings an idempotency key: to what the key is bound when it comes. */
export const STARTS_WITH_KEY: readonly Start[] = [
  { name: "a free key", before: [noted], chain: {} },
  { name: "a key of a payment in flight", before: [noted, B.begin(1), B.intent(1, true)], chain: {} },
  {
    name: "a key of a settled payment",
    before: [noted, B.begin(1), B.intent(1, true), settled(1)],
    chain: {},
  },
  { name: "a free key; the payment moved", before: [noted], chain: moved },
  {
    name: "a key of a settled payment; this one moved too",
    before: [noted, B.begin(1), B.intent(1, true), settled(1)],
    chain: moved,
  },
  {
    name: "a key of a settled payment; this one is credited, and left",
    before: [noted, B.begin(1), B.intent(1, true), settled(1), B.begin(), B.credit(), leasesEnd],
    chain: moved,
  },
];

export const INTERFERENCES: readonly Interference[] = [
  { name: "every lease ends", moves: [leasesEnd] },
  { name: "every lease ends, and another call takes the payment", moves: [leasesEnd, B.begin()] },
  {
    name: "another call takes the payment and settles it",
    moves: [leasesEnd, B.begin(), B.intent(), settled()],
  },
];

/** What others may do to the key. */
export const INTERFERENCES_WITH_KEY: readonly Interference[] = [
  ...INTERFERENCES.slice(0, 2),
  { name: "another payment comes to its intent under the key", moves: [B.begin(1), B.intent(1, true)] },
];
