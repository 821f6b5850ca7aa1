import { isRecord } from "../is-record";

/** What an issuer can do through a mint's Token-2022 extensions. Null is unknown. */
export interface MintPowers {
  permanentDelegate: boolean | null;
  nonTransferable: boolean | null;
  transferHook: boolean | null;
  /** The larger of the current and the scheduled fee, percent. */
  transferFeePct: number | null;
  feeChangeable: boolean | null;
  frozenByDefault: boolean | null;
  pausable: boolean | null;
  /** Lesser powers, in words. Null if the mint has an extension that this service can't read. */
  others: string[] | null;
}

/** Powers of a mint without extensions, as every mint of the original token program is. */
export const NO_POWERS: MintPowers = {
  permanentDelegate: false,
  nonTransferable: false,
  transferHook: false,
  transferFeePct: 0,
  feeChangeable: false,
  frozenByDefault: false,
  pausable: false,
  others: [],
};

/** Powers of a mint whose extensions were not read. */
export const UNKNOWN_POWERS: MintPowers = {
  permanentDelegate: null,
  nonTransferable: null,
  transferHook: null,
  transferFeePct: null,
  feeChangeable: null,
  frozenByDefault: null,
  pausable: null,
  others: null,
};

/** Extensions that give their issuer no power over holders. */
const HARMLESS = [
  "metadataPointer",
  "groupPointer",
  "groupMemberPointer",
  "tokenGroup",
  "tokenGroupMember",
  "confidentialTransferMint",
  "confidentialTransferFeeConfig",
  "uninitialized",
];
/** Lesser powers, by extension, with the member of its state that names who holds the power. */
const LESSER: Readonly<Record<string, readonly [words: string, holders: readonly string[]]>> = {
  tokenMetadata: ["change the name and links", ["updateAuthority", "authority"]],
  mintCloseAuthority: ["close the mint", ["closeAuthority"]],
  interestBearingConfig: ["change the displayed amount by a rate", ["rateAuthority"]],
  scaledUiAmountConfig: ["change the displayed amount by a factor", ["authority"]],
};
const KNOWN: ReadonlySet<string> = new Set([
  ...HARMLESS,
  ...Object.keys(LESSER),
  "permanentDelegate",
  "nonTransferable",
  "transferHook",
  "transferFeeConfig",
  "defaultAccountState",
  "pausableConfig",
]);

/** Reporters name the system program where the chain names no account. */
const NOBODY = "11111111111111111111111111111111";
const isSet = (state: unknown): boolean => state !== null && state !== undefined && state !== false;
const isHeld = (holder: unknown): boolean => isSet(holder) && holder !== NOBODY && holder !== "";

/** Returns whether one of `members` of an extension's state names a holder; a state that can't be read has one. */
function holds(state: unknown, members: readonly string[]): boolean {
  if (!isSet(state)) return false;
  if (!isRecord(state)) return true;
  const present = members.filter((member) => member in state);
  return present.length === 0 || present.some((member) => isHeld(state[member]));
}

const MOST_BASIS_POINTS = 10_000;
const basisPoints = (fee: unknown): number | null => {
  const points = isRecord(fee) ? Number(fee.transferFeeBasisPoints ?? Number.NaN) : Number.NaN;
  return Number.isInteger(points) && points >= 0 && points <= MOST_BASIS_POINTS ? points : null;
};

/** The larger of the current and the scheduled fee, percent; null if either can't be read. */
function feeOf(state: unknown): number | null {
  if (!isSet(state)) return 0;
  if (!isRecord(state)) return null;
  const fees = [state.newerTransferFee, state.olderTransferFee].filter(isSet).map(basisPoints);
  const known = fees.filter((fee) => fee !== null);
  return fees.length === 0 || known.length < fees.length ? null : Math.max(...known) / 100;
}

/** `frozen` or 2 is frozen, `initialized` or 1 is not, by the account states of the token program. */
function frozenOf(state: unknown): boolean | null {
  if (!isSet(state)) return false;
  const value = isRecord(state) ? (state.accountState ?? state.state) : state;
  if (value === 2 || value === "2" || value === "frozen") return true;
  return value === 1 || value === "1" || value === "initialized" ? false : null;
}

/**
 * Reads the powers of a Token-2022 mint from its extensions, each state by the extension's name as `jsonParsed` of a
 * Solana node writes it. A state of null or false is an extension that the mint lacks.
 */
export function powersOf(extensions: Readonly<Record<string, unknown>>): MintPowers {
  const unknown = Object.entries(extensions).some(([name, state]) => !KNOWN.has(name) && isSet(state));
  return {
    permanentDelegate: holds(extensions.permanentDelegate, ["delegate"]),
    nonTransferable: isSet(extensions.nonTransferable),
    transferHook: holds(extensions.transferHook, ["programId", "authority"]),
    transferFeePct: feeOf(extensions.transferFeeConfig),
    feeChangeable: holds(extensions.transferFeeConfig, ["transferFeeConfigAuthority"]),
    frozenByDefault: frozenOf(extensions.defaultAccountState),
    pausable: holds(extensions.pausableConfig, ["authority"]),
    others: unknown
      ? null
      : Object.entries(LESSER)
          .filter(([name, [, holders]]) => holds(extensions[name], holders))
          .map(([, [words]]) => words),
  };
}
