import { base64ToBytes } from "@/lib/http/base64";
import { TOKEN_PROGRAM } from "./solana-programs";

/** `spl_token::state::Mint`, the same in both token programs. */
const LAYOUT = { bytes: 82, supply: 36, decimals: 44, initialized: 45, freezeAuthority: 46 } as const;
/** Token-2022: what kind of account it is, then extensions of number, length and bytes. */
const KIND = { at: 165, mint: 1 } as const;
const HEAD_BYTES = 4;

/** Extensions that only name the mint or its group. Whatever else there is, now or later, may change what a transfer does. */
const HARMLESS: ReadonlySet<number> = new Set([18, 19, 20, 21, 22, 23]);
/** `spl_token_2022::extension::ExtensionType`, for people. */
const NAMES: Readonly<Record<number, string>> = {
  1: "a transfer fee",
  3: "an authority that may close it",
  4: "confidential transfers",
  6: "a default state of accounts",
  9: "tokens that can't be transferred",
  10: "interest-bearing amounts",
  12: "a permanent delegate",
  14: "a transfer hook",
  16: "a confidential transfer fee",
  24: "confidential mints and burns",
  25: "scaled amounts",
  26: "an authority that may pause it",
};

function* extensionsOf(data: Uint8Array): Generator<number> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (
    let at = KIND.at + 1;
    at + HEAD_BYTES <= data.length;
    at += HEAD_BYTES + view.getUint16(at + 2, true)
  ) {
    const type = view.getUint16(at, true);
    if (type === 0) return;
    yield type;
  }
}

/** An account as a node tells it. */
export interface ChainAccount {
  /** The program that it belongs to. */
  owner: string;
  /** Base64. */
  data: string;
}

/**
 * What is wrong with a mint for payments, in words; null when nothing is. A payer and we must be sure that a transfer moves
 * what it says, that a burn burns it, and that nobody can freeze, take or pause either.
 */
export function objectionToMint(
  account: ChainAccount | null,
  expected: { program: string; decimals: number },
): string | null {
  if (account === null) return "There is no mint at that address.";
  if (account.owner !== expected.program)
    return `The mint belongs to ${account.owner}, not ${expected.program}.`;
  const data = base64ToBytes(account.data);
  const isPlain = data.length === LAYOUT.bytes;
  const isExtended =
    expected.program !== TOKEN_PROGRAM && data.length > KIND.at && data[KIND.at] === KIND.mint;
  if (!(isPlain || isExtended) || data[LAYOUT.initialized] !== 1) return "The account is no mint.";
  const decimals = data[LAYOUT.decimals];
  if (decimals !== expected.decimals) return `The mint has ${decimals} decimals, not ${expected.decimals}.`;
  if (data.subarray(LAYOUT.freezeAuthority, LAYOUT.freezeAuthority + HEAD_BYTES).some((byte) => byte !== 0))
    return "The mint has an authority that may freeze accounts.";
  const found = isExtended ? [...extensionsOf(data)].find((type) => !HARMLESS.has(type)) : undefined;
  return found === undefined
    ? null
    : `The mint has ${NAMES[found] ?? `an extension ${found} that is not known`}.`;
}
