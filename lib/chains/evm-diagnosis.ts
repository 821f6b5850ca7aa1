import * as z from "zod";
import type { Cause } from "./cause";
import type { Diagnosis, Fault } from "./diagnosis";
import { isToBeDeployed } from "./erc6492";
import { block, isUsed, word } from "./evm-lookup";
import { RpcError, type RpcClient } from "./json-rpc";

/** Selectors of ERC-20 and of USDC's EIP-3009; a test recomputes them from their signatures. */
export const BALANCE_OF = "0x70a08231"; // balanceOf(address)
/** transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes) */
export const TRANSFER_WITH_AUTHORIZATION = "0xcf092995";

/** An EIP-3009 payment as it was signed; its form was checked when it was read. */
export const Signed = z.object({
  signature: z.string(),
  authorization: z.object({
    from: z.string(),
    to: z.string(),
    value: z.string(),
    validAfter: z.string(),
    validBefore: z.string(),
    nonce: z.string(),
  }),
});
export type Signed = z.output<typeof Signed>;

const refused = (reason: Fault, message: string): Diagnosis => ({
  kind: "refused",
  reason,
  message,
});

const uint = (decimal: string): string => word(BigInt(decimal).toString(16));

/** The transfer's calldata. The overload with `bytes` takes every signature, those of contracts too. */
export function transferData({ signature, authorization }: Signed): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const bytes = signature.slice(2);
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, "0");
  const head = [word(from), word(to), uint(value), uint(validAfter), uint(validBefore), word(nonce)];
  const offset = uint(String((head.length + 1) * 32));
  return [TRANSFER_WITH_AUTHORIZATION, ...head, offset, uint(String(bytes.length / 2)), padded].join("");
}

/** What the token itself says of the transfer; null when it is refused in unknown words, or returns something. */
async function simulate(callRpc: RpcClient, asset: string, signed: Signed): Promise<Diagnosis | null> {
  try {
    const returned = await callRpc("eth_call", [{ to: asset, data: transferData(signed) }, "latest"]);
    return z.literal("0x").safeParse(returned).success ? { kind: "executes" } : null;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (/invalid signature|ECRecover/i.test(error.message))
      return { kind: "refused", reason: "invalid_signature" };
    if (/blacklisted/i.test(error.message))
      return refused("payment_rejected", "USDC blocks a wallet of this payment. Pay with another wallet.");
    return null;
  }
}

/**
 * What keeps an EIP-3009 transfer from being made, by our own node: used or cancelled, outside its window by the
 * chain's time, more than the payer holds (USDC base units), or not signed by the payer; or that nothing is wrong with it.
 * Null where that can't be told: its wallet is still to be deployed, or the token refuses it in unknown words.
 * Throws when the node can't be asked.
 */
export async function diagnoseEvm(
  callRpc: RpcClient,
  asset: string,
  signed: Signed,
): Promise<Diagnosis | null> {
  const { from, value, validAfter, validBefore, nonce } = signed.authorization;
  const [used, held, head] = await Promise.all([
    isUsed(callRpc, { asset, from, nonce }, "latest"),
    callRpc("eth_call", [{ to: asset, data: BALANCE_OF + word(from) }, "latest"]).then((balance) =>
      BigInt(z.string().parse(balance)),
    ),
    block(callRpc, "latest"),
  ]);
  if (used) return { kind: "already-used" };
  const now = BigInt(head.timestamp);
  if (BigInt(validBefore) <= now)
    return refused(
      "expired",
      "The authorization has run out by the chain's time (validBefore). Sign a fresh one.",
    );
  if (BigInt(validAfter) >= now)
    return refused(
      "expired",
      "The authorization is not valid yet by the chain's time (validAfter). Sign one whose window has begun.",
    );
  if (held < BigInt(value))
    return refused(
      "insufficient_funds",
      `The paying wallet holds too little USDC: ${held} base units of ${value}. Fund it and sign again.`,
    );
  return isToBeDeployed(signed.signature) ? null : simulate(callRpc, asset, signed);
}

const Code = z.string().regex(/^0x([0-9a-f]{2})*$/i);
/** `0x` and a signature's 65 bytes: what is longer or shorter is for a contract to judge. */
const OWN_SIGNATURE_LENGTH = 2 + 2 * 65;

/**
 * Why an EIP-3009 payment was not settled. Of a wallet with code (deployed, delegated or still to be deployed) any failure
 * is its own doing: it can refuse at one moment what it takes at another.
 * Throws when the node can't be asked.
 */
export async function explainEvm(callRpc: RpcClient, asset: string, signed: Signed): Promise<Cause> {
  const { signature, authorization } = signed;
  const [diagnosis, code] = await Promise.all([
    diagnoseEvm(callRpc, asset, signed),
    callRpc("eth_getCode", [authorization.from, "latest"]).then((answer) => Code.parse(answer)),
  ]);
  if (diagnosis?.kind === "already-used") return "used";
  if (code !== "0x" || signature.length !== OWN_SIGNATURE_LENGTH) return "payer";
  if (diagnosis?.kind !== "refused") return "unused";
  return diagnosis.reason === "expired" ? "late" : "payer";
}
