import { EVM_ADDRESS } from "@/lib/sources/token-fields";
import { isSolanaAddress } from "@/lib/desks/solana-address";
import { assetsIn, type Asset, uncoveredIn } from "./assets";
import { chainsIn, projectsIn } from "./chains";
import { type Language, languageOf } from "./language";
import { spelled } from "./spelling";
import { unreadIn } from "./unread";
import { isAlone, type ServiceTopic, serviceTopicsIn, withoutAsides } from "./service";
import { DATED, PAST_DATED, sideOfNow } from "./this-period";
import { type Topic, TOPICS, topicsIn } from "./topics";
import { MAX_MESSAGE } from "../vocabulary";

/** A question as the desks can answer it. */
export interface Question {
  /** The message, normalised, in one line. */
  text: string;
  /** The words that say what is asked: the message, with those of the turn that it speaks on. */
  words: string;
  language: Language;
  topics: readonly Topic[];
  /** What is asked about the service; a question may ask about both. */
  service: readonly ServiceTopic[];
  assets: readonly Asset[];
  /** Named, and covered by no desk. */
  uncovered: readonly string[];
  /** Asked for by name, and read by no desk. */
  unread: readonly string[];
  /** Words that were taken for others: as said, and as meant. */
  slips: readonly (readonly [said: string, meant: string])[];
  chains: readonly string[];
  projects: readonly string[];
  addresses: { evm?: string; solana?: string };
  /** Several things are set beside each other. */
  compares: boolean;
  /** A cause is asked for. */
  asksWhy: boolean;
  /** The market as a whole. */
  overview: boolean;
  /** A time that the desks have no data of. */
  time: "past" | "future" | null;
  /** What was taken over from earlier turns, in words; null when nothing was. */
  refersTo: string | null;
}

export interface Turn {
  role: "user" | "model";
  text: string;
}

const OVERVIEW =
  /\b(?:how(?:'s|’s| is| are| was) (?:crypto\b|(?:the )?(?:crypto )?markets?)|(?:points?|sentences?|words) (?:on|about) (?:the )?(?:crypto )?markets?|market (?:doing|today|now|overview|summary|snapshot|update|recap|conditions?)|what(?:'|’)?s? (?:is )?(?:going on|up|happening|moving|coming up|ahead)(?: (?:in|with|for) (?:the )?(?:crypto |markets?))?|anything (?:\w+ )?(?:happening|coming up|going on)|overview|brief(?:ing)?|catch me up|state of the market|(?:daily|weekly|monthly|crypto) (?:recap|summary)|macro(?! (?:events?|releases?|data|calendar))|(?:biggest|main|key|top) risks?|what (?:to|should (?:i|we)) (?:watch|look out for))\b/iu;
