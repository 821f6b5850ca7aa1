import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getBase64Decoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from "@solana/kit";
import { base64ToBytes } from "@/lib/http/base64";
import { MEMO_PROGRAM } from "@/lib/chains/solana-programs";
import type { SigningKey } from "@/lib/payments/receipts/signing-key";

/** A transaction that says a text on Solana, signed and not sent. */
export interface SignedMemo {
  /** Base58. */
  signature: string;
  /** Base64. */
  transaction: string;
}

/** The Solana address of a key: the wallet that pays for its memos. */
export const addressOfKey = ({ publicJwk: { x } }: SigningKey): string =>
  getBase58Decoder().decode(base64ToBytes(`${x.replaceAll("-", "+").replaceAll("_", "/")}=`));

/** Signs a transaction whose one instruction is a memo. `latest`: a recent blockhash and the last height that takes it. */
export async function signMemo(
  memo: string,
  key: SigningKey,
  latest: { blockhash: string; lastValidBlockHeight: number },
): Promise<SignedMemo> {
  const payer = address(addressOfKey(key));
  const lifetime = {
    blockhash: blockhash(latest.blockhash),
    lastValidBlockHeight: BigInt(latest.lastValidBlockHeight),
  };
  const compiled = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) =>
        appendTransactionMessageInstruction(
          { programAddress: address(MEMO_PROGRAM), data: new TextEncoder().encode(memo) },
          message,
        ),
    ),
  );
  const signed = signatureBytes(await key.sign(Uint8Array.from(compiled.messageBytes)));
  const wire = getTransactionEncoder().encode({ ...compiled, signatures: { [payer]: signed } });
  return {
    signature: getBase58Decoder().decode(signed),
    transaction: getBase64Decoder().decode(wire),
  };
}
