import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import * as z from "zod";
import { describe, log } from "@/lib/http/log";
import type { RpcClient } from "@/lib/chains/json-rpc";
import type { NamedAccount, NamedInstruction } from "./instructions";

const Blockhash = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.int().min(0) }),
});

function roleOf({ signer, writable }: NamedAccount): AccountRole {
  if (signer) return writable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
  return writable ? AccountRole.WRITABLE : AccountRole.READONLY;
}

/**
 * The transaction of these instructions, whose fee the wallet pays, unsigned and in base64: for wallets that sign a whole
 * one. Null where no blockhash can be had.
 */
export async function unsignedTransaction(
  ask: RpcClient,
  wallet: string,
  instructions: readonly NamedInstruction[],
): Promise<string | null> {
  try {
    const { value } = Blockhash.parse(await ask("getLatestBlockhash", [{ commitment: "confirmed" }]));
    const lifetime = {
      blockhash: blockhash(value.blockhash),
      lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
    };
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayer(address(wallet), m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
      (m) =>
        appendTransactionMessageInstructions(
          instructions.map(({ program, accounts, data }) => ({
            programAddress: address(program),
            accounts: accounts.map((account) => ({
              address: address(account.address ?? wallet),
              role: roleOf(account),
            })),
            data,
          })),
          m,
        ),
    );
    return getBase64EncodedWireTransaction(compileTransaction(message));
  } catch (error) {
    log.warn("no_blockhash", { why: describe(error) });
    return null;
  }
}
