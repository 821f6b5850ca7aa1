import { curated } from "./curated";

/**
 * The largest coins of every chain, one a line: name, ticker, and the addresses of the coin itself and of its bridged
 * forms on the chains that this service judges, or `native` where the coin has no token of its own anywhere.
 */
const LINES = `
Bitcoin|BTC|native
Ethereum|ETH|native
Ether|ETH|native
Tether|USDT|0xdac17f958d2ee523a2206206994597c13d831ec7 0x55d398326f99059ff775485246999027b3197955 0xfde4c96c8593536e31f229ea8f37b2ada2699bb2 0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9 Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB
XRP|XRP|native
BNB|BNB|native
Solana|SOL|native
USD Coin|USDC|0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913 0xaf88d065e77c8cc2239327c5edb3a432268e5831 0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v
Dogecoin|DOGE|native
Cardano|ADA|native
TRON|TRX|native
Avalanche|AVAX|native
Sui|SUI|native
Toncoin|TON|native
Polkadot|DOT|native
Bitcoin Cash|BCH|native
Litecoin|LTC|native
Stellar|XLM|native
Hedera|HBAR|native
Hyperliquid|HYPE|native
Monero|XMR|native
NEAR Protocol|NEAR|native
Aptos|APT|native
Internet Computer|ICP|native
Ethereum Classic|ETC|native
Kaspa|KAS|native
Cosmos Hub|ATOM|native
VeChain|VET|native
Algorand|ALGO|native
Filecoin|FIL|native
Bittensor|TAO|native
Sei|SEI|native
Celestia|TIA|native
Zcash|ZEC|native
Dash|DASH|native
Tezos|XTZ|native
EOS|EOS|native
Flow|FLOW|native
Stacks|STX|native
Injective|INJ|0xe28b3b32b6c345a34ff64674606124dd5aceca30
Kava|KAVA|native
MultiversX|EGLD|native
THORChain|RUNE|native
Theta Network|THETA|native
Bitcoin SV|BSV|native
Neo|NEO|native
IOTA|IOTA|native
Quant|QNT|0x4a220e6096b25eadb88358cb44068a3248254675
Mantra|OM
Berachain|BERA|native
Monad|MON|native
Core DAO|CORE|native
Conflux|CFX|native
Zilliqa|ZIL|native
Decred|DCR|native
Ravencoin|RVN|native
Mina Protocol|MINA|native
Akash Network|AKT|native
Osmosis|OSMO|native
Oasis|ROSE|native
Harmony|ONE|native
Celo|CELO
Sonic|S
Kusama|KSM|native
Nervos Network|CKB|native
Siacoin|SC|native
Horizen|ZEN
Chainlink|LINK|0x514910771af9ca656af840dff83e8264ecf986ca 0xf97f4df75117a78c1a5a0dbb814af92458539fb4
Shiba Inu|SHIB|0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce
Uniswap|UNI|0x1f9840a85d5af5bf1d1762f925bdaddc4201f984 0xfa7f8980b0f1e64a2062791cc3b0871572f1f7f0
Pepe|PEPE|0x6982508145454ce325ddbe47a25d4ec3d2311933
Aave|AAVE|0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9
Dai|DAI|0x6b175474e89094c44da98b954eedeac495271d0f 0x50c5725949a6f0c72e6c4a641f24049a917db0cb 0xda10009cbd5d07dd0cecc66161fc93d7c9000da1
Wrapped Bitcoin|WBTC|0x2260fac5e5542a773aa44fbcfedf7c193bc2c599 0x2f2a2543b76a4166549f7aab2e75bef0aefc5b0f
Wrapped Ether|WETH|0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2 0x4200000000000000000000000000000000000006 0x82af49447d8a07e3bd95bd0d56f35241523fbab1 7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs
Wrapped BNB|WBNB|0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c
Lido Staked Ether|stETH|0xae7ab96520de3a18e5e111b5eaab095312d7fe84
Wrapped stETH|wstETH|0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0 0xc1cba3fcea344f92d9239c08c0568f6f2f0ee452
Coinbase Wrapped BTC|cbBTC|0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf
Ethena|ENA|0x57e114b691db790c35207b2e685d4a43181e6061
Ethena USDe|USDe|0x4c9edd5852cd905f086c759e8383e09bff1e68b3
Ondo|ONDO|0xfaba6f8e4a5e8ab82f62fe7c39859fa577269be3
Polygon|POL|0x455e53cbb86018ac2b8092fdcd39d8444affc3f6
Arbitrum|ARB|0x912ce59144191c1204e64559fe8253a0e49e6548 0xb50721bcf8d664c30412cfbc6cf7a15145234ad1
Optimism|OP
Mantle|MNT|0x3c3a81e81dc49a522a592e7622a7e711c06bf354
Worldcoin|WLD|0x163f8c2467924be0ae7b5347228cabf260318753
Render|RENDER|rndrizKT3MK1iimdxRdWabcF7Zg7AR5T4nud4EkHBof 0x6de037ef9ad2725eb40118bb1702ebb27e4aeb24
Fetch.ai|FET|0xaea46a60368a7bd060eec7df8cba43b7ef41ad85
The Graph|GRT|0xc944e90c64b2c07662a292be6244bdf05cda44a7
Immutable|IMX|0xf57e7e7c23978c3caec3c3548e3d615c346e79ff
Maker|MKR|0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2
Sky|SKY
Lido DAO|LDO|0x5a98fcbea516cf06857215779fd812ca3bef1b32
Curve DAO|CRV|0xd533a949740bb3306d119cc777fa900ba034cd52
Compound|COMP|0xc00e94cb662c3520282e6f5717214004a7f26888
Synthetix|SNX|0xc011a73ee8576fb46f5e1c5751ca3b9fe0af2a6f
yearn.finance|YFI|0x0bc529c00c6401aef6d220be8c6ea1667f6ad93e
PancakeSwap|CAKE|0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82
Gala|GALA|0xd1d2eb1b1e90b638588728b4130137d262c87cae
The Sandbox|SAND|0x3845badade8e6dff049820680d1f14bd3903a5d0
Decentraland|MANA|0x0f5d2fb29fb7d3cfee444a200298f468908cc942
Axie Infinity|AXS|0xbb0e17ef65f82ab018d8edd776e8dd940327b28b
ApeCoin|APE|0x4d224452801aced8b2f0aebe155379bb5d594381
Chiliz|CHZ|0x3506424f91fd33084466f402d5d97f05f8e3b4af
Enjin Coin|ENJ
Basic Attention Token|BAT|0x0d8775f648430679a709e98d2b0cb6250d2887ef
1inch|1INCH|0x111111111117dc0aa78b770fa6a738034120c302
Ethereum Name Service|ENS|0xc18360217d8f7ab5e7c516566761ea12ce7f9d72
Convex Finance|CVX|0x4e3fbd56cd56c3e72c1403e103b45db9da5b9d2b
Pendle|PENDLE|0x808507121b80c02388fad14726482e061b8da827
GMX|GMX|0xfc5a1a6eb076a2c7ad06ed22c90d7e710e35ad0a
dYdX|DYDX
Starknet|STRK|0xca14007eff0db1f8135f4c25b34de49ab0d42766
ZKsync|ZK
LayerZero|ZRO|0x6985884c4392d348587b19cb9eaaf157f13271cd
Wormhole|W|85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ
EigenLayer|EIGEN|0xec53bf9167f50cdeb3ae105f56099aaab9061f83
ether.fi|ETHFI|0xfe0c30065b384f05761f15d0cc899d4f9f9cc0eb
Jupiter|JUP|JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN
Jito|JTO|jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL
Pyth Network|PYTH|HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3
Raydium|RAY|4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R
Bonk|BONK|DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263
dogwifhat|WIF|EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm
Popcat|POPCAT|7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr
Official Trump|TRUMP|6p6xgHyF7AeE6TZkSmFsko444wqoP15icUSqi2jfGiPN
Pump.fun|PUMP|pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn
Pudgy Penguins|PENGU|2zMMhcVQEXDtdE6vsFS7S7D5oUodfJHE8vd1gnBouauv
Fartcoin|FARTCOIN|9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump
Helium|HNT|hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux
Grass|GRASS|Grass7B4RdKfBCjTKgSqnXkqjwiGvQyFbuSCUJr3XXjs
Drift|DRIFT|DriFtupJYLTosbwoN8koMbEYSx54aFAVLddWsbksjwg7
Orca|ORCA|orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE
Marinade|MNDE|MNDEFzGvMt87ueuHvVU9VcTqsAP5b3fTGPsHuuPA5ey
Marinade Staked SOL|mSOL|mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So
Jito Staked SOL|JitoSOL|J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn
FLOKI|FLOKI|0xcf0c122c6b73ff809c693db761e7baebe62b6a2e 0xfb5b838b6cfeedc2873ab27866079ac55363d37e
Brett|BRETT|0x532f27101965dd16442e59d40670faf5ebb142e4
Virtuals Protocol|VIRTUAL|0x0b3e328455c4059eeb9e3f84b5543f74e24e7e1b
Aerodrome Finance|AERO|0x940181a94a35a4569e4529a3cdfb74e38fd98631
Morpho|MORPHO|0xbaa5cc21fd487b8fcc2f632f3f4e8d37262a0842 0x58d97b57bb95320f9a05dc918aef65434969c2b2
SPX6900|SPX|0xe0f63a424a4439cbe457d80e4f4b51ad25b2c56c
Mog Coin|MOG|0xaaee1a9723aadb7afa2810263653a34ba2c21c7a
Turbo|TURBO|0xa35923162c49cf95e6bf26623385eb431ad920d3
Nexo|NEXO|0xb62132e35a6c13ee1ee0f84dc5d40bad8d815206
OKB|OKB
Cronos|CRO
KuCoin Token|KCS
Bitget Token|BGB
GateToken|GT
UNUS SED LEO|LEO|0x2af5d2ad76741191d15dfe7bf6ac92d4bd912ca3
PayPal USD|PYUSD|0x6c3ea9036406852006290770bedfcaba0e23a0e8 2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo
First Digital USD|FDUSD|0xc5f0f7b66764f6ec8c8dff7ba683102295e16409
USDS|USDS|0xdc035d45d973e3ec169d2276ddab16f1e407384f
USD1|USD1
Global Dollar|USDG
Frax|FRAX|0x853d955acef822db058eb8505911ed77f175b99e
TrueUSD|TUSD
Euro Coin|EURC|0x1abaea1f7c830bd89acc67ec4af516284b1bc33c 0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42
PAX Gold|PAXG|0x45804880de22913dafe09f4980848ece6ecbaf78
Tether Gold|XAUt
Rocket Pool|RPL|0xd33526068d116ce69f19a9ee46f0bd304f21a51f
Rocket Pool ETH|rETH|0xae78736cd615f374d3085123a210448e74fc6393
Coinbase Wrapped Staked ETH|cbETH|0xbe9895146f7af43049ca1c1ae358b0541ea49704 0x2ae3f1ec7f1f5012cfeab0185bfc7aa3cf0dec22
Threshold|T
JasmyCoin|JASMY|0x7420b4b9a0110cdc71fb720908340c03f9bc03ec
Beam|BEAM
SingularityNET|AGIX
Ocean Protocol|OCEAN|0x967da4048cd07ab37855c090aaf366e4ce1b9f48
Arweave|AR|native
Livepeer|LPT|0x58b6a8a3302369daec383334672404ee733ab239
Loopring|LRC|0xbbbbca6a901c926f240b89eacb641d8aec7aeafd
Blur|BLUR|0x5283d291dbcf85356a21ba090e6db59121208b44
Safe|SAFE
Gnosis|GNO|0x6810e776880c02933d47db1b9fc05908e5386b96
Golem|GLM
Holo|HOT
Ankr|ANKR
SushiSwap|SUSHI|0x6b3595068778dd592e39a122f4f5a5cf09c90fe2
Balancer|BAL|0xba100000625a3754423978a60c9317c58a424e3d
Amp|AMP
Trust Wallet|TWT|0x4b0f1812e5df2a09796481ff14017e6005508003
Venus|XVS|0xcf6bb5389c92bdda8a3747ddb454cb7a64626c63
BitTorrent|BTT
Terra Classic|LUNC|native
Story|IP|native
Aster|ASTER
World Liberty Financial|WLFI
Plasma|XPL|native
Movement|MOVE
Kaia|KAIA|native
Walrus|WAL|native
`;

export interface LargeCoin {
  name: string;
  ticker: string;
  /** Its own and its bridged forms' addresses; contracts in lower case. */
  addresses: readonly string[];
  /** Whether it has no token of its own on any chain. */
  isNative: boolean;
}

function coinOf(line: string): LargeCoin {
  const [name = "", ticker = "", where = ""] = line.split("|");
  const isNative = where === "native";
  return { name, ticker, isNative, addresses: isNative ? [] : where.split(" ").filter(Boolean) };
}

/** Coins whose names and tickers are taken on every chain. */
export const largestCoins = curated({
  owner: "token desks",
  source: "public market-capitalisation rankings; addresses as their issuers publish them",
  reviewed: "2026-11-27",
  nextReview: "2027-02-27",
  items: LINES.trim().split("\n").map(coinOf),
});
