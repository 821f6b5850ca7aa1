import {
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  devnet,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type KeyPairSigner,
} from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import { vi } from "vitest";
import { associatedAccount } from "@/lib/chains/associated-account";
import { newSolanaWallet } from "@/sandbox/accounts";
import { DECIMALS, ORIGIN, type TokenWorld } from "./own-token";
import { proofHeader, type SignIn, solanaProof } from "./wallet-proofs";

export const DAY_MS = 86_400_000;
export const ONE = 10n ** BigInt(DECIMALS);

/** A wallet that holds some of the token. */
export interface Holder {
  wallet: string;
  signer: KeyPairSigner;
  /** A proof of it for a route, as the header's value. */
  proof(path: string, change?: Partial<SignIn>): Promise<string>;
}

/** What a holder's sign-in says that it is for; written out, since clients know it by the documents alone. */
export const resourceOf = (path: string): string => `urn:svc:holder:POST:${path}`;

/** A new wallet with SOL for fees, which is given so much of the token at the chain's present time. */
export async function newHolder({ chain, mint }: TokenWorld, amount: bigint): Promise<Holder> {
  const { secretKey } = await newSolanaWallet();
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));
  await chain.airdrop(signer.address, 1_000_000_000n);
  await chain.mintToken(mint, signer.address, amount);
  return {
    wallet: signer.address,
    signer,
    proof: async (path, change = {}) =>
      proofHeader(await solanaProof(secretKey, ORIGIN + path, { resources: [resourceOf(path)], ...change })),
  };
}

/** Moves tokens by a transaction of their holder's. */
export async function moveTokens(
  world: TokenWorld,
  { signer }: Holder,
  to: Holder,
  amount: bigint,
): Promise<void> {
  const { mint, program, chain } = world;
  const rpc = createSolanaRpc(devnet(chain.rpcUrl));
  const [source, destination] = await Promise.all(
    [signer.address, to.wallet].map(async (owner) => address(await associatedAccount(owner, mint, program))),
  );
  if (source === undefined || destination === undefined) throw new Error("two accounts were expected");
  const { value } = await rpc.getLatestBlockhash().send();
  const transfer = getTransferCheckedInstruction(
    { source, mint, destination, authority: signer, amount, decimals: DECIMALS },
    { programAddress: program },
  );
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(signer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(value, m),
    (m) => appendTransactionMessageInstructions([transfer], m),
  );
  const signed = await signTransactionMessageWithSigners(message);
  await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: "base64" }).send();
}

type Post = (request: Request) => Promise<Response>;

/** An instance of the service with the routes on which holders have something. */
export async function startHolderService(of: TokenWorld, change: Record<string, string> = {}) {
  const settings = {
    ...of.settings,
    EVM_PAY_TO: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    SOLANA_PAY_TO: of.treasury.address,
    ...change,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules(); // the settings are read once a process
  const [tvl, wire, credits, headers, readiness, scan, door] = await Promise.all([
    import("@/app/api/svc-intel-tvl/route"),
    import("@/app/api/svc-intel-wire/route"),
    import("@/app/api/tcx-credits/route"),
    import("@/app/api/svc-security-headers/route"),
    import("@/app/api/svc-security-readiness/route"),
    import("@/app/api/svc-security-scan/route"),
    import("@/lib/front-door"),
  ]);
  const routes: Record<string, Post> = {
    "/api/svc-intel-tvl": tvl.POST,
    "/api/svc-intel-wire": wire.POST,
    "/api/svc-security-headers": headers.POST,
    "/api/svc-security-readiness": readiness.POST,
    "/api/svc-security-scan": scan.POST,
  };
  const requestFor = (path: string, sent: Record<string, string>, body: unknown) =>
    new Request(ORIGIN + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...sent },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const post = async (
    path: string,
    sent: Record<string, string> = {},
    body: unknown = {},
  ): Promise<Response> => {
    const route = routes[path];
    if (route === undefined) throw new Error(`no route ${path}`);
    return route(requestFor(path, sent, body));
  };
  return {
    post,
    /** Asks as a holder, with a proof for that route unless another header is given. */
    async ask(holder: Holder, path: string, body: unknown = {}, sent: Record<string, string> = {}) {
      const own = { "x-token-holder-wallet": holder.wallet, "sign-in-with-x": await holder.proof(path) };
      return post(path, { ...own, ...sent }, body);
    },
    /** What the front door answers by itself; null for what it lets through. */
    async atDoor(path: string, sent: Record<string, string>, body?: unknown) {
      const { response } = await door.frontDoor(requestFor(path, sent, body), () => undefined);
      return response;
    },
    async credits(wallet: string) {
      const response = await credits.GET(new Request(`${ORIGIN}/api/tcx-credits?wallet=${wallet}`));
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}

/** A refusal's body. */
export const refusal = async (response: Response) =>
  (await response.json()) as { error: string; code: string; x402?: { extensions: Record<string, unknown> } };
