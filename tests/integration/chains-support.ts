import { generateKeyPairSigner, type KeyPairSigner } from "@solana/kit";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { x402Client } from "@x402/fetch";
import { ExactSvmScheme } from "@x402/svm/exact/client";
import { isHex, parseAbi, parseSignature, type Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { isRecord } from "@/lib/is-record";
import { startEvmChain, type EvmChain } from "@/sandbox/chains/evm/chain";
import { newWallet } from "@/sandbox/chains/evm/client";
import { USDC_DOMAIN } from "@/sandbox/chains/evm/network";
import { mintUsdc } from "@/sandbox/chains/evm/usdc";
import { startSolanaChain, type SolanaChain, type SolanaChainOptions } from "@/sandbox/chains/solana/chain";
import { startFacilitator, type Facilitator } from "@/sandbox/facilitator/facilitator";
import { identityOf } from "@/sandbox/facilitator/identity";

export interface World {
  evm: EvmChain;
  solana: SolanaChain;
  primary: Facilitator;
  fallback: Facilitator;
  close(): Promise<void>;
}

/** Both chains and two facilitators, in this process. */
export async function startWorld(solanaOptions: Partial<SolanaChainOptions> = {}): Promise<World> {
  const [evm, solana] = await Promise.all([
    startEvmChain({ port: 0 }),
    startSolanaChain({ port: 0, ...solanaOptions }),
  ]);
  const facilitator = (name: string): Promise<Facilitator> => {
    const { evmKey: key, solanaSeed: seed } = identityOf(name);
    return startFacilitator({
      port: 0,
      name,
      evm: { rpcUrl: evm.rpcUrl, key },
      solana: { rpcUrl: solana.rpcUrl, seed },
    });
  };
  const [primary, fallback] = await Promise.all([facilitator("primary"), facilitator("fallback")]);
  const all = [primary, fallback, solana, evm];
  const close = async (): Promise<void> => void (await Promise.all(all.map((part) => part.close())));
  return { evm, solana, primary, fallback, close };
}

const COMMON = { scheme: "exact", maxTimeoutSeconds: 60 } as const;

export const evmRequirements = (evm: EvmChain, payTo: string, amount: bigint): PaymentRequirements => ({
  ...COMMON,
  network: evm.network,
  asset: evm.usdc,
  payTo,
  amount: String(amount),
  extra: { ...USDC_DOMAIN },
});

export const solanaRequirements = (
  solana: SolanaChain,
  payTo: string,
  amount: bigint,
  feePayer: string,
): PaymentRequirements => ({
  ...COMMON,
  network: solana.network,
  asset: solana.usdcMint,
  payTo,
  amount: String(amount),
  extra: { feePayer },
});

/** Signs what a seller asks for, as the official client does with a 402. */
const sign = (client: x402Client, accepted: PaymentRequirements): Promise<PaymentPayload> =>
  client.createPaymentPayload({
    x402Version: 2,
    resource: { url: "https://seller.test/answer" },
    accepts: [accepted],
  });

/** A new EVM wallet with USDC (base units), and what it signs. */
export async function evmPayer(evm: EvmChain, usdc: bigint) {
  const account = privateKeyToAccount(generatePrivateKey());
  if (usdc > 0n) await mintUsdc(evm, account.address, usdc);
  const client = new x402Client().register(evm.network, new ExactEvmScheme(account));
  return { account, sign: (accepted: PaymentRequirements) => sign(client, accepted) };
}

export const evmAddress = () => privateKeyToAccount(generatePrivateKey()).address;

/** A new Solana wallet with USDC (base units), its token account, and what it signs. */
export async function solanaPayer(solana: SolanaChain, usdc: bigint) {
  const signer: KeyPairSigner = await generateKeyPairSigner();
  const { tokenAccount } = await solana.mintUsdc(signer.address, usdc);
  const scheme = new ExactSvmScheme(signer, { rpcUrl: solana.rpcUrl });
  const client = new x402Client().register(solana.network, scheme);
  return { signer, tokenAccount, sign: (accepted: PaymentRequirements) => sign(client, accepted) };
}

/** A new Solana wallet that can be paid: its USDC account exists, empty. */
export async function solanaSeller(solana: SolanaChain) {
  const { address } = await generateKeyPairSigner();
  return { address, tokenAccount: (await solana.mintUsdc(address, 0n)).tokenAccount };
}

/** The nonce of an EVM payment's authorization. */
export function nonceOf({ payload }: PaymentPayload): Hex {
  const authorization = isRecord(payload["authorization"]) ? payload["authorization"] : {};
  const { nonce } = authorization;
  if (!isHex(nonce)) throw new Error("not an EVM payment");
  return nonce;
}

/** The transaction that a Solana payment carries, in base64. */
export function transactionOf(payload: PaymentPayload): string {
  const { transaction } = payload.payload;
  if (typeof transaction !== "string") throw new Error("not a Solana payment");
  return transaction;
}

/** Has the payer cancel an authorization of its own (EIP-3009); resolves when that is mined. */
export async function cancelAuthorization(
  evm: Pick<EvmChain, "rpcUrl" | "chainId" | "usdc">,
  { account }: Pick<Awaited<ReturnType<typeof evmPayer>>, "account">,
  nonce: Hex,
): Promise<void> {
  const signature = await account.signTypedData({
    domain: { ...USDC_DOMAIN, chainId: evm.chainId, verifyingContract: evm.usdc },
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: account.address, nonce },
  });
  const { v, r, s } = parseSignature(signature);
  const relay = await newWallet(evm);
  const hash = await relay.writeContract({
    address: evm.usdc,
    abi: parseAbi([
      "function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
    ]),
    functionName: "cancelAuthorization",
    args: [account.address, nonce, Number(v), r, s],
  });
  await relay.waitForTransactionReceipt({ hash });
}
