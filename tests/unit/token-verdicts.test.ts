import { describe, expect, it } from "vitest";
import {
  type BaseCapture,
  judgeBase,
  judgeSolana,
  market,
  noExtensions,
  type SolanaCapture,
  TOKEN_2022,
} from "../fixtures/token-captures";

type Cases<Capture> = readonly (readonly [what: string, capture: Capture])[];

const positions = market({ marketType: "orca_whirlpool" }, { lpLocked: 0, lpUnlocked: 0 });
const curve = market({ marketType: "pump_fun" }, { lpLocked: 100, lpUnlocked: 0 });
const named = (name: string, symbol: string) => ({
  rugcheck: { tokenMeta: { name, symbol, mutable: false } },
  jupiter: { name, symbol },
  dexscreener: {},
});
const young = (createdAt: string) => ({
  rugcheck: { detectedAt: createdAt },
  jupiter: { firstPool: { createdAt } },
  dexscreener: { pairCreatedAt: Date.parse(createdAt) },
});
const deep = (usd: number) => ({ jupiter: { liquidity: usd }, dexscreener: { liquidity: { usd } } });
const newMint = (extensions: readonly object[] = [], over: object = {}) => ({
  owner: TOKEN_2022,
  info: { extensions, ...over },
});
const twentyTwo = (extensions: object = {}, over: object = {}) => ({
  tokenProgram: TOKEN_2022,
  token_extensions: noExtensions(extensions),
  ...over,
});

