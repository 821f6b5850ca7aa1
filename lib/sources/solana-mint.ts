import * as z from "zod";
import { isRecord } from "../is-record";
import { textAnswer } from "./fetcher/answer";
import { rpcBody, rpcResult } from "./json-rpc";
import { type Reduced, type Source, SourceError } from "./source";
import { TOKEN_PROGRAMS } from "./solana-rpc";
import { NO_POWERS, powersOf, UNKNOWN_POWERS } from "./token-extensions";

/**
 * A mint's own account, as a Solana node reads it (`getAccountInfo`, `jsonParsed`): its authorities and extensions by
 * the chain itself. Nodes that can't parse an extension give the account's bytes instead of its members: those powers
 * are unknown.
 */
const authority = z.string().nullable();
const parsedMint = z.object({
  type: z.literal("mint"),
  info: z.object({
    mintAuthority: authority,
    freezeAuthority: authority,
    extensions: z.array(z.object({ extension: z.string(), state: z.unknown().optional() })).nullish(),
  }),
});
const result = z.object({
  value: z.object({ owner: z.string(), data: z.unknown() }).nullable(),
});

const flag = z.boolean().nullable();
const mintAccount = z.object({
  mintAuthority: flag,
  freezeAuthority: flag,
  permanentDelegate: flag,
  nonTransferable: flag,
  transferHook: flag,
  transferFeePct: z.number().nullable(),
  feeChangeable: flag,
  frozenByDefault: flag,
  lesserPowers: z.array(z.string()).nullable(),
});
export type MintAccount = z.infer<typeof mintAccount>;

/** `mint` is null if there is no such account, or none of a token program. */
const kept = z.object({ mint: mintAccount.nullable() });
export type MintRead = z.infer<typeof kept>;

const PROGRAMS: ReadonlySet<string> = new Set(Object.values(TOKEN_PROGRAMS));

export function reduceMint(text: string): Reduced<MintRead> {
  const { value } = rpcResult(result, text);
  if (value === null || !PROGRAMS.has(value.owner)) return { value: { mint: null }, asOf: null };
  const parsed = parsedMint.safeParse(isRecord(value.data) ? value.data.parsed : undefined);
  if (!parsed.success) throw new SourceError("schema", "the account is not read as a mint");
  const { mintAuthority, freezeAuthority, extensions } = parsed.data.info;
  const { pausable, others, ...powers } = powersBy(value.owner, extensions);
  const frozen = freezeAuthority !== null || pausable === true;
  return {
    value: {
      mint: {
        mintAuthority: mintAuthority !== null,
        freezeAuthority: !frozen && pausable === null ? null : frozen,
        ...powers,
        lesserPowers: others,
      },
    },
    asOf: null,
  };
}

type Extensions = z.infer<typeof parsedMint>["info"]["extensions"];

/** An extension that a node can't parse is named `unparseableExtension`. */
function powersBy(program: string, extensions: Extensions): ReturnType<typeof powersOf> {
  if (program === TOKEN_PROGRAMS.tokens) return NO_POWERS;
  const listed = extensions ?? [];
  if (listed.some(({ extension }) => extension === "unparseableExtension")) return UNKNOWN_POWERS;
  return powersOf(Object.fromEntries(listed.map(({ extension, state }) => [extension, state ?? true])));
}

/** The account of one mint, which must be a Solana address. */
export const solanaMint = (mint: string): Source<MintRead> => ({
  id: `solana.mint:${mint}`,
  version: 1,
  provider: "Solana RPC",
  address: () => ({
    host: "api.mainnet-beta.solana.com",
    path: "/",
    body: rpcBody("getAccountInfo", [mint, { encoding: "jsonParsed", commitment: "confirmed" }]),
  }),
  answer: textAnswer(reduceMint),
  kept,
  freshMs: 60_000,
  staleMs: 10 * 60_000,
  maxBytes: 100_000,
  bucket: { name: "solana-rpc", perMinute: 120 },
});
