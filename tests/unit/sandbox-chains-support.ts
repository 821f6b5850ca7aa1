import {
  AccountRole,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Base64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
} from "@solana/kit";
import { startSolanaChain, type SolanaChain, type SolanaChainOptions } from "@/sandbox/chains/solana/chain";
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from "@/sandbox/chains/solana/network";

const open: SolanaChain[] = [];

/** A chain of this test file's own, with a client. */
export async function start(options: Partial<SolanaChainOptions> = {}) {
  const chain = await startSolanaChain({ port: 0, ...options });
  open.push(chain);
  return { chain, rpc: createSolanaRpc(devnet(chain.rpcUrl)) };
}
export type Started = Awaited<ReturnType<typeof start>>;

export async function stopAll(): Promise<void> {
  await Promise.all(open.splice(0).map((chain) => chain.close()));
}

/** A new wallet with 10 SOL. */
export async function newPayer({ chain }: Started): Promise<KeyPairSigner> {
  const payer = await generateKeyPairSigner();
  await chain.airdrop(payer.address, 10_000_000_000n);
  return payer;
}

/** The system program's transfer. */
export const moveLamports = (from: Address, to: Address, amount: bigint): Instruction => {
  const data = new DataView(new ArrayBuffer(12));
  data.setUint32(0, 2, true);
  data.setBigUint64(4, amount, true);
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: new Uint8Array(data.buffer),
  };
};

export const memo = (text: string): Instruction => ({
  programAddress: MEMO_PROGRAM,
  data: new TextEncoder().encode(text),
});

/** A signed transaction of these instructions. */
export async function signed(
  { rpc }: Started,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<Base64EncodedWireTransaction> {
  const { value: recent } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(recent, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

export const base64 = { encoding: "base64" } as const;
export const confirmed = { commitment: "confirmed" } as const;

/** kit reads the numbers of some answers as bigints; as numbers they compare with what the RPC wrote. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, member: unknown) =>
      typeof member === "bigint" ? Number(member) : member,
    ),
  );
