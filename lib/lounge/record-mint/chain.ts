import { getBase58Encoder } from "@solana/kit";
import * as z from "zod";
import { base64ToBytes } from "@/lib/http/base64";
import { askForTransaction } from "@/lib/chains/ask-transaction";
import type { RpcClient } from "@/lib/chains/json-rpc";
import { addressOf } from "@/lib/chains/solana-address";
import { readAnyWire } from "@/lib/chains/solana-wire-v1";
import { READ_VERSION } from "@/lib/chains/transaction-versions";

const CalledInstruction = z.object({
  programIdIndex: z.int(),
  accounts: z.array(z.int()),
  data: z.string(),
});
const Landed = z
  .object({
    meta: z
      .object({
        err: z.unknown(),
        innerInstructions: z.array(z.object({ instructions: z.array(CalledInstruction) })).nullish(),
        loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
      })
      .nullable(),
    transaction: z.tuple([z.string(), z.literal("base64")]),
  })
  .nullable();

const WANTED = { encoding: "base64", commitment: "finalized", highest: READ_VERSION } as const;
const UNREADABLE = { objection: "The transaction is of a version that can't be read here." };

/** An instruction that ran: one of the transaction's own, or one that a program called. */
export interface RanInstruction {
  program: string | undefined;
  accounts: readonly (string | undefined)[];
  data: Uint8Array;
}

/** A transaction that succeeded and is finalized. */
export interface FinalTransaction {
  signers: readonly string[];
  /** Those that it names and those that it took from look-up tables. */
  accounts: readonly string[];
  instructions: readonly RanInstruction[];
}

/** A transaction by its signature; in words what keeps it from having happened. */
export async function finalTransaction(
  ask: RpcClient,
  signature: string,
): Promise<FinalTransaction | { objection: string }> {
  const found = await askForTransaction(ask, signature, WANTED);
  if (found === "unreadable") return UNREADABLE;
  const landed = Landed.parse(found.shown);
  if (landed === null) return { objection: "The transaction is not finalized, or there is none." };
  const { meta } = landed;
  if (meta === null || meta.err !== null) return { objection: "The transaction failed." };
  const wire = readAnyWire(base64ToBytes(landed.transaction[0]));
  if (wire === null) return UNREADABLE;
  const { signatures, instructions } = wire;
  const named: readonly string[] = wire.addresses.map(addressOf);
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const accounts: readonly string[] = [...named, ...writable, ...readonly];
  const ran = (program: number, indices: readonly number[], data: Uint8Array): RanInstruction => ({
    ...{ program: accounts[program], accounts: indices.map((index) => accounts[index]), data },
  });
  return {
    signers: named.slice(0, signatures.length),
    accounts,
    instructions: [
      ...instructions.map(({ program, accounts: indices, data }) => ran(program, indices, data)),
      ...(meta.innerInstructions ?? []).flatMap((called) =>
        called.instructions.map(({ programIdIndex, accounts: indices, data }) =>
          ran(programIdIndex, indices, Uint8Array.from(getBase58Encoder().encode(data))),
        ),
      ),
    ],
  };
}

/** What keeps a transaction from being the creator's that made the mint, in words; null when nothing does. */
export async function objectionToTransaction(
  ask: RpcClient,
  signature: string,
  { creator, mint, isMaking }: MadeMint,
): Promise<string | null> {
  const found = await finalTransaction(ask, signature);
  if ("objection" in found) return found.objection;
  if (!found.signers.includes(creator)) return "The signal's creator has not signed the transaction.";
  if (!found.accounts.includes(mint)) return "The transaction has nothing to do with that mint.";
  return isMaking === undefined || found.instructions.some(isMaking)
    ? null
    : "The transaction is not the one that made the mint.";
}

interface MadeMint {
  creator: string;
  mint: string;
  /** Whether an instruction makes the mint; left out where its address alone shows that the creator signed for it. */
  isMaking?: (instruction: RanInstruction) => boolean;
}
