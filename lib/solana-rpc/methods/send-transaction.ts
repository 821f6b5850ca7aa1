import * as z from "zod";
import { readTransaction, type SolanaTransaction } from "@/lib/payments/chain/solana-transaction";
import { MEMO_PROGRAM } from "@/lib/payments/chain/transfer-form";
import { TOKEN_PROGRAM } from "@/lib/payments/rails/networks";
import { PaymentRefused } from "@/lib/payments/outcome/reasons";
import { commitment, readParams, type RpcMethod } from "../method";
import { RpcRefusal } from "../refusal";

/** The largest transaction that Solana takes, in bytes and in base64. */
const MAX_BYTES = 1_232;
const wire = z.base64().max(Math.ceil(MAX_BYTES / 3) * 4);

const Config = z.strictObject({
  encoding: z.literal("base64"),
  preflightCommitment: commitment.optional(),
  skipPreflight: z.boolean().optional(),
});
const Params = z.tuple([wire, Config]);

/** What minting a certificate takes, and what wallets add of their own accord. */
const PROGRAMS: ReadonlySet<string> = new Set([
  "11111111111111111111111111111111",
  TOKEN_PROGRAM,
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "ComputeBudget111111111111111111111111111111",
  MEMO_PROGRAM,
  "L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95", // Lighthouse, by which wallets guard what they have simulated
]);

const Simulated = z.object({ value: z.object({ err: z.unknown() }) });

function read(transaction: string): SolanaTransaction {
  try {
    return readTransaction(transaction);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    throw new RpcRefusal("invalid_params", "The transaction can't be read. Send it as the wallet signed it.");
  }
}

/**
 * Relays a transaction that everybody has signed, of listed programs alone, and that the chain would take: it is
 * simulated here, with its signatures, whatever the caller asks for.
 */
export const sendTransaction: RpcMethod = async (params, ask) => {
  const [transaction, config] = readParams(Params, params);
  const { wire: bytes, instructions, isFullySigned } = read(transaction);
  if (bytes.length > MAX_BYTES)
    throw new RpcRefusal("invalid_params", `A transaction has ${MAX_BYTES} bytes at most.`);
  const stranger = instructions.find(({ program }) => !PROGRAMS.has(program));
  if (stranger !== undefined)
    throw new RpcRefusal("not_allowed", `The program ${stranger.program} is not relayed to from here.`);
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
