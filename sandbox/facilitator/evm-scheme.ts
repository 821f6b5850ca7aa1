import { toFacilitatorEvmSigner, type FacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import {
  createWalletClient,
  publicActions,
  type Address,
  type Hex,
  type VerifyTypedDataActionParameters,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { connection } from "../chains/evm/client";

/** Then the settlement is answered as pending, with the transaction's hash. */
const CONFIRM_MS = 15_000;

/** Runs tasks one after the other; a failure fails its own task only. */
function oneByOne(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined); // the task's caller gets its failure
    return next;
  };
}

/** EIP-712 data has the same members for both libraries; x402 only types them less closely than viem. */
const forViem = (data: Parameters<FacilitatorEvmSigner["verifyTypedData"]>[0]) =>
  data as VerifyTypedDataActionParameters;

/** x402 `exact` on EVM, settled from one key. */
export function evmScheme({ rpcUrl, key }: { rpcUrl: string; key: Hex }): {
  address: Address;
  scheme: ExactEvmScheme;
} {
  const account = privateKeyToAccount(key);
  const client = createWalletClient({ ...connection({ rpcUrl }), account }).extend(publicActions);
  // Transactions leave in order: two that asked for their number at the same time would get the same one, and
  // numbers given out beforehand leave a gap when a transaction is refused, behind which later ones wait.
  const inOrder = oneByOne();
  const signer = toFacilitatorEvmSigner(
    {
      address: account.address,
      getCode: (args) => client.getCode(args),
      readContract: (args) => client.readContract(args),
      verifyTypedData: (args) => client.verifyTypedData(forViem(args)),
      writeContract: (args) => inOrder(() => client.writeContract(args)),
      sendTransaction: (args) => inOrder(() => client.sendTransaction(args)),
      waitForTransactionReceipt: (args) => client.waitForTransactionReceipt(args),
    },
    { confirmationTimeoutMs: CONFIRM_MS },
  );
  return { address: account.address, scheme: new ExactEvmScheme(signer) };
}
