import type { Bank } from "../bank";
import { feeOf } from "../fee";
import { GENESIS_HASH } from "../network";
import { commitmentOf, configParam, integerParam, stringParam, type Methods } from "../params";
import { decodeBytes, parseMessage } from "../transaction";
import { inContext } from "./context";

const SLOTS_PER_EPOCH = 432_000n;
const VERSION = { "solana-core": "3.0.0", "feature-set": 0 };

/** What the RPC says of the chain as a whole: time, blockhashes, fees. */
export function clusterMethods({ vm, clock, ledger }: Bank): Methods {
  return {
    getHealth: () => "ok",
    getVersion: () => VERSION,
    getGenesisHash: () => GENESIS_HASH,
    getSlot: ([config]) => clock.tip(commitmentOf(configParam(config))),
    getBlockHeight: ([config]) => clock.heightOf(clock.slot(commitmentOf(configParam(config)))),
    getEpochInfo: ([config]) => {
      const slot = clock.tip(commitmentOf(configParam(config)));
      return {
        absoluteSlot: slot,
        blockHeight: clock.heightOf(slot),
        epoch: slot / SLOTS_PER_EPOCH,
        slotIndex: slot % SLOTS_PER_EPOCH,
        slotsInEpoch: SLOTS_PER_EPOCH,
        transactionCount: ledger.size,
      };
    },
    getLatestBlockhash: ([config]) => {
      const commitment = commitmentOf(configParam(config));
      return inContext(clock, commitment, clock.latestBlockhash(commitment));
    },
    isBlockhashValid: ([blockhash, config]) => {
      const commitment = commitmentOf(configParam(config));
      const live = clock.isLive(stringParam(blockhash, "blockhash"), commitment);
      return inContext(clock, commitment, live);
    },
    getFeeForMessage: ([text, config]) => {
      const commitment = commitmentOf(configParam(config));
      const message = parseMessage(decodeBytes(stringParam(text, "message"), "base64", 1_232));
      const live = clock.isLive(message.lifetimeToken, commitment);
      return inContext(clock, commitment, live ? feeOf(message) : null);
    },
    getMinimumBalanceForRentExemption: ([bytes]) =>
      vm.rentExempt(BigInt(integerParam(bytes, "data length", 0, 10_485_760))),
    getRecentPrioritizationFees: () => [{ slot: clock.slot("processed"), prioritizationFee: 0n }],
  };
}
