import type { RpcClient } from "@/lib/chains/json-rpc";
import { gainsOf } from "@/lib/chains/solana-moved";
import { readLanded } from "@/lib/chains/solana-transaction";
import { amountIn } from "../rails/solana-transfer";
import { pickOwnToken } from "../rails/transfer-form";
import type { Moves } from "@/lib/chains/usdc-moved";
import { UnreadableTransaction } from "@/lib/chains/unreadable";
import { PaymentRefused } from "../outcome/reasons";
import type { OwnToken } from "./own-token";

/** Where payments in the own token arrive: `account` is the treasury's account of it. */
interface Place {
  network: string;
  token: Pick<OwnToken, "mint" | "program" | "treasury">;
  account: string;
}

const DESTINATION = 2;

/** A transaction's payment to the treasury, if it has the one form that is taken; null for any other, which buys nothing. */
async function paymentIn(wire: string, { network, token, account }: Place) {
  try {
    const signed = readLanded(wire);
    const { burn, transfer } = pickOwnToken(signed.instructions, token.program);
    if (signed.account(transfer.accounts[DESTINATION]) !== account) return null;
    return {
      ...{ key: `${network}:${await signed.messageHash()}`.toLowerCase(), payer: signed.feePayer },
      ...{ payTo: token.treasury, amount: amountIn(transfer) },
      quoted: { memos: signed.memos, burn: amountIn(burn) },
    };
  } catch (error) {
    if (error instanceof PaymentRefused || error instanceof UnreadableTransaction) return null;
    throw error;
  }
}

/** What a finalized transaction did with the own token. Throws where the node can't be asked. */
export async function ownTokenMoves(ask: RpcClient, place: Place, transaction: string): Promise<Moves> {
  const found = await gainsOf(ask, place.token.mint, transaction);
  if (found.kind !== "landed") return found;
  const { at, gains, wire } = found;
  const payment = await paymentIn(wire, place);
  return { kind: "landed", at, block: null, gains, payments: payment === null ? [] : [payment] };
}
