import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type Address,
  type Base64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import type { PaymentRequirements } from "@x402/core/types";
import { getBurnCheckedInstruction, getTransferCheckedInstruction } from "@solana-program/token";
import { newSolanaWallet } from "@/sandbox/accounts";
import { associatedAccount } from "@/lib/chains/associated-account";
import { textToBase64 } from "@/lib/http/base64";
import type { TokenPayPreviewAnswer } from "@/lib/token/preview/answer";
import { memo } from "./mpp";

export type Quote = NonNullable<TokenPayPreviewAnswer["quote"]>;

/** What of a quote is signed. */
type Terms = Pick<Quote, "quoteId"> & { amounts: Pick<Quote["amounts"], "burn" | "treasury" | "decimals"> };

/** A chain with the own token on it, here or at an address. */
export interface TokenPlace {
  chain: {
    rpcUrl: string;
    airdrop(to: Address, lamports: bigint): Promise<unknown>;
    mintToken(mint: Address, owner: Address, amount: bigint): Promise<unknown>;
  };
  mint: Address;
  program: Address;
  treasury: { address: Address };
}

/** The quote that an offer of a 402 carries. */
export function quoteIn({ amount, extra }: PaymentRequirements, decimals: number): Terms {
  const [quoteId, burn] = [String(extra.quoteId), String(extra.burn)];
  return { quoteId, amounts: { burn, treasury: String(BigInt(amount) - BigInt(burn)), decimals } };
}

/** What of a payment is made otherwise than its quote asks. */
export interface TokenPaymentChange {
  burn?: bigint;
  kept?: bigint;
  mint?: Address;
  treasury?: Address;
  decimals?: number;
  /** Whose account is paid from, and who signs for it. */
  owner?: Address;
  authority?: KeyPairSigner;
  memos?: readonly string[];
  before?: readonly Instruction[];
  after?: readonly Instruction[];
  recent?: string;
}

export interface TokenPayer {
  signer: KeyPairSigner;
  /** Base58, as wallets export it. */
  secretKey: string;
  /** Base units of the token. */
  balance(): Promise<bigint>;
  /** Signs what a quote asks for. */
  sign(quote: Terms, change?: TokenPaymentChange): Promise<{ transaction: string; id: string }>;
  /** Sends a signed transaction itself. */
  broadcast(transaction: string): Promise<void>;
}

const rpcOf = ({ chain }: TokenPlace) => createSolanaRpc(devnet(chain.rpcUrl));

/** What an account of the token holds, by the chain alone. */
export async function held(world: TokenPlace, owner: Address): Promise<bigint> {
  const account = await associatedAccount(owner, world.mint, world.program);
  return BigInt(
    (await rpcOf(world).getTokenAccountBalance(address(account), { commitment: "confirmed" }).send()).value
      .amount,
  );
}

/** How many base units of the token there are. */
export const supplyOf = async (world: TokenPlace): Promise<bigint> =>
  BigInt((await rpcOf(world).getTokenSupply(world.mint).send()).value.amount);

/** A new wallet with SOL for fees, and so much of the token. */
export async function newTokenPayer(world: TokenPlace, amount: bigint): Promise<TokenPayer> {
  const { secretKey } = await newSolanaWallet();
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));
  await world.chain.airdrop(signer.address, 1_000_000_000n);
  await world.chain.mintToken(world.mint, signer.address, amount);
  const rpc = rpcOf(world);
  return {
    ...{ signer, secretKey },
    balance: () => held(world, signer.address),
    async sign({ quoteId, amounts }, change = {}) {
      const { mint = world.mint, owner = signer.address, authority = signer } = change;
      const program = { programAddress: world.program };
      const source = address(await associatedAccount(owner, mint, world.program));
      const decimals = change.decimals ?? amounts.decimals;
      const burn = getBurnCheckedInstruction(
        { account: source, mint, authority, amount: change.burn ?? BigInt(amounts.burn), decimals },
        program,
      );
      const destination = address(
        await associatedAccount(change.treasury ?? world.treasury.address, mint, world.program),
      );
      const transfer = getTransferCheckedInstruction(
        {
          ...{ source, mint, destination, authority, decimals },
          amount: change.kept ?? BigInt(amounts.treasury),
        },
        program,
      );
      const recent = change.recent ?? (await rpc.getLatestBlockhash().send()).value.blockhash;
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (m) => setTransactionMessageFeePayerSigner(signer, m),
        (m) =>
          setTransactionMessageLifetimeUsingBlockhash(
            { blockhash: blockhash(recent), lastValidBlockHeight: 1n },
            m,
          ),
        (m) =>
          appendTransactionMessageInstructions(
            [
              ...(change.before ?? []),
              ...[burn, transfer, ...(change.memos ?? [quoteId]).map(memo)],
              ...(change.after ?? []),
            ],
            m,
          ),
      );
      const signed = await partiallySignTransactionMessageWithSigners(message);
      return {
        transaction: getBase64EncodedWireTransaction(signed),
        id: getSignatureFromTransaction(signed),
      };
    },
    async broadcast(transaction) {
      const wire = transaction as Base64EncodedWireTransaction; // made by kit's own encoder
      await rpc.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
    },
  };
}

/** The header that pays a quote with a transaction. */
export const paymentHeader = (accepted: unknown, transaction: string, resource?: string): string =>
  textToBase64(
    JSON.stringify({
      x402Version: 2,
      ...(resource !== undefined && { resource: { url: resource } }),
      accepted,
      payload: { transaction },
    }),
  );