const WHY =
  /\b(?:why|what(?:'|’)?s? (?:is |are )?(?:driving|behind|causing|moving|dragging|pushing)|what (?:caused|drove)|reasons? (?:for|behind))\b|¿?por qu[eé]|\bwarum\b|\bpourquoi\b|\bneden\b|\bniye\b|почему|为什么|なぜ|왜|لماذا|क्यों/iu;
const COMPARES =
  /\b(?:vs\.?|versus|compar\w+|or|than|against|better|higher|lower|stronger|weaker|which|between|both)\b/iu;
const PAST =
  /\b(?:in|since|during|back in|of|from) (?:19|20)[0-2]\d\b|\blast (?:week|month|year|quarter|cycle|summer|winter|decade)\b|\byesterday\b|\blast night\b|\bovernight\b|\b(?:ytd|week|month|year) to date\b|\b(?:7|30|90) ?d(?:ays?)?\b|\b\d+ (?:days?|weeks?|months?|years?) ago\b|\ball[- ]time (?:high|low)s?\b|\bath\b|\bhistor(?:y|ical|ically)\b|\bever (?:been|reached)\b|\bpast (?:week|month|year|\d+ \w+)\b/iu;
const FORECAST =
  /\b(?:predict\w*|forecast\w*|price targets?|(?:going|head(?:ed|ing)) to \$?\d\S*|(?:will|going to|gonna|can|could) \w+(?: \w+)? (?:hit|reach|go|be|moon|crash|pump|dump|break|rise|fall|drop|cut|hike|win|approve)|to the moon|(?:higher|lower) (?:tomorrow|next))\b/iu;
const AHEAD =
  /\b(?:tomorrow|next (?:week|month|year|cycle)|by (?:the )?(?:end of|next|eoy|christmas|20[2-9]\d)|in 20(?:2[7-9]|[3-9]\d)|in \d+ (?:days?|weeks?|months?|years?)|eoy)\b/iu;
/** Words that point back to what was said before. */
const POINTS_BACK =
  /^(?:and|but|what about|how about|ok(?:ay)?,? and|also|so|then|same|y|und|et)\b|\b(?:it|its|it's|that|this(?! (?:week|month|quarter|year)\b)|those|they|them|there|same|the other)\b/iu;
const SHORT_WORDS = 6;

const STABLE = /\b(?:stable(?:coin)?s?|usdc|usdt|dai|dollars?)\b/i;
/** Whether yields of dollar stablecoins are meant, among yields. */
export const asksStable = (text: string): boolean => STABLE.test(text);

const INVISIBLE = /[\p{C}\u{FE00}-\u{FE0F}]/gu;
/** What somebody says that the question is not about, up to the next stop or to what it is about instead. */
const DENIED =
  /\b(?:do(?:n(?:'|’)?t| not) (?:tell|show|give|talk|want|care|need|bother|mention)\b[^,.;:!?]*?(?=[,.;:!?]|\b(?:just|only|but|instead)\b|$)|(?:except(?: for)?|excluding|without|apart from|other than|leave out|ignore|skip|forget(?: about)?|not about) (?:the |any |all )?[\p{L}\p{N}$]+(?:(?: and| or|,) [\p{L}\p{N}$]+(?= *(?:[,.;:!?]|$)))?)/giu;
/** A text without what it says that it is not about; the text itself where nothing else would be left of it. */
function affirmed(text: string): string {
  const rest = text.replace(DENIED, " ").replace(/ +/g, " ").trim();
  return /\p{L}{2}/u.test(rest) ? rest : text;
}

/**
 * As people see it: one line, without what can't be seen, compatibility forms made plain. One such form may stand for
 * eighteen characters, so that the limit that the text kept to is held to once more.
 */
export const plainLine = (text: string, most = MAX_MESSAGE): string =>
  text.normalize("NFKC").slice(0, most).replace(/\s+/gu, " ").replace(INVISIBLE, "").trim();

type Parts = Pick<
  Question,
  "topics" | "assets" | "uncovered" | "chains" | "projects" | "addresses" | "overview"
>;

function partsOf(text: string, language: Language): Parts {
  const addresses = addressesIn(text);
  const hasAddress = addresses.evm !== undefined || addresses.solana !== undefined;
  const byAddress: Topic[] = !hasAddress
    ? []
    : /\b(?:wallet|portfolio|holdings?|holds?|balances?|account)\b/iu.test(text)
      ? ["wallet"]
      : ["token"];
  const topics = new Set<Topic>([...topicsIn(text), ...byAddress]);
  const assets = assetsIn(text, language === "en");
  // What something at an address is worth, its own desk says.
  if (hasAddress && assets.length === 0) topics.delete("price");
  // Of an asset that is named beside what is nobody's in particular, the price is asked for.
  if (assets.length > 0 && topics.size > 0 && [...topics].every((topic) => OF_NO_ASSET.has(topic)))
    topics.add("price");
  return {
    topics: TOPICS.filter((topic) => topics.has(topic)),
    assets,
    uncovered: uncoveredIn(text),
    chains: chainsIn(text),
    projects: projectsIn(text),
    addresses,
    overview: OVERVIEW.test(text),
  };
}

const OF_NO_ASSET = new Set<Topic>(["sentiment", "rates", "calendar"]);

function addressesIn(text: string): Question["addresses"] {
  const words = text.split(/[^0-9A-Za-z]+/);
  const evm = words.find((word) => EVM_ADDRESS.test(word));
  const solana = words.find((word) => isSolanaAddress(word));
  return { ...(evm !== undefined && { evm }), ...(solana !== undefined && { solana }) };
}

const NOTHING: Parts = {
  topics: [],
  assets: [],
  uncovered: [],
  chains: [],
  projects: [],
  addresses: {},
  overview: false,
};

const DAY_BEFORE = new Set<Topic>(["sentiment"]);

function timeOf(
  text: string,
  { topics, assets, uncovered }: Pick<Parts, "topics" | "assets" | "uncovered">,
): Question["time"] {
  const all = (of: ReadonlySet<Topic>): boolean =>
    topics.length > 0 && topics.every((topic) => of.has(topic));
  if (FORECAST.test(text) || (AHEAD.test(text) && !all(DATED))) return "future";
  // The index comes with the value of the day before.
  if (all(DAY_BEFORE) && /\byesterday\b/iu.test(text)) return null;
  if (PAST.test(text)) return all(PAST_DATED) ? null : "past";
  return sideOfNow(text, topics, assets.length + uncovered.length > 0);
}

const namesAnything = ({ topics, assets, uncovered, chains, projects, overview }: Parts): boolean =>
  [topics, assets, uncovered, chains, projects].some(({ length }) => length > 0) || overview;

/**
 * Reads a message by rules: what it is about, and of what earlier turns it speaks on. Only the caller's own turns are
 * looked at, since whatever a model said may have been made up. Pure.
 */
export function understand(message: string, history: readonly Turn[] = []): Question {
  const plain = plainLine(message);
  const asWritten = serviceTopicsIn(plain);
  const { text, slips } = spelled(asWritten.length > 0 ? plain : affirmed(plain));
  const language = languageOf(text);
  const named = partsOf(text, language);
  const topics = text === plain ? asWritten : serviceTopicsIn(text);
  const own = isAlone(topics) ? NOTHING : named;
  const service = namesAnything(own) ? withoutAsides(topics) : topics;
  const asksWhy = WHY.test(text);
  const isShort = text.split(" ").length <= SHORT_WORDS;
  const earlier = history
    .filter(({ role }) => role === "user")
    .map(({ text: said }) => plainLine(said))
    .reverse()
    .map((said) => ({ said, parts: partsOf(said, languageOf(said)) }))
    .find(({ parts }) => namesAnything(parts));
  const back =
    earlier !== undefined && service.length === 0 && (isShort || POINTS_BACK.test(text)) ? earlier : null;
  const merged = aboutCovered(back === null ? own : inherit(own, back.parts));
  return {
    ...merged,
    text,
    words: back === null || own.topics.length > 0 ? text : `${text} ${back.said}`,
    language,
    service,
    slips,
    unread: service.length > 0 ? [] : unreadIn(text, named.topics.includes("token")),
    asksWhy,
    compares:
      COMPARES.test(text) || (back !== null && COMPARES.test(back.said) && isShort && own.topics.length > 0),
    time: timeOf(text, merged),
    refersTo: back === null || inherit(own, back.parts) === own ? null : back.said.slice(0, 120),
  };
}

const BY_SYMBOL = new Set<Topic>(["plan", "change", "verdict", "price", "positioning", "tape"]);

/** Of what no desk covers there is nothing but headlines to be had. */
function aboutCovered(parts: Parts): Parts {
  if (parts.uncovered.length === 0 || parts.assets.length > 0) return parts;
  const kept = new Set<Topic>([...parts.topics.filter((topic) => !BY_SYMBOL.has(topic)), "news"]);
  return { ...parts, topics: TOPICS.filter((topic) => kept.has(topic)) };
}

/** What the message leaves out, from the turn that it speaks on; the message itself where it leaves nothing out. */
function inherit(own: Parts, before: Parts): Parts {
  const hasSubject =
    own.assets.length + own.chains.length + own.uncovered.length + own.projects.length > 0 ||
    own.addresses.evm !== undefined ||
    own.addresses.solana !== undefined;
  const takesSubject = !hasSubject;
  const takesTopics = own.topics.length === 0 && !own.overview;
  if (!takesSubject && !takesTopics) return own;
  return {
    topics: takesTopics ? before.topics : own.topics,
    overview: own.overview || (takesTopics && before.overview && !hasSubject),
    ...(takesSubject
      ? {
          assets: before.assets,
          chains: before.chains,
          uncovered: before.uncovered,
          projects: before.projects,
          addresses: before.addresses,
        }
      : {
          assets: own.assets,
          chains: own.chains,
          uncovered: own.uncovered,
          projects: own.projects,
          addresses: own.addresses,
        }),
  };
}
