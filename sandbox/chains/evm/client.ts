import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  publicActions,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { CHAIN_ID, MULTICALL3_ADDRESS } from "./network";

/** The chain, as far as a client must know it. */
export type ChainAddress = Readonly<{ rpcUrl: string }>;

const POLL_MS = 25;
const GAS_MONEY_WEI = 10n ** 18n;

/** What viem must know of the chain. Its own list of chains is large and slow to load. */
const localChain = (rpcUrl: string) =>
  defineChain({
    id: CHAIN_ID,
    name: "Local Base Sepolia",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
    contracts: { multicall3: { address: MULTICALL3_ADDRESS } },
    testnet: true,
  });

/** viem's options for a client of the chain. */
export const connection = ({ rpcUrl }: ChainAddress) => ({
  chain: localChain(rpcUrl),
  transport: http(rpcUrl),
  pollingInterval: POLL_MS,
});

/** Reads from the chain. */
export const reader = (chain: ChainAddress) => createPublicClient(connection(chain));

/**
 * A wallet that can pay for gas, a new one by default. One a task, because transactions of one account are numbered and
 * two processes that send at the same moment would take the same number.
 */
export async function newWallet(chain: ChainAddress, privateKey: Hex = generatePrivateKey()) {
  const account = privateKeyToAccount(privateKey);
  const { setBalance } = createTestClient({ ...connection(chain), mode: "anvil" });
  await setBalance({ address: account.address, value: GAS_MONEY_WEI });
  return createWalletClient({ ...connection(chain), account }).extend(publicActions);
}
