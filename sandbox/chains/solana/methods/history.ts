import type { Bank } from "../bank";
import { encodeLanded, TRANSACTION_ENCODINGS } from "../encode-transaction";
import { isAtLeast } from "../clock";
import { memosOf } from "../memo";
import {
  addressParam,
  configParam,
  demandSlot,
  historyCommitmentOf,
  integerParam,
  isGiven,
  listParam,
  oneOf,
  stringParam,
  type Methods,
} from "../params";
import { versionFor } from "../versions";
import { inContext } from "./context";

const MAX_SIGNATURES = 256;
const MAX_PAGE = 1_000;
/** Older ones are only found with `searchTransactionHistory`. */
const RECENT_SLOTS = 300n;
/** Confirmations that a transaction gathers before it is final. */
const MAX_CONFIRMATIONS = 31n;

/** What landed, by signature and by account. */
export function historyMethods({ clock, ledger }: Bank): Methods {
  const status = (signature: string, searchHistory: boolean) => {
    const slot = ledger.place(signature)?.slot;
    if (slot === undefined) return null;
    const age = clock.slot("processed") - BigInt(slot);
    if (age > RECENT_SLOTS && !searchHistory) return null;
    const landed = ledger.find(signature);
    // Votes are named by final blocks only, and succeed.
    const reached = landed === undefined ? "finalized" : clock.reached(landed.atMs);
    const error = landed?.execution.error ?? null;
    const confirmations = age < MAX_CONFIRMATIONS ? age : MAX_CONFIRMATIONS;
    return {
      slot,
      confirmations: reached === "finalized" ? null : confirmations,
      err: error,
      status: error === null ? { Ok: null } : { Err: error },
      confirmationStatus: reached,
    };
  };

  return {
    getSignatureStatuses: ([signatures, options]) => {
      const searchHistory = configParam(options)["searchTransactionHistory"] === true;
      const list = listParam(signatures, "signatures", MAX_SIGNATURES);
      const found = list.map((signature) => status(stringParam(signature, "signature"), searchHistory));
      return inContext(clock, "processed", found);
    },

    getTransaction: ([signature, options]) => {
      const config = typeof options === "string" ? { encoding: options } : configParam(options);
      const commitment = historyCommitmentOf(config);
      const encoding = oneOf(config["encoding"] ?? "json", TRANSACTION_ENCODINGS, "encoding");
      const landed = ledger.find(stringParam(signature, "signature"));
      if (
        landed === undefined ||
        !ledger.isListed(landed) ||
        !isAtLeast(clock.reached(landed.atMs), commitment)
      )
        return null;
      const said = versionFor(config, landed.transaction.message.version);
      return { ...encodeLanded(landed, encoding), ...said };
    },

    getSignaturesForAddress: ([address, options]) => {
      const config = configParam(options);
      const { before, until, limit } = config;
      const commitment = historyCommitmentOf(config);
      demandSlot(clock, config, commitment);
      const page = ledger.pageOf(addressParam(address), {
        commitment,
        limit: integerParam(limit ?? MAX_PAGE, "limit", 1, MAX_PAGE),
        ...(isGiven(before) && { before: stringParam(before, "before") }),
        ...(isGiven(until) && { until: stringParam(until, "until") }),
      });
      return page.map(({ transaction, slot, atMs, execution }) => ({
        signature: transaction.signature,
        slot,
        err: execution.error,
        memo: memosOf(transaction.message),
        blockTime: Math.floor(atMs / 1_000),
        confirmationStatus: clock.reached(atMs),
      }));
    },
  };
}
