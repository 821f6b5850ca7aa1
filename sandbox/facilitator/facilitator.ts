import { x402Facilitator } from "@x402/core/facilitator";
import type { Address as SolanaAddress } from "@solana/kit";
import type { Address, Hex } from "viem";
import { NETWORK as EVM_NETWORK } from "../chains/evm/network";
import { listen } from "../host/listen";
import { NETWORK as SOLANA_NETWORK } from "../chains/solana/network";
import { evmScheme } from "./evm-scheme";
import type { Fault } from "./fault";
import { fundEvm, fundSolana } from "./funds";
import { facilitatorListener, type CallReport } from "./serve";
import { solanaScheme } from "./solana-scheme";

export interface FacilitatorOptions {
  /** 0 takes any free port. */
  port: number;
  /** What its log lines call it. */
  name: string;
  evm: { rpcUrl: string; key: Hex };
  /** `seed`: Ed25519, 32 bytes. */
  solana: { rpcUrl: string; seed: Uint8Array };
  /** What goes wrong from the start. */
  fault?: Fault;
  onCall?: (report: CallReport & { name: string }) => void;
}

export interface Facilitator {
  url: string;
  /** The Solana address that pays fees, and that payments must name. */
  feePayer: SolanaAddress;
  /** The EVM address that sends settlements. */
  evmAddress: Address;
  setFault(fault: Fault | null): void;
  close(): Promise<void>;
}

/**
 * An x402 v2 facilitator for both local chains: GET /supported, POST /verify, POST /settle, with the schemes of the
 * official packages. Money to pay fees with it takes from the chains. What can go wrong with a facilitator is set
 * with `setFault` or POST /sandbox/fault. Throws PortUnavailable, or RpcFailed when a chain does not answer.
 */
export async function startFacilitator(options: FacilitatorOptions): Promise<Facilitator> {
  const { name, port, evm, solana, onCall } = options;
  let fault = options.fault ?? null;
  const { address: evmAddress, scheme: onEvm } = evmScheme(evm);
  const { feePayer, scheme: onSolana } = await solanaScheme(solana);
  const facilitator = new x402Facilitator().register(EVM_NETWORK, onEvm).register(SOLANA_NETWORK, onSolana);
  await Promise.all([fundEvm(evm.rpcUrl, evmAddress), fundSolana(solana.rpcUrl, feePayer)]);

  const setFault = (next: Fault | null): void => void (fault = next);
  const { url, close } = await listen(
    port,
    facilitatorListener({
      facilitator,
      fault: () => fault,
      setFault,
      onCall: (report) => onCall?.({ name, ...report }),
    }),
  );
  return { url, feePayer, evmAddress, setFault, close };
}