/** Sound tokens. The last five have what a careful buyer would want to hear of, so that they may be caution. */
const GOOD_SOLANA: Cases<SolanaCapture> = [
  ["an old token with locked liquidity", {}],
  [
    "a graduate of a launchpad",
    { jupiter: { launchpad: "pump.fun", graduatedPool: "P", graduatedAt: "2026-06-01T00:00:00Z" } },
  ],
  [
    "a token on its launchpad's curve",
    { rugcheck: { markets: [curve] }, jupiter: { launchpad: "pump.fun" } },
  ],
  ["a Token-2022 mint without powers", { rugcheck: twentyTwo(), mint: newMint() }],
  [
    "a Token-2022 mint with its own metadata",
    {
      rugcheck: twentyTwo(),
      mint: newMint([
        { extension: "metadataPointer", state: { authority: null } },
        { extension: "tokenMetadata", state: { updateAuthority: null } },
      ]),
    },
  ],
  ["a deep, old pool of positions", { rugcheck: { markets: [positions] } }],
  ["very deep liquidity", deep(40_000_000)],
  ["many holders", { jupiter: { holderCount: 900_000 } }],
  ["mutable links", { rugcheck: { tokenMeta: { name: "Harbour Cat", symbol: "HCAT", mutable: true } } }],
  [
    "a warning of RugCheck",
    { rugcheck: { risks: [{ name: "Low amount of LP Providers", level: "warn" }], score_normalised: 12 } },
  ],
  ["an information of RugCheck", { rugcheck: { risks: [{ name: "Note", level: "info" }] } }],
  ["a name in another script", named("Пепе Кот", "ПЕПЕ")],
  ["a name with emoji", named("❤️ Harbour 👩‍🚀", "LOVE")],
  ["a name in Chinese", named("港口猫", "港猫")],
  ["no organic figures", { jupiter: { stats24h: { buyVolume: 900, sellVolume: 900 } } }],
  ["a verified token", { jupiter: { isVerified: true } }],
  ["a market that RugCheck values lower", { rugcheck: { totalMarketLiquidity: 80_000 } }],
  ["no pair at DexScreener", { dexscreener: null }],
  ["a mint account that the node didn't give", { mint: null }],
  ["a creator with a small share", { rugcheck: { creatorBalance: 40_000 } }],
  [
    "a developer of a few tokens",
    { jupiter: { audit: { mintAuthorityDisabled: true, freezeAuthorityDisabled: true, devMints: 9 } } },
  ],
  [
    "a pool that leads the holders",
    {
      rugcheck: {
        topHolders: [
          { owner: "Pool", address: "p", pct: 70, amount: 700_000 },
          { owner: "One", address: "a", pct: 1, amount: 10_000 },
        ],
      },
    },
  ],
  [
    "a locker among the holders",
    { rugcheck: { knownAccounts: { Pool: { type: "AMM" }, One: { type: "LOCKER" } } } },
  ],
  [
    "ten holders of 15 percent",
    {
      rugcheck: {
        topHolders: Array.from({ length: 10 }, (_, i) => ({
          owner: `O${i}`,
          address: `a${i}`,
          pct: 1.4,
          amount: 14_000,
        })),
      },
    },
  ],
  ["a day of age", young("2026-11-19T00:00:00Z")],
  ["liquidity between 5 and 25 thousand", deep(20_000)],
  ["no creator known", { rugcheck: { creator: null } }],
  ["a few holders less than 100", { jupiter: { holderCount: 90 } }],
  ["half an hour of age", young("2026-11-20T11:34:00Z")],
  ["a score of 49", { rugcheck: { score_normalised: 49 } }],
];
const GOOD_BASE: Cases<BaseCapture> = [
  ["a renounced contract with burned liquidity", {}],
  ["an owner without powers", { goplus: { owner_address: `0x${"77".repeat(20)}` } }],
  ["no owner function", { goplus: { owner_address: "" } }],
  ["a mint function that a renounced owner can't call", { goplus: { is_mintable: "1" } }],
  ["a pause that a renounced owner can't call", { goplus: { transfer_pausable: "1" } }],
  [
    "small taxes",
    {
      goplus: { buy_tax: "0.01", sell_tax: "0.02" },
      honeypot: { simulationResult: { buyTax: 1, sellTax: 2, transferTax: 0 } },
    },
  ],
  ["taxes that a renounced owner can't change", { goplus: { slippage_modifiable: "1" } }],
  [
    "a deep, old pool of positions",
    {
      goplus: {
        dex: [
          { liquidity_type: "UniV3", name: "UniswapV3", liquidity: "900000", pair: `0x${"12".repeat(20)}` },
        ],
        lp_holders: [],
      },
      dexscreener: { liquidity: { usd: 900_000 } },
    },
  ],
  ["many holders", { goplus: { holder_count: "120000" } }],
  [
    "deep liquidity",
    {
      goplus: { dex: [{ liquidity_type: "UniV2", liquidity: "9000000" }] },
      dexscreener: { liquidity: { usd: 9_000_000 } },
    },
  ],
  ["no simulation of honeypot.is", { honeypot: null }],
  [
    "a simulation that could not be run",
    { honeypot: { simulationSuccess: false, honeypotResult: undefined, simulationResult: undefined } },
  ],
  [
    "a mild flag of honeypot.is",
    { honeypot: { summary: { flags: [{ flag: "closed_source_dependency", severity: "low" }] } } },
  ],
  ["no word on the creator's other tokens", { goplus: { honeypot_with_same_creator: undefined } }],
  ["numbers for texts", { goplus: { is_mintable: 0, is_proxy: 0, is_honeypot: 0 } }],
  ["no opinion on scams", { goplus: { is_airdrop_scam: undefined } }],
  ["a denied scam", { goplus: { is_airdrop_scam: "0" } }],
  ["anti-whale rules", { goplus: { is_anti_whale: "1" } }],
  ["a small creator's share", { goplus: { creator_percent: "0.04" } }],
  [
    "a holder of 10 percent",
    { goplus: { holders: [{ address: `0x${"34".repeat(20)}`, percent: "0.1", is_locked: 0 }] } },
  ],
  [
    "a locked holder",
    {
      goplus: {
        holders: [
          { address: `0x${"34".repeat(20)}`, percent: "0.6", is_locked: 1 },
          { address: `0x${"35".repeat(20)}`, percent: "0.01", is_locked: 0 },
        ],
      },
    },
  ],
  ["a name in another script", { goplus: { token_name: "港口猫", token_symbol: "港猫" } }],
  [
    "a fourth version's pool",
    {
      goplus: { dex: [{ liquidity_type: "UniV4", name: "UniswapV4", liquidity: "500000" }], lp_holders: [] },
      dexscreener: { liquidity: { usd: 500_000 } },
    },
  ],
  [
    "a burn at address zero",
    {
      goplus: {
        lp_holders: [{ address: "0x0000000000000000000000000000000000000000", percent: "1", is_locked: 0 }],
      },
    },
  ],
  ["a pair that is named by no kind", { goplus: { dex: [{ name: "Aerodrome", liquidity: "120000" }] } }],
  ["code that the owner can replace", { goplus: { is_proxy: "1" } }],
  [
    "taxes that the owner can change",
    { goplus: { slippage_modifiable: "1", owner_address: `0x${"77".repeat(20)}` } },
  ],
  [
    "liquidity that can be withdrawn",
    { goplus: { lp_holders: [{ address: `0x${"77".repeat(20)}`, percent: "1", is_locked: 0 }] } },
  ],
  ["no word on the liquidity's owners", { goplus: { lp_holders: undefined } }],
  ["a source that isn't published", { goplus: { is_open_source: "0" } }],
];

