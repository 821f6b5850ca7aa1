import { USDC_DECIMALS } from "@/lib/catalog/money";
import { NETWORKS } from "@/lib/chains/networks";
import { knownToken } from "../token/own-token";

/** One line of the sales journal. */
export interface JournalLine {
  /** Id in its day's stream: milliseconds, and a number among those of the same one. */
  id: string;
  /**
   * `settled`, or `credited` where the payment had moved before the till settled it. Every other state corrects an
   * earlier line, which stays as it was.
   */
  state: string;
  /** The route's label, `-` in a correction. */
  route: string;
  /** CAIP-2 id. */
  network: string;
  asset: string;
  /** Base units; negative in a refund. */
  amount: string;
  payer: string;
  transaction: string;
  /** Who settled it: a facilitator by its place, or `-` where the chain told, or we sent it. */
  facilitator: string;
  /** The transaction that a correction is about, or its beginning; empty in a sale. */
  corrects: string;
}

/** So many characters of a CAIP-2 id tell the networks apart, and leave a line its room. */
const NETWORK_LENGTH = 13;

/** So many of a mint tell it from USDC, which is written out. */
const ASSET_LENGTH = 4;

/** So many of a transaction's id tell it from all others of its payer. */
const CORRECTED_LENGTH = 20;

const USDC = "USDC";

const IDS = Object.values(NETWORKS).flatMap(({ evm, solana }): string[] => [evm.id, solana.id]);

/** The words of a correction, for the script that writes it. They hold no spaces. */
export const correction = ({
  state,
  network,
  amount,
  payer,
  transaction,
  corrects,
  asset = USDC,
}: Pick<JournalLine, "state" | "network" | "amount" | "payer" | "transaction" | "corrects"> & {
  /** The mint, where it is not USDC. */
  asset?: string;
}): string[] => [
  ...[state, "-", network.slice(0, NETWORK_LENGTH), asset.slice(0, ASSET_LENGTH), amount, payer],
  ...[transaction, "-"],
  corrects.slice(0, CORRECTED_LENGTH),
];

/** An asset's name for people, by what a line says of it. */
function assetNamed(short: string): string {
  const token = knownToken();
  return short !== USDC && token?.mint.startsWith(short) === true ? token.symbol : short;
}

/** Whole units have so many decimals; of an asset that is not known any more its base units are shown. */
function decimalsOf(asset: string): number {
  const token = knownToken();
  if (asset === USDC) return USDC_DECIMALS;
  return token?.symbol === asset ? token.decimals : 0;
}

/** Reads a line as the scripts write it. Throws for any other: an export must not leave a sale out. */
export function readLine(id: string, text: string): JournalLine {
  const [state, route, short, asset, amount, payer, transaction, facilitator, corrects = ""] =
    text.split(" ");
  if (facilitator === undefined) throw new Error(`the journal's line ${id} can't be read: ${text}`);
  const network = IDS.find((known) => known.slice(0, NETWORK_LENGTH) === short) ?? short ?? "";
  return {
    ...{
      id,
      state: state ?? "",
      route: route ?? "",
      network,
      asset: assetNamed(asset ?? ""),
      amount: amount ?? "",
    },
    ...{ payer: payer ?? "", transaction: transaction ?? "", facilitator, corrects },
  };
}

/** Base units as whole ones, exactly: -20000 of USDC → -0.02. */
export const wholeUnits = (amount: string): string => inWhole(amount, USDC_DECIMALS);

function inWhole(amount: string, decimals: number): string {
  const digits = amount.replace("-", "").padStart(decimals + 1, "0");
  const fraction = digits
    .slice(digits.length - decimals)
    .replace(/0+$/, "")
    .padEnd(2, "0");
  return `${amount.startsWith("-") ? "-" : ""}${digits.slice(0, digits.length - decimals)}.${fraction}`;
}

/** The columns of an export, in the order of `csvRow`. */
export const CSV_HEADER = "time,state,route,network,asset,amount,payer,transaction,facilitator,corrects";

/** One line of an export (RFC 4180); nothing in it needs quotes. The amount is in whole units of the asset. */
export const csvRow = (line: JournalLine): string =>
  [
    new Date(Number(line.id.split("-")[0])).toISOString(),
    ...[line.state, line.route, line.network, line.asset, inWhole(line.amount, decimalsOf(line.asset))],
    ...[line.payer, line.transaction, line.facilitator, line.corrects],
  ].join(",");
