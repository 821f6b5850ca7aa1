import {
  createKeyPairSignerFromBytes,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  signBytes,
} from "@solana/kit";
import type { BrowserContext } from "playwright";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { baseSepolia } from "viem/chains";
import { isRecord } from "@/lib/is-record";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { evmBalance, solanaBalance } from "@/sandbox/balances";
import { fundEvm, fundSolana } from "@/sandbox/faucets";
import type { World } from "@/sandbox/world";

/** Two wallets of a browser, as its extensions would be: they sign for real, with keys that never enter a page. */
export interface PageWallets {
  evm: {
    address: string;
    balance(): Promise<bigint>;
    fund(amount: bigint): Promise<unknown>;
    /** Ether for the network's fees. */
    fundFees(): Promise<unknown>;
  };
  solana: { address: string; balance(): Promise<bigint>; fund(amount: bigint): Promise<unknown> };
  /** How many signatures were asked of either. */
  asked(): number;
  /** What the person does next when asked to sign; until then they agree. */
  answer: "agree" | "reject" | Promise<void>;
  /** Methods that a wallet never answers; "connect" is the Solana wallet's. */
  silent: Set<string>;
  /** The chain that the Ethereum wallet is on. */
  chainId: number;
  /** Chains that it knows. */
  known: Set<number>;
}

interface Told {
  result?: unknown;
  error?: { code: number; message: string };
}

const ONE_ETHER = "0xde0b6b3a7640000";

const hexOf = (value: number): string => `0x${value.toString(16)}`;
const firstOf = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined);

async function forward(url: string, method: string, params: unknown): Promise<Told> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as Told; // JSON-RPC's own format
}

/** What runs in the page: the two announcements, with every question passed on to the test. */
function announce({ solanaAddress, solanaKey }: { solanaAddress: string; solanaKey: number[] }): void {
  type Ask = (kind: string, method: string, params: unknown) => Promise<Told>;
  const ask = async (kind: string, method: string, params: unknown): Promise<unknown> => {
    const bridge = (window as unknown as { walletOfTest: Ask }).walletOfTest; // exposed below
    const { result, error } = await bridge(kind, method, params);
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  const provider = {
    request: ({ method, params }: { method: string; params?: unknown }) => ask("evm", method, params ?? []),
    on: () => undefined,
    removeListener: () => undefined,
  };
  const info = {
    uuid: "350670db-19fa-4704-a166-e52e178b59d2",
    name: "Ether Test",
    icon: "data:,",
    rdns: "test.ether",
  };
  const tell = (): void => {
    const detail = Object.freeze({ info: Object.freeze(info), provider });
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  };
  window.addEventListener("eip6963:requestProvider", tell);
  tell();

  const account = {
    address: solanaAddress,
    publicKey: Uint8Array.from(solanaKey),
    chains: ["solana:devnet"],
    features: ["solana:signTransaction", "solana:signMessage"],
  };
  const signed = async (method: string, bytes: Uint8Array): Promise<Uint8Array> => {
    const answer = await ask("solana", method, btoa(String.fromCharCode(...bytes)));
    return Uint8Array.from(atob(String(answer)), (character) => character.charCodeAt(0));
  };
  const wallet = {
    version: "1.0.0",
    name: "Sol Test",
    icon: "data:image/png;base64,AA==",
    chains: ["solana:devnet"],
    accounts: [account],
    features: {
      "standard:connect": {
        version: "1.0.0",
        connect: () => ask("solana", "connect", "").then(() => ({ accounts: [account] })),
      },
      "solana:signTransaction": {
        version: "1.0.0",
        supportedTransactionVersions: [0],
        signTransaction: async ({ transaction }: { transaction: Uint8Array }) => {
          return [{ signedTransaction: await signed("sign", transaction) }];
        },
      },
      "solana:signMessage": {
        version: "1.0.0",
        signMessage: async ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: await signed("text", message) },
        ],
      },
    },
  };
  const register = (api: { register(...wallets: unknown[]): void }): void => api.register(wallet);
  window.addEventListener("wallet-standard:app-ready", (event) =>
    register((event as CustomEvent<{ register(...wallets: unknown[]): void }>).detail),
  );
  window.dispatchEvent(new CustomEvent("wallet-standard:register-wallet", { detail: register }));
}

