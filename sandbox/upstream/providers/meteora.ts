import { type Answer, json, text } from "../http/answer";
import { HOUR, MINUTE } from "../market/calendar";
import { type Coin, dlmmPools, type DlmmPool, pairPrice, volumeOver } from "../market/dlmm-pools";
import { perStamp, type World } from "../world";
import { numberFrom, type Provider } from "./provider";

const WINDOWS = { "30m": 0.5, "1h": 1, "2h": 2, "4h": 4, "12h": 12, "24h": 24 } as const;
/** The protocol takes a tenth of all fees, whatever the pool's configuration says. */
const PROTOCOL_SHARE = 0.1;

const windows = (of: (hours: number) => number) =>
  Object.fromEntries(Object.entries(WINDOWS).map(([name, hours]) => [name, of(hours)]));

const token = ({ random }: World, coin: Coin, at: number) => {
  const price = coin.price(random, at);
  const supply = 1e6 * (1 + random.unit(`${coin.address} supply`) * 1e4);
  return {
    address: coin.address,
    name: coin.name,
    symbol: coin.symbol,
    decimals: coin.decimals,
    is_verified: coin.verified,
    holders: random.integer(40, 5_000_000, `${coin.address} holders`),
    freeze_authority_disabled: !coin.freezable,
    total_supply: supply,
    price,
    market_cap: price * supply,
  };
};

/** `apr` is the percent that was paid in a day, and `apy` compounds it 365 times. */
function row(world: World, pool: DlmmPool, at: number) {
  const { random } = world;
  const volume = (hours: number) => volumeOver(random, pool, hours, at);
  const paid = (hours: number) => (volume(hours) * pool.baseFeePct) / 100;
  const fees = (hours: number) => paid(hours) * (1 - PROTOCOL_SHARE);
  const ratio = (hours: number) => (fees(hours) / pool.tvl) * 100;
  const [half, x, y] = [pool.tvl / 2, pool.base.price(random, at), pool.quote.price(random, at)];
  return {
    address: pool.address,
    name: pool.base.symbol === "" ? "ANTFUN-USDT" : `${pool.base.symbol}-${pool.quote.symbol}`,
    token_x: token(world, pool.base, at),
    token_y: token(world, pool.quote, at),
    reserve_x: `${pool.address.slice(0, 40)}rsX`,
    reserve_y: `${pool.address.slice(0, 40)}rsY`,
    token_x_amount: half / x,
    token_y_amount: half / y,
    created_at: pool.createdAt,
    reward_mint_x: "11111111111111111111111111111111",
    reward_mint_y: "11111111111111111111111111111111",
    pool_config: {
      bin_step: pool.binStep,
      base_fee_pct: pool.baseFeePct,
      max_fee_pct: 0,
      protocol_fee_pct: pool.protocolFeePct ?? 5,
      collect_fee_mode: 0,
    },
    dynamic_fee_pct: random.unit(`dlmm dynamic ${pool.address}`, at / HOUR) * 0.002,
    tvl: pool.tvl,
    current_price: pairPrice(random, pool, at),
    apr: ratio(24),
    apy: ((1 + ratio(24) / 100) ** 365 - 1) * 100,
    has_farm: false,
    farm_apr: 0,
    farm_apy: 0,
    volume: windows(volume),
    fees: windows(fees),
    protocol_fees: windows((hours) => paid(hours) * PROTOCOL_SHARE),
    fee_tvl_ratio: windows(ratio),
    cumulative_metrics: { volume: volume(24) * 100, fees: fees(24) * 100 },
    is_blacklisted: pool.blacklisted ?? false,
    launchpad: "",
    tags: [],
  };
}
type Row = ReturnType<typeof row>;

const poolsAt = perStamp(({ random }, at) => dlmmPools(random, at));
const rowsAt = perStamp((world, at) => poolsAt(world, at).map((pool) => row(world, pool, at)));

const SORTS: Readonly<Record<string, (row: Row) => number>> = {
  tvl: ({ tvl }) => tvl,
  volume_24h: ({ volume }) => volume["24h"] ?? 0,
  fee_tvl_ratio_24h: ({ apr }) => apr,
};
const MAX_PAGE_SIZE = 1_000;

