import { z } from "zod";
import { json } from "../http/answer";
import { coinPrice, SOL } from "../market/coins";
import { type Holding, solanaWallet } from "../market/wallets";
import type { World } from "../world";
import { answerRpc } from "./json-rpc";
import type { Provider } from "./provider";

const searched = z.object({
  ownerAddress: z.string(),
  tokenType: z.literal("fungible"),
  page: z.int().min(1),
  limit: z.int().min(1).max(1_000),
});

const asset = (owner: string, { coin, raw, priceUsd, newProgram }: Holding) => ({
  interface: "FungibleToken",
  id: coin.id,
  content: {
    $schema: "https://schema.metaplex.com/nft1.0.json",
    json_uri: "",
    files: [],
    metadata: { name: coin.symbol, symbol: coin.symbol },
    links: {},
  },
  authorities: [],
  compression: { eligible: false, compressed: false, tree: "", seq: 0, leaf_id: 0 },
  grouping: [],
  royalty: { royalty_model: "creators", target: null, percent: 0, basis_points: 0 },
  creators: [],
  ownership: { frozen: false, delegated: false, delegate: null, ownership_model: "token", owner },
  supply: null,
  mutable: true,
  burnt: false,
  token_info: {
    symbol: coin.symbol,
    balance: raw,
    supply: raw * 1_000n,
    decimals: coin.decimals,
    token_program: newProgram
      ? "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"
      : "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
    ...(priceUsd !== undefined && {
      price_info: {
        price_per_token: priceUsd,
        total_price: (Number(raw) / 10 ** coin.decimals) * priceUsd,
        currency: "USDC",
      },
    }),
  },
});

/** Of some wallets it can't tell the SOL, and says so inside of an answer that is fine otherwise. */
const nativeFails = ({ random }: World, owner: string): boolean => random.unit(`${owner} native fails`) < 0.1;

function search(world: World, params: unknown) {
  const asked = searched.safeParse(params);
  if (!asked.success) return { error: { code: -32602, message: "Invalid params" } };
  const { ownerAddress, page, limit } = asked.data;
  const { lamports, holdings } = solanaWallet(world, ownerAddress);
  const items = holdings.slice((page - 1) * limit, page * limit);
  const price = coinPrice(world.random, SOL, world.now()) ?? 0;
  return {
    result: {
      total: items.length,
      limit,
      cursor: items.at(-1)?.coin.id,
      items: items.map((holding) => asset(ownerAddress, holding)),
      nativeBalance: nativeFails(world, ownerAddress)
        ? { error: "Failed to retrieve account balance" }
        : {
            lamports,
            price_per_sol: price,
            total_price: (Number(lamports) / 1e9) * price,
          },
    },
  };
}

/** Helius' DAS API: `searchAssets` for fungible tokens. Whole numbers of any length stand in its JSON as numbers. */
export const helius: Provider = {
  hosts: ["mainnet.helius-rpc.com"],
  answer(request, world) {
    if (request.path !== "/") return undefined;
    if (!request.search.get("api-key"))
      return json({ jsonrpc: "2.0", error: { code: -32401, message: "missing api key" } }, 401);
    return answerRpc(request, { searchAssets: (params) => search(world, params) });
  },
};
