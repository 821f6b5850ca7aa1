import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  type Instruction,
  none,
  some,
  type TransactionSigner,
} from "@solana/kit";
import {
  AuthorityType,
  extension,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMetadataPointerInstruction,
  getInitializeMint2Instruction,
  getInitializeTokenMetadataInstruction,
  getMintSize,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getUpdateTokenMetadataFieldInstruction,
  getUpdateTokenMetadataUpdateAuthorityInstruction,
  tokenMetadataField,
} from "@solana-program/token-2022";
import { TOKEN_2022 } from "../verifier/on-chain";
import { mintAddressOf, type MintTerms } from "./terms";

const SYSTEM = address("11111111111111111111111111111111");
/** The system program's instructions with a seed, by their numbers. */
const SYSTEM_CALLS = { createWithSeed: 3, transfer: 2, allocateWithSeed: 9, assignWithSeed: 10 } as const;

/** Little-endian integers, as Solana has them. */
const u32 = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer);
const u64 = (value: bigint): Uint8Array => new Uint8Array(new BigUint64Array([value]).buffer);
const key = (of: string): Uint8Array => new Uint8Array(getAddressEncoder().encode(address(of)));
const joined = (...parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(parts.flatMap((part) => [...part]));
const seedOf = (seed: string): Uint8Array => joined(u64(BigInt(seed.length)), new TextEncoder().encode(seed));

const system = (
  call: keyof typeof SYSTEM_CALLS,
  accounts: Instruction["accounts"],
  ...data: readonly Uint8Array[]
): Instruction => ({
  ...{ programAddress: SYSTEM, accounts: accounts ?? [] },
  data: joined(u32(SYSTEM_CALLS[call]), ...data),
});

/** How many bytes a mint of these terms takes: when it is made, and once its metadata is written. */
export function mintBytes(
  mint: Address,
  { name, symbol, uri, fields }: MintTerms,
): { first: number; all: number } {
  const pointer = extension("MetadataPointer", { authority: none(), metadataAddress: some(mint) });
  const metadata = extension("TokenMetadata", {
    ...{ updateAuthority: none(), mint, name, symbol, uri },
    additionalMetadata: new Map(fields),
  });
  return { first: getMintSize([pointer]), all: getMintSize([pointer, metadata]) };
}

export interface MintRequest {
  creator: TransactionSigner;
  signalId: string;
  terms: MintTerms;
  /** What an account of a size must hold, in lamports. */
  rent: (bytes: number) => Promise<bigint>;
  /** What the mint's address holds already: anybody may send it some, and then it can't be created, only taken. */
  held: bigint;
}

function takeAddress(
  { creator, signalId, held }: MintRequest,
  mint: Address,
  rent: bigint,
  bytes: number,
): Instruction[] {
  const [payer, account] = [
    { address: creator.address, role: AccountRole.WRITABLE_SIGNER, signer: creator },
    { address: mint, role: AccountRole.WRITABLE },
  ];
  const [base, seed, space] = [key(creator.address), seedOf(signalId), u64(BigInt(bytes))];
  if (held === 0n)
    return [system("createWithSeed", [payer, account], base, seed, u64(rent), space, key(TOKEN_2022))];
  const signs = { ...payer, role: AccountRole.READONLY_SIGNER };
  return [
    ...(held >= rent ? [] : [system("transfer", [payer, account], u64(rent - held))]),
    system("allocateWithSeed", [account, signs], base, seed, space, key(TOKEN_2022)),
    system("assignWithSeed", [account, signs], base, seed, key(TOKEN_2022)),
  ];
}

/**
 * Mints a signal's certificate to its creator, by the creator's signature alone: one token, and then nobody may mint,
 * freeze, close or change it.
 */
export async function mintInstructions(
  request: MintRequest,
): Promise<{ mint: Address; instructions: Instruction[] }> {
  const { creator, signalId, terms } = request;
  const mint = address(await mintAddressOf(creator.address, signalId));
  const { first, all } = mintBytes(mint, terms);
  const program = address(TOKEN_2022);
  const [token] = await findAssociatedTokenPda({ mint, owner: creator.address, tokenProgram: program });
  return {
    mint,
    instructions: [
      ...takeAddress(request, mint, await request.rent(all), first),
      getInitializeMetadataPointerInstruction({ mint, authority: null, metadataAddress: mint }),
      getInitializeMint2Instruction({
        mint,
        decimals: 0,
        mintAuthority: creator.address,
        freezeAuthority: null,
      }),
      getInitializeTokenMetadataInstruction({
        ...{ metadata: mint, mint, updateAuthority: creator.address, mintAuthority: creator },
        ...{ name: terms.name, symbol: terms.symbol, uri: terms.uri },
      }),
      ...terms.fields.map(([field, value]) =>
        getUpdateTokenMetadataFieldInstruction({
          ...{ metadata: mint, updateAuthority: creator, field: tokenMetadataField("Key", [field]), value },
        }),
      ),
      getCreateAssociatedTokenIdempotentInstruction({
        ...{ payer: creator, ata: token, owner: creator.address, mint, tokenProgram: program },
      }),
      getMintToInstruction({ mint, token, mintAuthority: creator, amount: 1 }),
      getSetAuthorityInstruction({
        ...{ owned: mint, owner: creator, authorityType: AuthorityType.MintTokens, newAuthority: null },
      }),
      getUpdateTokenMetadataUpdateAuthorityInstruction({
        ...{ metadata: mint, updateAuthority: creator, newUpdateAuthority: null },
      }),
    ],
  };
}
