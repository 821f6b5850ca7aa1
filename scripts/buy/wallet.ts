import { createKeyPairSignerFromBytes, getBase58Encoder, type KeyPairSigner } from "@solana/kit";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { formatUsd, type BaseUnits } from "@/lib/catalog/money";
import { NETWORKS } from "@/lib/chains/networks";
import { EXIT, Stop } from "./exits";
import { KEY_NAMES, keyOf, type Keyring } from "./keyring";
import type { Chain } from "./options";

/** Who pays. */
export interface Wallet {
  client: x402Client;
  address: string;
  /** Whose wallet it is, for a person. */
  whose: string;
}

// What a key's parser throws may quote the key, so neither reason nor cause is told.
function evmAccount(key: string): PrivateKeyAccount {
  const digits = key.replace(/^0x/i, "");
  try {
    if (/^[0-9a-f]{64}$/i.test(digits)) return privateKeyToAccount(`0x${digits}`);
  } catch {
    // falls through to the one message
  }
  throw new Stop(EXIT.usage, `${KEY_NAMES.base} is not a private key: it takes 64 hexadecimal digits.`);
}

async function solanaSigner(key: string): Promise<KeyPairSigner> {
  try {
    const bytes = key.startsWith("[")
      ? Uint8Array.from(JSON.parse(key) as number[])
      : getBase58Encoder().encode(key); // checked by the pair itself
    return await createKeyPairSignerFromBytes(new Uint8Array(bytes));
  } catch {
    throw new Stop(
      EXIT.usage,
      `${KEY_NAMES.solana} is not a key pair: it takes base58, or the JSON array, of the 64-byte secret key.`,
    );
  }
}

/** The wallet of a chain, with a client that signs nothing dearer than `max`. Throws Stop for a key that is none. */
export async function walletOn(chain: Chain, keyring: Keyring, max: BaseUnits): Promise<Wallet> {
  const { env, sandbox } = keyring;
  const own = keyOf(keyring, chain);
  const key = own ?? (chain === "base" ? sandbox?.evm.payerPrivateKey : sandbox?.solana.payerSecretKey);
  if (key === undefined)
    throw new Stop(
      EXIT.usage,
      `No wallet to pay with on ${chain}: set ${KEY_NAMES[chain]}. Nothing was signed.`,
    );
  const whose = own === undefined ? `the sandbox's (${KEY_NAMES[chain]} is not set)` : KEY_NAMES[chain];
  // The official client's own guard: known assets only, and none above the limit.
  const client = new x402Client().setSpendControls({ maxAmountPerPayment: formatUsd(max) });
  const networks = [NETWORKS.mainnet, NETWORKS.testnet];
  if (chain === "base") {
    const account = evmAccount(key);
    for (const { evm } of networks) client.register(evm.id, new ExactEvmScheme(account));
    return { client, address: account.address, whose };
  }
  const signer = await solanaSigner(key);
  const rpcUrl = env.BUY_SOLANA_RPC_URL ?? sandbox?.solana.rpcUrl;
  const scheme = new ExactSvmScheme(signer, rpcUrl === undefined ? {} : { rpcUrl });
  for (const { solana } of networks) client.register(solana.id, scheme);
  return { client, address: signer.address, whose };
}