const BAD_SOLANA: Cases<SolanaCapture> = [
  ["a mint authority", { rugcheck: { mintAuthority: "X" } }],
  ["a mint authority that only the chain shows", { mint: { info: { mintAuthority: "X" } } }],
  [
    "a mint authority that only Jupiter shows",
    { jupiter: { audit: { mintAuthorityDisabled: false, freezeAuthorityDisabled: true } } },
  ],
  [
    "a mint authority that only a risk names",
    { rugcheck: { risks: [{ name: "Mint Authority still enabled", level: "danger" }] } },
  ],
  [
    "a mint authority within the token's own block",
    { rugcheck: { token: { supply: 1_000_000, mintAuthority: "X", freezeAuthority: null } } },
  ],
  ["a freeze authority, as freezing scams have it", { rugcheck: { freezeAuthority: "X" } }],
  [
    "accounts that start frozen",
    { rugcheck: twentyTwo({ defaultAccountState: { accountState: "frozen" } }), mint: newMint() },
  ],
  [
    "accounts that start frozen, by the chain alone",
    {
      rugcheck: twentyTwo(),
      mint: newMint([{ extension: "defaultAccountState", state: { accountState: "frozen" } }]),
    },
  ],
  [
    "a permanent delegate",
    { rugcheck: twentyTwo({ permanentDelegate: { delegate: "X" } }), mint: newMint() },
  ],
  [
    "a permanent delegate, by the chain alone",
    { rugcheck: twentyTwo(), mint: newMint([{ extension: "permanentDelegate", state: { delegate: "X" } }]) },
  ],
  ["a token that can't be passed on", { rugcheck: twentyTwo({ nonTransferable: true }), mint: newMint() }],
  ["a hook", { rugcheck: twentyTwo({ transferHook: { programId: "X" } }), mint: newMint() }],
  [
    "a hook that can be set later",
    { rugcheck: twentyTwo({ transferHook: { programId: null, authority: "X" } }), mint: newMint() },
  ],
  [
    "a fee of 9 percent",
    {
      rugcheck: twentyTwo({
        transferFeeConfig: {
          newerTransferFee: { transferFeeBasisPoints: 900 },
          olderTransferFee: { transferFeeBasisPoints: 900 },
        },
      }),
      mint: newMint(),
    },
  ],
  [
    "a fee of 90 percent that is scheduled",
    {
      rugcheck: twentyTwo({
        transferFeeConfig: {
          newerTransferFee: { transferFeeBasisPoints: 9000 },
          olderTransferFee: { transferFeeBasisPoints: 0 },
        },
      }),
      mint: newMint(),
    },
  ],
  [
    "a fee that can be raised",
    {
      rugcheck: twentyTwo({
        transferFeeConfig: {
          newerTransferFee: { transferFeeBasisPoints: 0 },
          olderTransferFee: { transferFeeBasisPoints: 0 },
          transferFeeConfigAuthority: "X",
        },
      }),
      mint: newMint(),
    },
  ],
  [
    "a pause",
    { rugcheck: twentyTwo({ pausableConfig: { authority: "X", paused: false } }), mint: newMint() },
  ],
  ["an extension of a new kind", { rugcheck: twentyTwo({ seizeConfig: { authority: "X" } }), mint: null }],
  ["a token program that isn't named", { rugcheck: { tokenProgram: null }, mint: null }],
  ["a rug", { rugcheck: { rugged: true } }],
  ["no word on rugs", { rugcheck: { rugged: undefined } }],
  ["a danger of RugCheck", { rugcheck: { risks: [{ name: "Single holder ownership", level: "danger" }] } }],
  ["a risk of a level that nobody knows", { rugcheck: { risks: [{ name: "Odd", level: "critical" }] } }],
  ["a risk without a level", { rugcheck: { risks: [{ name: "Odd" }] } }],
  ["a report without risks", { rugcheck: { risks: undefined } }],
  ["a score of 62", { rugcheck: { score_normalised: 62 } }],
  ["a report without a score", { rugcheck: { score_normalised: undefined } }],
  [
    "a holder of 64 percent",
    { rugcheck: { topHolders: [{ owner: "One", address: "a", pct: 64, amount: 640_000 }] } },
  ],
  [
    "a holder whose percentage is 100 times too small",
    { rugcheck: { topHolders: [{ owner: "One", address: "a", pct: 0.64, amount: 640_000 }] } },
  ],
  ["unlocked liquidity", { rugcheck: { markets: [market({}, { lpLocked: 1, lpUnlocked: 99 })] } }],
  [
    "a shallow pool of positions",
    { ...deep(9_000), rugcheck: { markets: [positions], totalMarketLiquidity: 9_000 } },
  ],
  ["liquidity of 400 dollars", deep(400)],
  ["the name of a verified token", { verified: [["Real", "Harbour Cat", "HCAT"]] }],
  ["the name of Ethereum", named("Ethereum", "EETH")],
  ["the name of Ethereum in Cyrillic", named("\u0415thereum", "XX")],
  ["a hidden mirror of Bitcoin", named("Bit\u202Enioc", "XX")],
  ["an invisible character", named("Bo\u200Bnky", "XX")],
  [
    "Jupiter's suspicion",
    { jupiter: { audit: { isSus: true, mintAuthorityDisabled: true, freezeAuthorityDisabled: true } } },
  ],
  ["no report yet", { rugcheck: null }],
  [
    "a wash-traded volume",
    {
      jupiter: {
        stats24h: { buyVolume: 900_000, sellVolume: 900_000, buyOrganicVolume: 1, sellOrganicVolume: 1 },
      },
    },
  ],
];
const BAD_BASE: Cases<BaseCapture> = [
  ["a honeypot", { goplus: { is_honeypot: "1" } }],
  [
    "a honeypot by simulation alone",
    { honeypot: { honeypotResult: { isHoneypot: true, honeypotReason: "TRANSFER_FAILED" } } },
  ],
  ["a sale of which not all can be sold", { goplus: { cannot_sell_all: "1" } }],
  ["a purchase that is barred", { goplus: { cannot_buy: "1" } }],
  ["a sales tax of 99 percent", { goplus: { sell_tax: "0.99" } }],
  [
    "a sales tax of 30 percent by simulation alone",
    { honeypot: { simulationResult: { buyTax: 0, sellTax: 30, transferTax: 0 } } },
  ],
  ["a sales tax out of range", { goplus: { sell_tax: "5" } }],
  ["no word on taxes", { goplus: { buy_tax: undefined, sell_tax: undefined } }],
  ["an empty tax", { goplus: { sell_tax: "" } }],
  ["a mint function of its owner", { goplus: { is_mintable: "1", owner_address: `0x${"77".repeat(20)}` } }],
  ["a mint function of a hidden owner", { goplus: { is_mintable: "1", hidden_owner: "1" } }],
  [
    "a mint function on a trusted list",
    { goplus: { is_mintable: "1", owner_address: `0x${"77".repeat(20)}`, trust_list: "1" } },
  ],
  ["a blacklist of its owner", { goplus: { is_blacklisted: "1", owner_address: `0x${"77".repeat(20)}` } }],
  [
    "balances that its owner can change",
    { goplus: { owner_change_balance: "1", owner_address: `0x${"77".repeat(20)}` } },
  ],
  ["ownership that can be taken back", { goplus: { can_take_back_ownership: "1" } }],
  ["no word on a hidden owner", { goplus: { hidden_owner: undefined } }],
  ["no word on self-destruction", { goplus: { selfdestruct: null } }],
  ["no word on proxies", { goplus: { is_proxy: undefined } }],
  ["an airdrop scam", { goplus: { is_airdrop_scam: "1" } }],
  ["the ticker of USDC", { goplus: { token_name: "USD Coin", token_symbol: "USDC" } }],
];

const verdicts = <Capture>(
  cases: Cases<Capture>,
  judge: (capture: Capture) => { safety: { verdict: string } },
) => cases.map(([what, capture]) => ({ what, verdict: judge(capture).safety.verdict }));

describe("120 tokens", () => {
  it("of 60 sound ones at least 42 are clear, and none is called a danger", () => {
    const good = [...verdicts(GOOD_SOLANA, judgeSolana), ...verdicts(GOOD_BASE, judgeBase)];
    expect(good).toHaveLength(60);
    const clear = good.filter(({ verdict }) => verdict === "clear");
    expect(clear.length, JSON.stringify(good.filter((one) => !clear.includes(one)))).toBeGreaterThanOrEqual(
      42,
    );
    expect(good.filter(({ verdict }) => verdict === "danger")).toEqual([]);
  });

  it("of 60 bad ones none is clear", () => {
    const bad = [...verdicts(BAD_SOLANA, judgeSolana), ...verdicts(BAD_BASE, judgeBase)];
    expect(bad).toHaveLength(60);
    expect(bad.filter(({ verdict }) => verdict === "clear")).toEqual([]);
  });
});