/** Every pool is computed anew each minute. */
const minuteOf = ({ now }: World): number => Math.floor(now() / MINUTE) * MINUTE;

const bad = (why: string): Answer => text("text/plain; charset=utf-8", why, 400);

function page(world: World, search: URLSearchParams): Answer {
  const at = minuteOf(world);
  const size = numberFrom(search, "page_size", 10);
  const number = numberFrom(search, "page", 1);
  if (size < 1 || size > MAX_PAGE_SIZE || number < 1)
    return bad("Failed to deserialize query string: page_size");
  const [, field = "volume_24h", order = "desc"] =
    /^(\w+):(asc|desc)$/.exec(search.get("sort_by") ?? "volume_24h:desc") ?? [];
  const by = SORTS[field];
  if (by === undefined) return bad("Failed to deserialize query string: sort_by");
  const filter = search.get("filter_by");
  const [, floor] = /^tvl>(\d+(?:\.\d+)?)$/.exec(filter ?? "") ?? [];
  if (filter !== null && floor === undefined) return bad("Failed to deserialize query string: filter_by");
  const words = (search.get("query") ?? "").toLowerCase().split(/[ /-]/);
  const found = rowsAt(world, at)
    .filter(({ tvl }) => tvl > Number(floor ?? 0))
    .filter(({ name, address, token_x: x, token_y: y }) =>
      words.every((word) =>
        [name, address, x.name, x.symbol, y.name, y.symbol].some((said) => said.toLowerCase().includes(word)),
      ),
    )
    .sort((a, b) => (order === "asc" ? by(a) - by(b) : by(b) - by(a)));
  return json({
    total: found.length,
    pages: Math.ceil(found.length / size),
    current_page: number,
    page_size: size,
    data: found.slice((number - 1) * size, number * size),
  });
}

/** More candles at once are refused. */
const MAX_CANDLES = 100;
const SAMPLES = 6;

function candles(world: World, pool: DlmmPool, search: URLSearchParams): Answer {
  if (search.get("timeframe") !== "1h")
    return bad("Failed to deserialize query string: timeframe: unknown variant");
  const now = Math.floor(world.now() / 1000);
  const end = numberFrom(search, "end_time", now);
  const start = numberFrom(search, "start_time", end - 10 * 3_600);
  if (end - start > MAX_CANDLES * 3_600) return bad("time range too large");
  const data = [];
  for (let at = Math.floor(start / 3_600) * 3_600; at <= Math.min(end, now); at += 3_600) {
    if (at * 1_000 < pool.createdAt) continue;
    const until = Math.min((at + 3_600) * 1_000, world.now());
    const path = Array.from({ length: SAMPLES + 1 }, (_, i) =>
      pairPrice(world.random, pool, at * 1_000 + ((until - at * 1_000) * i) / SAMPLES),
    );
    data.push({
      timestamp: at,
      timestamp_str: new Date(at * 1_000).toISOString().replace(".000Z", "+00:00"),
      open: path[0],
      high: Math.max(...path),
      low: Math.min(...path),
      close: path.at(-1),
      volume: volumeOver(world.random, pool, 1, until),
    });
  }
  return json({ start_time: start, end_time: end, timeframe: "1h", data });
}

/** Meteora's DLMM data API. */
export const meteora: Provider = {
  hosts: ["dlmm.datapi.meteora.ag"],
  answer({ path, search, headers }, world) {
    if (!headers["user-agent"]) return text("text/plain", "Forbidden", 403);
    if (path === "/pools") return page(world, search);
    const [, address, what] = /^\/pools\/([^/]+)(\/ohlcv)?$/.exec(path) ?? [];
    if (address === undefined) return undefined;
    const at = minuteOf(world);
    const pool = poolsAt(world, at).find((one) => one.address === address);
    if (pool === undefined) return json({ message: "Pool not found" }, 404);
    return what === undefined ? json(row(world, pool, at)) : candles(world, pool, search);
  },
};
