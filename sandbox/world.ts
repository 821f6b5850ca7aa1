import type { Host } from "./options";
import type { SandboxToken } from "./own-token";

/** Where everything in the running sandbox is: `.sandbox/world.json`, so that any client can join. */
export interface World {
  /** Where the service answers. */
  origin: string;
  /** What serves the service's build, there and in other instances of it. */
  host: Host;
  evm: { rpcUrl: string; chainId: number; usdc: string; payerPrivateKey: `0x${string}`; payTo: string };
  solana: {
    rpcUrl: string;
    /** CAIP-2 id. */
    network: `solana:${string}`;
    usdcMint: string;
    /** Base58 of the 64-byte secret key, as wallets export it. */
    payerSecretKey: string;
    payTo: string;
  };
  facilitators: { name: string; url: string; feePayer: string }[];
  redis: { url: string; token: string; engine: string };
  upstreamOrigin: string;
  /** The service's own token, where the sandbox was raised with it. */
  token?: SandboxToken;
  /** The settings that the service runs with, to start another instance of it. */
  serviceEnv: Record<string, string>;
}