/** Gives every page of a browser context two wallets of their own, with a little USDC in each. */
export async function installWallets(
  context: BrowserContext,
  world: World,
  funds: { evm: bigint; solana: bigint | null } = { evm: 1_000_000n, solana: 1_000_000n },
): Promise<PageWallets> {
  const ether = newEvmWallet();
  const account = privateKeyToAccount(ether.privateKey);
  const sol = await newSolanaWallet();
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(sol.secretKey));
  if (funds.evm > 0n) await fundEvm(world.evm.rpcUrl, ether.address, funds.evm);
  if (funds.solana !== null) await fundSolana(world.solana.rpcUrl, sol.address, funds.solana);
  let asked = 0;

  const wallets: PageWallets = {
    evm: {
      address: ether.address,
      balance: () => evmBalance(world, ether.address),
      fund: (amount) => fundEvm(world.evm.rpcUrl, ether.address, amount),
      fundFees: () => forward(world.evm.rpcUrl, "anvil_setBalance", [ether.address, ONE_ETHER]),
    },
    solana: {
      address: sol.address,
      balance: () => solanaBalance(world, sol.address),
      fund: (amount) => fundSolana(world.solana.rpcUrl, sol.address, amount),
    },
    asked: () => asked,
    answer: "agree",
    silent: new Set(),
    chainId: world.evm.chainId,
    known: new Set([world.evm.chainId, 1]),
  };

  async function decided(): Promise<Told | null> {
    asked += 1;
    const { answer } = wallets;
    if (answer === "reject") return { error: { code: 4001, message: "User rejected the request." } };
    if (answer !== "agree") await answer;
    return null;
  }

  async function ethereum(method: string, params: unknown): Promise<Told> {
    if (method === "eth_requestAccounts" || method === "eth_accounts") return { result: [ether.address] };
    if (method === "eth_chainId") return { result: hexOf(wallets.chainId) };
    if (method === "wallet_addEthereumChain" || method === "wallet_switchEthereumChain") {
      const wanted = firstOf(params);
      const chainId = Number(isRecord(wanted) ? wanted.chainId : Number.NaN);
      if (method === "wallet_addEthereumChain") wallets.known.add(chainId);
      if (!wallets.known.has(chainId)) return { error: { code: 4902, message: "Unrecognized chain ID" } };
      wallets.chainId = chainId;
      return { result: null };
    }
    if (!["eth_signTypedData_v4", "personal_sign", "eth_sendTransaction"].includes(method))
      return forward(world.evm.rpcUrl, method, params);
    const refused = await decided();
    if (refused !== null) return refused;
    if (method === "personal_sign") {
      const raw = String(firstOf(params)) as `0x${string}`; // the text's bytes in hexadecimal
      return { result: await account.signMessage({ message: { raw } }) };
    }
    if (method === "eth_sendTransaction") {
      const { to, data } = firstOf(params) as { to: `0x${string}`; data: `0x${string}` }; // JSON-RPC's own form
      const client = createWalletClient({ account, chain: baseSepolia, transport: http(world.evm.rpcUrl) });
      return { result: await client.sendTransaction({ to, data }) };
    }
    const data = JSON.parse(String((params as unknown[])[1])) as Parameters<typeof account.signTypedData>[0]; // EIP-712
    return { result: await account.signTypedData(data) };
  }

  async function solana(method: string, encoded: string): Promise<Told> {
    if (method === "connect") return { result: null };
    const refused = await decided();
    if (refused !== null) return refused;
    const bytes = getBase64Encoder().encode(encoded);
    if (method === "text") {
      const signature = await signBytes(signer.keyPair.privateKey, Uint8Array.from(bytes));
      return { result: getBase64Decoder().decode(signature) };
    }
    const read = getTransactionDecoder().decode(bytes);
    const signed = await partiallySignTransaction([signer.keyPair], read);
    return { result: getBase64Decoder().decode(getTransactionEncoder().encode(signed)) };
  }

  const never = new Promise<Told>(() => undefined);
  await context.exposeFunction("walletOfTest", (kind: string, method: string, params: unknown) => {
    if (wallets.silent.has(method)) return never;
    return kind === "evm" ? ethereum(method, params) : solana(method, String(params));
  });
  const key = getBase58Encoder().encode(sol.address);
  await context.addInitScript(announce, { solanaAddress: sol.address, solanaKey: [...key] });
  return wallets;
}
