import { isAddress } from "viem/utils";
import { ApiError } from "@/lib/http/api-error";
import { BASE_TOKENS, SOLANA_TOKENS } from "@/lib/sources/listed-tokens";
import { isSolanaAddress } from "../solana-address";

/** The wallets that were asked for: Solana's as written, EVM's in lower case. At least one is not null. */
export interface Addresses {
  solana: string | null;
  base: string | null;
}

interface Asked {
  solAddress?: string | undefined;
  evmAddress?: string | undefined;
  message?: string | undefined;
}

const HOW =
  "Send `solAddress` (base58 of 32 bytes) or `evmAddress` (0x and 40 hexadecimal digits), or put the address into `message`.";

const refuse = (why: string): never => {
  throw new ApiError("invalid_request", `${why} ${HOW}`, {}, "Nothing is charged.");
};

/**
 * Addresses of the fields, else those in the message. What else may stand in a message (transaction signatures, private
 * keys) is longer than an address, is passed over and appears in no answer, error or log line. Throws ApiError
 * `invalid_request`: no address, a malformed one, or several of one kind in a message, between which nobody guesses.
 */
export function addressesOf({ solAddress, evmAddress, message }: Asked): Addresses {
  if (solAddress !== undefined && !isSolanaAddress(solAddress))
    refuse("`solAddress` is not the base58 of 32 bytes.");
  if (evmAddress !== undefined && !isEvmAddress(evmAddress))
    refuse(
      "`evmAddress` fails its checksum: one of its digits or capitals is wrong; all in lower case is taken too.",
    );
  if (solAddress !== undefined || evmAddress !== undefined)
    return { solana: solAddress ?? null, base: evmAddress?.toLowerCase() ?? null };
  return fromMessage(message ?? "");
}

/** Whole words only: an address is no part of something longer. */
const SOLANA = /(?<![A-Za-z0-9])[1-9A-HJ-NP-Za-km-z]{32,44}(?![A-Za-z0-9])/g;
const EVM = /(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])/g;

function fromMessage(message: string): Addresses {
  const words = (pattern: RegExp): string[] => message.match(pattern) ?? [];
  const solana = new Set(words(SOLANA).filter((word) => isSolanaAddress(word) && !NOT_WALLETS.has(word)));
  const evmLike = words(EVM);
  const base = new Set(
    evmLike
      .filter(isEvmAddress)
      .map((word) => word.toLowerCase())
      .filter((word) => !NOT_WALLETS.has(word)),
  );
  if (solana.size > 1 || base.size > 1)
    refuse("The message holds several addresses of one kind: send the one that is meant in its field.");
  const [found] = [...solana];
  const [evm] = [...base];
  if (found === undefined && evm === undefined)
    refuse(
      evmLike.some((word) => !isEvmAddress(word))
        ? "The EVM address in the message fails its checksum."
        : "No wallet address was sent.",
    );
  return { solana: found ?? null, base: evm ?? null };
}

/** Well-known tokens and the system program, which a message may name beside the wallet. */
const NOT_WALLETS = new Set(["1".repeat(32), ...[...BASE_TOKENS, ...SOLANA_TOKENS].map(({ id }) => id)]);

/** 0x and 40 digits; in mixed case the capitals must be those of EIP-55. */
export function isEvmAddress(text: string): boolean {
  const plain = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.test(text);
  return plain || isAddress(text, { strict: true });
}
