import {
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { APPLIED_AT, FIRST_REPLY } from "@/lib/handler";
import type { MintRequest } from "@/lib/lounge/mint/instructions";
import { mintAddressOf, mintTermsOf } from "@/lib/lounge/mint/terms";
import type { StoredSignal } from "@/lib/lounge/signal";
import { startSolanaChain, type SolanaChain } from "@/sandbox/chains/solana/chain";
import { type LoungeWorld, ORIGIN, type Reply, startLoungeWorld } from "./lounge-world";
import { madeSignal, type PublishEffects } from "./seed-signals";

export const RECORD = "/api/lounge-rwa-record-mint";
export const RELAY = "/api/solana-rpc-send";
export const FEED = "/api/lounge-feed";
export const TOKEN = "/api/rwa-token";

export type PublishedSignal = StoredSignal & { seq: number };

/** The lounge beside a chain on which every transaction is final at once. */
export interface MintWorld {
  world: LoungeWorld;
  chain: SolanaChain;
  rpc: ReturnType<typeof createSolanaRpc>;
  /** Whose signals are published, unless a test says otherwise. */
  creator: KeyPairSigner;
  funded(): Promise<KeyPairSigner>;
  /** Publishes a signal of the creator's, as buying does. */
  publish(change?: Partial<StoredSignal>): Promise<PublishedSignal>;
  /** What it takes to mint a signal at its derived address. */
  planOf(signal: PublishedSignal, by?: KeyPairSigner): MintRequest;
  signed(
    instructions: readonly Instruction[],
    by?: KeyPairSigner,
  ): Promise<{ wire: ReturnType<typeof getBase64EncodedWireTransaction>; signature: string }>;
  /** Has the chain take a transaction, whether it succeeds or not. */
  send(instructions: readonly Instruction[], by?: KeyPairSigner): Promise<string>;
  record(signalId: string, mint: string, signature: string): Promise<Reply>;
  close(): Promise<void>;
}

let made = 0;

/** `nodeOf`: puts something between the service and its node. */
export async function startMintWorld(
  nodeOf: (rpcUrl: string) => Promise<string> = (rpcUrl) => Promise.resolve(rpcUrl),
): Promise<MintWorld> {
  const chain = await startSolanaChain({ port: 0, confirmMs: 0, finalizeMs: 0 });
  const rpc = createSolanaRpc(devnet(chain.rpcUrl));
  const funded = async (): Promise<KeyPairSigner> => {
    const signer = await generateKeyPairSigner();
    await chain.airdrop(signer.address, 10_000_000_000n);
    return signer;
  };
  const creator = await funded();
  let effects: PublishEffects;
  const world = await startLoungeWorld(
    async () => {
      effects = (await import("@/lib/lounge/publish/effects")).publishEffects;
      return {
        [RECORD]: await import("@/app/api/lounge-rwa-record-mint/route"),
        [RELAY]: await import("@/app/api/solana-rpc-send/route"),
        [FEED]: await import("@/app/api/lounge-feed/route"),
        [TOKEN]: await import("@/app/api/rwa-token/route"),
      };
    },
    { NETWORK: "testnet", SOLANA_RPC_URL: await nodeOf(chain.rpcUrl) },
  );
  const { redis } = world.store;
  const signed: MintWorld["signed"] = async (instructions, by = creator) => {
    const { value: lifetime } = await rpc.getLatestBlockhash().send();
    const transaction = await signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(by, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
        (message) => appendTransactionMessageInstructions(instructions, message),
      ),
    );
    return {
      wire: getBase64EncodedWireTransaction(transaction),
      signature: getSignatureFromTransaction(transaction),
    };
  };
  return {
    ...{ world, chain, rpc, creator, funded, signed },
    async publish(change = {}) {
      made += 1;
      const signal = madeSignal(made, {
        creator: { wallet: creator.address, chain: "sol", proof: "payment" },
        ...change,
      });
      const { chain: of, wallet } = signal.creator;
      const at = of === "sol" ? await mintAddressOf(wallet, signal.id) : null;
      const seq = (await redis.lrange("svc:lounge:log", 0, -1)).length;
      for (const { command } of effects(signal, { salt: "s", summary: "x" }, [], at)) {
        const filled = command.map((word) =>
          word.replaceAll(APPLIED_AT, String(Date.now())).replaceAll(FIRST_REPLY, String(seq + 1)),
        );
        await redis.eval("return redis.call(unpack(ARGV))", [], filled);
      }
      return { ...signal, seq };
    },
    planOf: (signal, by = creator) => ({
      ...{ creator: by, signalId: signal.id, terms: mintTermsOf(signal, ORIGIN), held: 0n },
      rent: async (bytes) => rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send(),
    }),
    async send(instructions, by = creator) {
      const { wire, signature } = await signed(instructions, by);
      await rpc.sendTransaction(wire, { encoding: "base64", skipPreflight: true }).send();
      return signature;
    },
    record: (signalId, mint, signature) => world.post(RECORD, { signalId, mint, signature }),
    async close() {
      await world.close();
      await chain.close();
    },
  };
}
