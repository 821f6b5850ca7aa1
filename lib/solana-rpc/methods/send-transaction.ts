import * as z from "zod";
import { readTransaction, type SolanaTransaction } from "@/lib/chains/solana-transaction";
import { UnreadableTransaction } from "@/lib/chains/unreadable";
import { commitment, readParams, type RpcMethod } from "../method";
import { RpcRefusal } from "../refusal";
import { isOwnFlow } from "../relayed";

/** The largest transaction that Solana takes, in bytes and in base64. */
const MAX_BYTES = 1_232;
const wire = z.base64().max(Math.ceil(MAX_BYTES / 3) * 4);

const Config = z.strictObject({
  encoding: z.literal("base64"),
  preflightCommitment: commitment.optional(),
  skipPreflight: z.boolean().optional(),
});
const Params = z.tuple([wire, Config]);

const Simulated = z.object({ value: z.object({ err: z.unknown() }) });

function read(transaction: string): SolanaTransaction {
  try {
    return readTransaction(transaction);
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error;
    const why =
      error.fault === "version"
        ? error.message
        : "The transaction can't be read. Send it as the wallet signed it.";
    throw new RpcRefusal("invalid_params", why);
  }
}

/**
 * Relays a transaction of the service's own flows that everybody has signed and that the chain would take: it is simulated
 * here, with its signatures, whatever the caller asks for.
 */
export const sendTransaction: RpcMethod = async (params, ask) => {
  const [transaction, config] = readParams(Params, params);
  const signed = read(transaction);
  const { wire: bytes, isFullySigned } = signed;
  if (bytes.length > MAX_BYTES)
    throw new RpcRefusal("invalid_params", `A transaction has ${MAX_BYTES} bytes at most.`);
  if (!(await isOwnFlow(signed)))
    throw new RpcRefusal(
      "not_allowed",
      "Transactions that are relayed here pay this service, in USDC or in its own token, or mint a published signal's certificate; beside that they hold memo, compute budget and Lighthouse instructions alone. Send others by a node of your own.",
    );
  if (!(await isFullySigned()))
    throw new RpcRefusal("invalid_params", "A signature is missing, or is wrong.");
  const level = config.preflightCommitment ?? "confirmed";
  const { value } = Simulated.parse(
    await ask("simulateTransaction", [
      transaction,
      { encoding: "base64", sigVerify: true, commitment: level },
    ]),
  );
  if (value.err !== null && value.err !== undefined)
    throw new RpcRefusal("would_fail", `The chain would refuse it: ${JSON.stringify(value.err)}.`);
  return ask("sendTransaction", [transaction, { encoding: "base64", skipPreflight: true }]);
};
