import type { Merchant } from "../payments/challenge/offers";

/** Version of the HTTP contract, in OpenAPI's `info.version`. */
export const API_VERSION = "4.0.0";
/** Version of the tool endpoint, in registries of tool servers. */
export const TOOLS_VERSION = "1.1.0";

/** What the documents say of the service beside its catalog. */
export interface Site {
  /** Name shown to people. */
  name: string;
  /** The service's public address, without a slash at its end. */
  origin: string;
  /** Address that people write to; null where none is configured. */
  contact: string | null;
  /** Where payments go and on which networks. */
  merchant: Merchant;
  /** Token id of the service's own agent in ERC-8004's registry; null where it has none. */
  agentTokenId: number | null;
  /** Whether MPP is offered beside x402. */
  mpp: boolean;
  /** Said of everything that is made up; null where nothing is. */
  notice: string | null;
}
