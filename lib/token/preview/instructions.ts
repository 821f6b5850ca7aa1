import { associatedAccount } from "@/lib/chains/associated-account";
import { BURN_CHECKED, TRANSFER_CHECKED, MEMO_PROGRAM } from "@/lib/chains/solana-programs";
import type { TokenAmounts } from "@/lib/payments/token/amounts";
import type { OwnToken } from "@/lib/payments/token/own-token";

/** One account of an instruction; the address is null where it is the payer's, who is not known. */
export interface NamedAccount {
  name: "payer" | "payer's token account" | "mint" | "treasury's token account";
  address: string | null;
  writable: boolean;
  signer: boolean;
}

export interface NamedInstruction {
  name: "BurnChecked" | "TransferChecked" | "Memo";
  program: string;
  accounts: NamedAccount[];
  data: Uint8Array;
}

/** SPL Token and Token-2022 alike: the instruction's number, the amount, the decimals. */
function tokenData(instruction: number, amount: bigint, decimals: number): Uint8Array {
  const data = new Uint8Array(10);
  data[0] = instruction;
  new DataView(data.buffer).setBigUint64(1, amount, true);
  data[9] = decimals;
  return data;
}

/** What the payer of a quote signs, in this order. */
export async function instructionsOf(
  token: OwnToken,
  { burn, kept }: TokenAmounts,
  quoteId: string,
  wallet: string | null,
): Promise<NamedInstruction[]> {
  const { mint, program, treasury, decimals } = token;
  const [source, destination] = await Promise.all([
    wallet === null ? null : associatedAccount(wallet, mint, program),
    associatedAccount(treasury, mint, program),
  ]);
  const account = (name: NamedAccount["name"], address: string | null, writable: boolean): NamedAccount => ({
    ...{ name, address, writable },
    signer: name === "payer",
  });
  const from = account("payer's token account", source, true);
  const payer = account("payer", wallet, false);
  return [
    {
      name: "BurnChecked",
      program,
      accounts: [from, account("mint", mint, true), payer],
      data: tokenData(BURN_CHECKED, burn, decimals),
    },
    {
      name: "TransferChecked",
      program,
      accounts: [
        from,
        account("mint", mint, false),
        account("treasury's token account", destination, true),
        payer,
      ],
      data: tokenData(TRANSFER_CHECKED, kept, decimals),
    },
    { name: "Memo", program: MEMO_PROGRAM, accounts: [], data: new TextEncoder().encode(quoteId) },
  ];
}
