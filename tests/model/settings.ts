import { CODE } from "./rules";
import type { Setting } from "./world";

/**
 * The worlds that are explored. A call that ends, or crashes, makes room for another, so that any number of calls,
 * retries and crashes come one after another; what is limited is how many are under way at once.
 */
export interface Named extends Setting {
  /** What happens in it, to finish the sentence "the till keeps its promises while …". */
  about: string;
}

/** One payment, two calls at once; handlers, facilitators, nodes and workers fail, the store does not. */
const PLAIN: Setting = {
  rules: CODE,
  slots: 2,
  payments: [0],
  callers: ["buyer"],
  key: false,
  faults: true,
  forgetfulFacilitators: true,
  storeFaults: false,
  delayedWrites: false,
  thirdParty: false,
  reconciler: false,
  wipe: false,
  reserve: false,
  strangers: false,
  maxSlots: 4,
};

/** A store that forgets, among facilitators that remember: else what was sold before could be sold again. */
const FORGETTING: Setting = { ...PLAIN, wipe: true, thirdParty: true, forgetfulFacilitators: false };

export const SMALL = {
  store: {
    about: "store writes fail, or lose their replies, and a third party may land the payment",
    ...{ ...PLAIN, storeFaults: true, thirdParty: true },
  },
  recovery: {
    about: "recovery runs beside the calls, and a third party may land the payment",
    ...{ ...PLAIN, reconciler: true, thirdParty: true },
  },
  thief: {
    about: "somebody without the secret, and a call for another request, come with the same payment",
    ...{ ...PLAIN, thirdParty: true, callers: ["buyer", "thief", "other"] },
  },
  prover: {
    about:
      "a payer who proves the wallet, and a call for another request, come with what a third party landed",
    ...{ ...PLAIN, thirdParty: true, callers: ["holder", "other"] },
  },
  wipe: { about: "the store loses everything, and a third party may land the payment", ...FORGETTING },
  key: {
    about: "two payments come under one idempotency key, one call at a time, and a third party may land them",
    ...{ ...FORGETTING, wipe: false, payments: [0, 1], key: true, slots: 1 },
  },
  requests: {
    about: "two requests come under one idempotency key, one call at a time, and store writes fail",
    ...{ ...PLAIN, payments: [0, 1], key: true, storeFaults: true, slots: 1, callers: ["buyer", "other"] },
  },
  nonceRecovery: {
    about: "two authorizations have one nonce, one call comes at a time, and recovery runs",
    ...{ ...PLAIN, payments: [0, 0], reconciler: true, slots: 1 },
  },
  limit: {
    about: "a payer has two payments and one slot, a third party may land them, and nothing fails",
    ...{ ...PLAIN, payments: [0, 1], maxSlots: 1, faults: false, thirdParty: true },
  },
  reserve: {
    about: "two payments want what can be had once, one call at a time, and a third party may land them",
    ...{ ...FORGETTING, wipe: false, payments: [0, 1], reserve: true, slots: 1 },
  },
  strangers: {
    about: "only the verification tells who pays, with two payments under one key and one slot",
    ...{ ...PLAIN, payments: [0, 1], key: true, strangers: true, maxSlots: 1, faults: false },
  },
} as const satisfies Record<string, Named>;

export const LARGE = {
  late: {
    about: "store writes are done after they were given up",
    ...{ ...PLAIN, storeFaults: true, delayedWrites: true },
  },
  three: {
    about: "three calls come at once, and a third party may land the payment",
    ...{ ...PLAIN, slots: 3, thirdParty: true },
  },
  all: {
    about: "everything happens to one payment at once, except that the store forgets",
    ...{ ...PLAIN, storeFaults: true, delayedWrites: true, thirdParty: true, reconciler: true },
  },
  keys: {
    about: "two payments come under one idempotency key at once",
    ...{ ...PLAIN, payments: [0, 1], key: true },
  },
  keysStore: {
    about: "two payments come under one idempotency key at once, and store writes fail",
    ...{ ...PLAIN, payments: [0, 1], key: true, storeFaults: true },
  },
  reservations: {
    about: "two payments want at once what can be had once",
    ...{ ...PLAIN, payments: [0, 1], reserve: true },
  },
  limits: {
    about: "a payer has two payments and one slot",
    ...{ ...PLAIN, payments: [0, 1], maxSlots: 1 },
  },
  nonce: { about: "two authorizations have one nonce", ...{ ...PLAIN, payments: [0, 0] } },
  nonces: {
    about: "two authorizations have one nonce, and recovery runs",
    ...{ ...PLAIN, payments: [0, 0], reconciler: true },
  },
  wipes: {
    about: "the store loses everything, and its writes fail",
    ...{ ...FORGETTING, storeFaults: true },
  },
  wallets: {
    about: "the store loses everything, and wallets are proved",
    ...{ ...FORGETTING, callers: ["buyer", "holder"] },
  },
} as const satisfies Record<string, Named>;
