import type { Answer } from "./http/answer";
import type { UpstreamRequest } from "./http/request";
import { alternativeMe } from "./providers/alternative-me";
import { binanceFutures } from "./providers/binance-futures";
import { coinbase } from "./providers/coinbase";
import { coindesk } from "./providers/coindesk";
import { cointelegraph } from "./providers/cointelegraph";
import { decrypt } from "./providers/decrypt";
import { defillama } from "./providers/defillama";
import { dexscreener } from "./providers/dexscreener";
import { faireconomy } from "./providers/faireconomy";
import { federalReserve } from "./providers/federal-reserve";
import { fred } from "./providers/fred";
import { hyperliquid } from "./providers/hyperliquid";
import { goplus } from "./providers/goplus";
import { honeypot } from "./providers/honeypot";
import { geckoterminal } from "./providers/geckoterminal";
import { jupiter } from "./providers/jupiter";
import { kraken } from "./providers/kraken";
import { okx } from "./providers/okx";
import { meteora } from "./providers/meteora";
import { baseRpc } from "./providers/base-rpc";
import { coinsLlama } from "./providers/coins-llama";
import { dexscreenerTokens } from "./providers/dexscreener-tokens";
import { helius } from "./providers/helius";
import { solanaRpc } from "./providers/solana-rpc";
import { airdropsLlama } from "./providers/airdrops-llama";
import { binanceAnnouncements } from "./providers/binance-announcements";
import { okxAnnouncements } from "./providers/okx-announcements";
import { krakenBlog } from "./providers/kraken-blog";
import { upbit } from "./providers/upbit";
import { spotMarkets } from "./providers/spot-markets";
import type { Provider } from "./providers/provider";
import { rugcheck } from "./providers/rugcheck";
import { theblock } from "./providers/theblock";
import { treasury } from "./providers/treasury";
import { yahoo } from "./providers/yahoo";
import { yieldsLlama } from "./providers/yields-llama";
import type { World } from "./world";

const PROVIDERS: readonly Provider[] = [
  spotMarkets,
  dexscreenerTokens,
  upbit,
  krakenBlog,
  okxAnnouncements,
  binanceAnnouncements,
  airdropsLlama,
  alternativeMe,
  binanceFutures,
  coinbase,
  coindesk,
  cointelegraph,
  decrypt,
  defillama,
  dexscreener,
  faireconomy,
  federalReserve,
  fred,
  hyperliquid,
  kraken,
  okx,
  meteora,
  geckoterminal,
  goplus,
  honeypot,
  jupiter,
  rugcheck,
  theblock,
  treasury,
  yahoo,
  baseRpc,
  coinsLlama,
  helius,
  solanaRpc,
  yieldsLlama,
];

/** Of those that stand for one host, the first that has such an address answers. */
const byHost = new Map<string, Provider[]>();
for (const provider of PROVIDERS)
  for (const host of provider.hosts) byHost.set(host, [...(byHost.get(host) ?? []), provider]);

const METHODS: readonly string[] = ["GET", "HEAD", "POST"];

/** All that an answer may depend on: this server's own address, which a request also brings, is none of it. */
function askedBy({ method, host, target, headers, body }: UpstreamRequest): string {
  const { host: _, ...others } = headers;
  return JSON.stringify([method, host, target, others, body.toString("base64")]);
}

/** The answer of the provider that a request is meant for; undefined for what nobody simulates. All are read-only. */
export function simulate(request: UpstreamRequest, world: World): Answer | undefined {
  const { made } = world;
  if (made === undefined) return answerOf(request, world);
  const asked = askedBy(request);
  if (!made.has(asked)) made.set(asked, answerOf(request, world));
  return made.get(asked);
}

function answerOf(request: UpstreamRequest, world: World): Answer | undefined {
  if (!METHODS.includes(request.method)) return undefined;
  for (const provider of byHost.get(request.host) ?? []) {
    const answer = provider.answer(request, world);
    if (answer) return answer;
  }
  return undefined;
}
