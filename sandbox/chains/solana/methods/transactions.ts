import { isRecord } from "@/lib/is-record";
import type { Bank } from "../bank";
import { encodeAccount } from "../encode-account";
import { encodeInner, encodeReturnData } from "../encode-transaction";
import type { Faucet } from "../faucet";
import {
  addressParam,
  commitmentOf,
  configParam,
  integerParam,
  isGiven,
  listParam,
  oneOf,
  stringParam,
  type Config,
  type Methods,
} from "../params";
import { invalidParams, RPC_CODES, RpcError } from "../rpc-error";
import { parseTransaction, type ParsedTransaction } from "../transaction";
import { transactionAccounts } from "../transaction-accounts";
import { inContext } from "./context";

const signatureFailure = (): RpcError =>
  new RpcError(RPC_CODES.signatureVerification, "Transaction signature verification failure");

const read = (text: unknown, config: Config): ParsedTransaction =>
  parseTransaction(
    stringParam(text, "transaction"),
    oneOf(config["encoding"] ?? "base58", ["base58", "base64"], "encoding"),
  );

/** Sending and simulating, with the options of Agave's RPC. */
export function transactionMethods(bank: Bank, faucet: Faucet): Methods {
  const { vm, clock } = bank;

  const simulate = (transaction: ParsedTransaction, config: Config) => {
    const replaceBlockhash = config["replaceRecentBlockhash"] === true;
    const verifySignatures = config["sigVerify"] === true;
    if (replaceBlockhash && verifySignatures) {
      throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
    }
    const commitment = commitmentOf(config);
    const result = bank.simulate(transaction, { commitment, verifySignatures, replaceBlockhash });
    if (result.error === "SignatureFailure") throw signatureFailure();
    const { accounts } = config;
    if (isGiven(accounts) && !isRecord(accounts)) {
      throw invalidParams("Invalid params: accounts must be an object");
    }
    const wanted = isRecord(accounts)
      ? listParam(accounts["addresses"], "accounts.addresses", 64).map(addressParam)
      : null;
    const named = transactionAccounts(transaction.message, vm);
    return {
      err: result.error,
      logs: result.logs,
      accounts:
        wanted?.map((address) =>
          encodeAccount(vm, result.after.get(address) ?? vm.account(address), {
            encoding: isRecord(accounts) ? (accounts["encoding"] ?? "base64") : "base64",
          }),
        ) ?? null,
      unitsConsumed: result.computeUnits,
      returnData: result.returnData === null ? null : encodeReturnData(result.returnData),
      innerInstructions: config["innerInstructions"] === true ? encodeInner(result.inner, named, true) : null,
      replacementBlockhash: replaceBlockhash ? clock.latestBlockhash(commitment) : undefined,
    };
  };

  return {
    simulateTransaction: ([text, options]) => {
      const config = configParam(options);
      return inContext(clock, commitmentOf(config), simulate(read(text, config), config));
    },

    // With skipPreflight whatever can be read gets its signature back, also what will never land.
    sendTransaction: ([text, options]) => {
      const config = configParam(options);
      const transaction = read(text, config);
      if (config["skipPreflight"] !== true) {
        const commitment = commitmentOf(config, "preflightCommitment");
        const outcome = simulate(transaction, { commitment, sigVerify: true });
        if (outcome.err !== null) {
          const why = typeof outcome.err === "string" ? outcome.err : JSON.stringify(outcome.err);
          throw new RpcError(RPC_CODES.preflightFailed, `Transaction simulation failed: ${why}`, outcome);
        }
      }
      bank.process(transaction);
      return transaction.signature;
    },

    requestAirdrop: ([address, lamports]) =>
      faucet.airdrop(
        addressParam(address),
        BigInt(integerParam(lamports, "lamports", 1, Number.MAX_SAFE_INTEGER)),
      ),
  };
}
