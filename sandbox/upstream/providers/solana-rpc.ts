import { z } from "zod";
import { type Token, tokensAt } from "../market/tokens";
import { addressOf, type Holding, solanaWallet } from "../market/wallets";
import type { World } from "../world";
import { answerRpc } from "./json-rpc";
import type { Provider } from "./provider";

const OLD = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const NEW = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

const owned = z.tuple([z.string()], z.unknown());
const ownedBy = z.tuple([
  z.string(),
  z.object({ programId: z.enum([OLD, NEW]) }),
  z.object({ encoding: z.literal("jsonParsed") }),
]);
const INVALID = { error: { code: -32602, message: "Invalid params" } };

const context = ({ now }: World) => ({ slot: Math.floor(now() / 400) - 4_000_000_000, apiVersion: "4.3.0" });

const tokenAmount = (raw: bigint, decimals: number) => {
  const padded = String(raw).padStart(decimals + 1, "0");
  const whole = padded.slice(0, padded.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}`.replace(/\.?0+$/, "");
  return { amount: String(raw), decimals, uiAmount: Number(text), uiAmountString: text };
};

function account({ random }: World, owner: string, { coin, newProgram }: Holding, raw: bigint, part: number) {
  return {
    pubkey: addressOf(random, `account ${part} of ${owner} for ${coin.id}`),
    account: {
      lamports: 2_039_280,
      data: {
        program: newProgram ? "spl-token-2022" : "spl-token",
        parsed: {
          info: {
            ...(newProgram && { extensions: [{ extension: "immutableOwner" }] }),
            isNative: false,
            mint: coin.id,
            owner,
            state: "initialized",
            tokenAmount: tokenAmount(raw, coin.decimals),
          },
          type: "account",
        },
        space: newProgram ? 170 : 165,
      },
      owner: newProgram ? NEW : OLD,
      executable: false,
      rentEpoch: 18_446_744_073_709_551_615n, // no double holds it
      space: newProgram ? 170 : 165,
    },
  };
}

/** The first token lies in two accounts, and there is an empty one, as wallets have it. */
function accounts(world: World, owner: string, program: string) {
  const held = solanaWallet(world, owner).holdings.filter(
    ({ newProgram }) => newProgram === (program === NEW),
  );
  return held.flatMap((holding, i) =>
    i === 0
      ? [
          account(world, owner, holding, holding.raw / 3n, 0),
          account(world, owner, holding, holding.raw - holding.raw / 3n, 1),
          account(world, owner, holding, 0n, 2),
        ]
      : [account(world, owner, holding, holding.raw, 0)],
  );
}

const info = z.tuple([z.string(), z.looseObject({ encoding: z.literal("jsonParsed") })]);

/** Extensions that make a trait, each with its state as `jsonParsed` writes it. */
function extensionsOf({ trait, creator, address }: Token) {
  const fee = { epoch: 800, maximumFee: 1e15, transferFeeBasisPoints: 900 };
  return [
    { extension: "metadataPointer", state: { authority: null, metadataAddress: address } },
    ...(trait === "non-transferable" ? [{ extension: "nonTransferable" }] : []),
    ...(trait === "delegate" ? [{ extension: "permanentDelegate", state: { delegate: creator } }] : []),
    ...(trait === "hook"
      ? [{ extension: "transferHook", state: { authority: creator, programId: creator } }]
      : []),
    ...(trait === "fee"
      ? [
          {
            extension: "transferFeeConfig",
            state: {
              newerTransferFee: fee,
              olderTransferFee: fee,
              transferFeeConfigAuthority: creator,
              withdrawWithheldAuthority: creator,
              withheldAmount: 0,
            },
          },
        ]
      : []),
  ];
}

/** A mint's account; null for an address that is no token of the simulated market. */
function mintAccount({ random, now }: World, mint: string) {
  const token = tokensAt(random, "solana", now()).find(({ address }) => address === mint);
  if (token === undefined) return null;
  const isIssued = token.symbol === "USDC" && token.supply > 1e9;
  return {
    lamports: 3_000_000,
    data: {
      program: "spl-token-2022",
      parsed: {
        info: {
          decimals: 6,
          extensions: extensionsOf(token),
          freezeAuthority: token.trait === "freezable" || isIssued ? token.creator : null,
          isInitialized: true,
          mintAuthority: token.trait === "mintable" || isIssued ? token.creator : null,
          supply: String(token.supply * 1e6),
        },
        type: "mint",
      },
      space: 400,
    },
    owner: NEW,
    executable: false,
    rentEpoch: 18_446_744_073_709_551_615n,
    space: 400,
  };
}

/** Solana's public node: `getAccountInfo` of mints, `getBalance` and `getTokenAccountsByOwner`. */
export const solanaRpc: Provider = {
  hosts: ["api.mainnet-beta.solana.com"],
  answer(request, world) {
    if (request.path !== "/") return undefined;
    return answerRpc(request, {
      getAccountInfo(params) {
        const asked = info.safeParse(params);
        if (!asked.success) return INVALID;
        return { result: { context: context(world), value: mintAccount(world, asked.data[0]) } };
      },
      getBalance(params) {
        const asked = owned.safeParse(params);
        if (!asked.success) return INVALID;
        return { result: { context: context(world), value: solanaWallet(world, asked.data[0]).lamports } };
      },
      getTokenAccountsByOwner(params) {
        const asked = ownedBy.safeParse(params);
        if (!asked.success) return INVALID;
        const [owner, { programId }] = asked.data;
        return { result: { context: context(world), value: accounts(world, owner, programId) } };
      },
    });
  },
};
