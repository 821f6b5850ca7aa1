import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  createKeyPairSignerFromBytes,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { getTransferCheckedInstruction } from "@solana-program/token";
import type { PaymentPayload } from "@x402/core/types";
import { createWalletClient, isHex, parseAbi, publicActions, type Address, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { tokenAccountOf } from "@/lib/chains/associated-account";
import { newEvmWallet, newSolanaWallet } from "@/sandbox/accounts";
import { connection, newWallet } from "@/sandbox/chains/evm/client";
import { USDC_ADDRESS, CHAIN_ID } from "@/sandbox/chains/evm/network";
import { identityOf } from "@/sandbox/facilitator/identity";
import { fundToken } from "@/sandbox/faucets";
import { callRpc } from "@/sandbox/host/json-rpc";
import { cancelAuthorization, nonceOf, transactionOf } from "../integration/chains-support";
import { chainOf } from "./rail";
import type { Scene } from "./case";

/** What others, or the payer, may do to a payment outside of the call that brings it. */

const USDC = parseAbi([
  "function transfer(address to, uint256 amount) returns (bool)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

const USDC_DECIMALS = 6;
const GAS_WEI = "0xde0b6b3a7640000";
const LAMPORTS = 1_000_000_000;

const hex = z.custom<Hex>((value) => isHex(value));
const Eip3009 = z.object({
  signature: hex,
  authorization: z.object({
    from: hex,
    to: hex,
    value: z.string(),
    validAfter: z.string(),
    validBefore: z.string(),
    nonce: hex,
  }),
});

const base = ({ network }: Scene) => ({ rpcUrl: network.evmRpc });

function x402Of({ payment }: Scene): PaymentPayload {
  const { x402 } = payment();
  if (x402 === null) throw new Error("not an x402 payment");
  return x402;
}

async function submitOnBase(scene: Scene): Promise<void> {
  const { authorization: a, signature } = Eip3009.parse(x402Of(scene).payload);
  const wallet = await newWallet(base(scene));
  const hash = await wallet.writeContract({
    address: USDC_ADDRESS,
    abi: USDC,
    functionName: "transferWithAuthorization",
    args: [a.from, a.to, BigInt(a.value), BigInt(a.validAfter), BigInt(a.validBefore), a.nonce, signature],
  });
  await wallet.waitForTransactionReceipt({ hash });
}

/** Sends what is fully signed; an error of the node, or of the transaction, is thrown. */
const broadcast = (rpcUrl: string, wire: string): Promise<unknown> =>
  callRpc(rpcUrl, "sendTransaction", [wire, { encoding: "base64", preflightCommitment: "processed" }]);

/** Its fee payer signs it too, and it is broadcast: as when a facilitator's answer never reached anybody. */
async function submitOnSolana(scene: Scene): Promise<void> {
  const feePayer = await createKeyPairSignerFromPrivateKeyBytes(identityOf("primary").solanaSeed);
  const partly = getTransactionDecoder().decode(getBase64Encoder().encode(transactionOf(x402Of(scene))));
  const whole = await signTransaction([feePayer.keyPair], partly);
  await broadcast(scene.network.solanaRpc, getBase64EncodedWireTransaction(whole));
}

/** Its payer, or somebody else, puts the payment on its chain. */
export async function submit(scene: Scene): Promise<void> {
  const { rail, network, payment } = scene;
  const { transaction } = payment();
  if (transaction !== null) return void (await broadcast(network.solanaRpc, transaction));
  return rail === "base" ? submitOnBase(scene) : submitOnSolana(scene);
}

/** The payer cancels the authorization, which only Base knows. */
export const cancel = (scene: Scene): Promise<void> =>
  cancelAuthorization(
    { ...base(scene), chainId: CHAIN_ID, usdc: USDC_ADDRESS },
    { account: privateKeyToAccount(hex.parse(scene.payer.secret)) },
    nonceOf(x402Of(scene)),
  );

async function drainOnBase(scene: Scene, amount: bigint): Promise<void> {
  const account = privateKeyToAccount(hex.parse(scene.payer.secret));
  await callRpc(scene.network.evmRpc, "anvil_setBalance", [account.address, GAS_WEI]);
  const wallet = createWalletClient({ ...connection(base(scene)), account }).extend(publicActions);
  const to: Address = newEvmWallet().address;
  const hash = await wallet.writeContract({
    address: USDC_ADDRESS,
    abi: USDC,
    functionName: "transfer",
    args: [to, amount],
  });
  await wallet.waitForTransactionReceipt({ hash });
}

const LatestBlockhash = z.object({
  value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }),
});

async function drainOnSolana({ slot, network, payer, rail }: Scene, amount: bigint): Promise<void> {
  const signer = await createKeyPairSignerFromBytes(getBase58Encoder().encode(payer.secret));
  const to = (await newSolanaWallet()).address;
  const { mint, decimals } =
    rail === "own-token" && slot.token !== null
      ? slot.token
      : { mint: slot.world().solana.usdcMint, decimals: USDC_DECIMALS };
  await fundToken(network.solanaRpc, mint, to, 0n);
  await callRpc(network.solanaRpc, "requestAirdrop", [signer.address, LAMPORTS]);
  const { value } = LatestBlockhash.parse(await callRpc(network.solanaRpc, "getLatestBlockhash", []));
  const transfer = getTransferCheckedInstruction({
    source: address(await tokenAccountOf(signer.address, mint)),
    mint: address(mint),
    destination: address(await tokenAccountOf(to, mint)),
    authority: signer,
    ...{ amount, decimals },
  });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(signer, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: blockhash(value.blockhash),
          lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
        },
        m,
      ),
    (m) => appendTransactionMessageInstruction(transfer, m),
  );
  await broadcast(
    network.solanaRpc,
    getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message)),
  );
}

/** The payer sends all that the wallet holds elsewhere. Resolves to how much that was, in base units. */
export async function drain(scene: Scene): Promise<bigint> {
  const amount = await scene.payer.balance();
  await (chainOf(scene.rail) === "base" ? drainOnBase : drainOnSolana)(scene, amount);
  return amount;
}
