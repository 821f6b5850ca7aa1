import type { Bank } from "../bank";
import type { Commitment } from "../clock";
import {
  configParam,
  demandSlot,
  historyCommitmentOf,
  integerParam,
  isGiven,
  oneOf,
  type Config,
  type Methods,
} from "../params";
import { encodeLanded, TRANSACTION_ENCODINGS } from "../encode-transaction";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error";
import { versionFor } from "../versions";

/** Slots that one question may span (rpc-client-api, request.rs). */
const MAX_RANGE = 500_000;

const slotParam = (value: unknown, what = "slot"): bigint =>
  BigInt(integerParam(value, what, 0, Number.MAX_SAFE_INTEGER));

/** The chain's blocks by their slots, with the refusals of Agave's `get_block`, `get_blocks` and `get_block_time`. */
export function blockMethods({ clock, ledger }: Bank): Methods {
  /** Throws unless this node has a block at that slot, which the chain has come to at that commitment. */
  function demandBlock(slot: bigint, commitment: Commitment): void {
    if (slot > clock.slot(commitment))
      throw new RpcError(RPC_CODES.blockNotAvailable, `Block not available for slot ${slot}`);
    if (slot < ledger.firstSlot)
      throw new RpcError(
        RPC_CODES.blockCleanedUp,
        `Block ${slot} cleaned up, does not exist on node. First available block: ${ledger.firstSlot}`,
      );
    if (!ledger.hasBlock(slot))
      throw new RpcError(
        RPC_CODES.slotSkipped,
        `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
      );
  }

  /** Slots with a block, in order: from the first that this node holds, up to what has that commitment. */
  function list(start: bigint, end: bigint, config: Config, limit = Infinity): bigint[] {
    const commitment = historyCommitmentOf(config);
    demandSlot(clock, config, commitment);
    const tip = clock.slot(commitment);
    const last = end < tip ? end : tip;
    const slots: bigint[] = [];
    for (
      let slot = start < ledger.firstSlot ? ledger.firstSlot : start;
      slot <= last && slots.length < limit;
      slot += 1n
    )
      if (ledger.hasBlock(slot)) slots.push(slot);
    return slots;
  }

  return {
    getFirstAvailableBlock: () => ledger.firstSlot,

    getBlockTime: ([slot]) => {
      const wanted = slotParam(slot);
      demandBlock(wanted, "processed");
      return clock.secondsOf(wanted);
    },

    getBlocks: ([start, end, options]) => {
      const from = slotParam(start, "start slot");
      // The last slot may be left out, with the configuration in its place.
      const config = configParam(typeof end === "object" ? (end ?? options) : options);
      const to = typeof end === "number" ? slotParam(end, "end slot") : from + BigInt(MAX_RANGE);
      if (to - from > MAX_RANGE) throw invalidParams(`Slot range too large; max ${MAX_RANGE}`);
      return list(from, to, config);
    },

    getBlocksWithLimit: ([start, limit, options]) => {
      const wanted = integerParam(limit, "limit", 0, Number.MAX_SAFE_INTEGER);
      if (wanted > MAX_RANGE) throw invalidParams(`Limit too large; max ${MAX_RANGE}`);
      const from = slotParam(start, "start slot");
      return list(from, clock.slot("processed"), configParam(options), wanted);
    },

    // Whole transactions are those that landed: of a block's votes there are but signatures.
    getBlock: ([slot, options]) => {
      const config = configParam(options);
      const wanted = slotParam(slot);
      const { transactionDetails } = config;
      const details = oneOf(
        transactionDetails ?? "full",
        ["full", "signatures", "none"],
        "transactionDetails",
      );
      const encoding = oneOf(config["encoding"] ?? "json", TRANSACTION_ENCODINGS, "encoding");
      demandBlock(wanted, historyCommitmentOf(config));
      let parent = wanted - 1n;
      while (!ledger.hasBlock(parent)) parent -= 1n;
      const { blockhash } = clock.blockAt(wanted);
      return {
        blockHeight: clock.heightOf(wanted),
        blockTime: clock.secondsOf(wanted),
        blockhash,
        parentSlot: parent,
        previousBlockhash: clock.blockAt(parent).blockhash,
        ...(details === "full" && {
          transactions: ledger.landedIn(wanted).map((landed) => {
            const { transaction, meta } = encodeLanded(landed, encoding);
            return { transaction, meta, ...versionFor(config, landed.transaction.message.version) };
          }),
        }),
        ...(details === "signatures" && { signatures: ledger.signaturesIn(wanted) }),
        ...(!isGiven(config["rewards"]) || config["rewards"] === true ? { rewards: [] } : {}),
      };
    },
  };
}
