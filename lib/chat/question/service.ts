import { saidBehind } from "./said-behind";

/** What is asked about the service itself, and requests that it can't be asked for. In the order in which they are judged. */
export const SERVICE_TOPICS = [
  "orders",
  "secrets",
  "accuracy",
  "refund",
  "cost",
  "payment",
  "advice",
  "model",
  "privacy",
  "data",
  "scan",
  "lounge",
  "tools",
  "scope",
  "greeting",
] as const;
export type ServiceTopic = (typeof SERVICE_TOPICS)[number];

const PATTERNS: Readonly<Record<ServiceTopic, RegExp>> = {
  orders:
    /\b(?:alert|notify|remind|ping) me\b|\b(?:send|set|create|give) (?:me |up )?(?:an? )?(?:price )?(?:alerts?|notifications?|reminders?)\b|\b(?:place|execute|submit|open|close) (?:an? |my |the )?(?:\w+ )?(?:order|trade|position|long|short)\b/iu,
  secrets:
    /\b(?:system prompt|your (?:prompt|instructions|rules|api keys?|secrets?|private key|environment)|env(?:ironment)? var\w*|process\.env|ignore (?:all |any |the )?(?:previous|prior|above) instructions|other users?|repeat (?:everything|the words) above|seed phrase|developer mode|jailbreak)\b/iu,
  accuracy:
    /\b(?:accura(?:te|cy)|track record|(?:last|past|previous|recent|old|earlier) verdicts?|hit rate|how often (?:are|were|is|was)|(?:were|are) you (?:ever )?(?:right|wrong)|backtest\w*|win ?rate|prove your)\b/iu,
  refund:
    /\b(?:refund\w*|money back|charged (?:twice|and|but|for nothing)|double[- ]charged|paid (?:and|but) (?:got|there|it|no|nothing|received|i )|did(?:n(?:'|’)t| not) get (?:an? |my )?answer)\b/iu,
  cost: /\b(?:what (?:does|do|will) .{0,40}\b(?:cost|charge)|your (?:prices|pricing|fees?)|price ?list|pricing|cheapest (?:desk|route|call)|cost per|charge (?:me|for)|cheaper (?:way|desk|route|call|option|than this|alternative)|too expensive|discounts?)\b/iu,
  payment:
    /\b(?:how (?:do|can|should) i pay|pay(?:ment)?s? (?:with|by|in|method|option)s?|x402|http 402|(?:pay|paying) (?:in|with) usdc|api keys?|sign ?up|subscri\w+|account needed|need an account|free (?:tier|trial)|credit card|invoice)\b/iu,
  advice:
    /\b(?:financial advi[cs]e|investment advi[cs]e|advis[eo]r|guarantee\w*|risk[- ]free profit|liable|liability)\b/iu,
  model:
    /\b(?:are you (?:an? )?(?:ai|human|bot|robot|person|real|chat ?gpt|gpt|claude|gemini|llm)|(?:which|what) (?:ai |language )?(?:model|llm)|language model|who (?:made|built|runs|owns|created) you|your name)\b/iu,
  privacy:
    /\b(?:privacy|do you (?:store|keep|log|save|remember|share|sell) (?:my|this|our|what)|my data|gdpr|who (?:sees|reads) (?:my|this))\b/iu,
  data: /\b(?:where (?:do|does|is) (?:you|your|the) .{0,30}(?:data|numbers|figures|come|get)|your (?:data )?sources?|how (?:fresh|old|often|live|current) (?:is|are|do)|data (?:source|provider)s?|real[- ]?time)\b/iu,
  scan: /\b(?:scan|audit|pentest|check) (?:my |a |the |this |our )?(?:web)?(?:site|page|domain|server|headers)\b|\bsecurity (?:scan|headers|audit)\b/iu,
  lounge:
    /\b(?:lounge|publish (?:a |my )?signal|creator signals?|what (?:do|did|are) (?:the )?creators? \w+|unlock (?:a |the )?(?:signal|article)|certificate)\b/iu,
  tools:
    /\b(?:mcp|openapi|api docs?|endpoints?|sdk|integrat\w+|agent[- ]card|register (?:my |an )?agent|a2a(?! (?:line|hand-?off))|rate limits?|message limits?|how long (?:can|may) (?:a |my )?(?:message|question))\b/iu,
  scope:
    /\b(?:what (?:can|do) you (?:do|answer|cover|offer|sell|know)|who are you|what are you|what is this|what(?:'|’)s this|help|how does (?:this|it) work|what (?:can|should) i ask|which (?:assets|coins|tokens|chains|markets) (?:do|can|are)|capabilities|introduce yourself)\b/iu,
  greeting:
    /^\W*(?:hi|hello|hey|gm|good (?:morning|evening|afternoon)|thanks?|thank you|thx|ty|ok(?:ay)?|cool|nice|great|bye|yo|sup|hola|hallo|bonjour|salut|ciao|olá|привет|你好|こんにちは|안녕하세요|مرحبا)\b[\s\p{P}\p{S}]*(?:(?:there|all|friend|everyone|so much|a lot)[\s\p{P}\p{S}]*)?$|^\W*(?:привет|你好|こんにちは|안녕하세요|مرحبا)/iu,
};

/** What is asked by two words with anything between them. */
const ASKED_APART: Partial<Record<ServiceTopic, readonly [first: RegExp, then: RegExp]>> = {
  orders: [
    /\b(?:buy|sell|swap|send|transfer|bridge|withdraw|mint|deposit)\b/iu,
    /\b(?:for me|on my behalf|from my wallet|to (?:0x|my wallet|this address))/iu,
  ],
  cost: [
    /\bhow much (?:does|do|is|are|will|would) (?:this|that|you|it|a|an|one|the|each|your)\b/iu,
    /\b(?:cost|charge|price|call|desk|route|question|turn|api|answer)\b/iu,
  ],
};

/** Asked of the service alone: what of the market the same words name is not the question. */
const ALONE = new Set<ServiceTopic>([
  "orders",
  "accuracy",
  "refund",
  "cost",
  "payment",
  "model",
  "privacy",
  "data",
  "scan",
  "lounge",
  "tools",
]);
/** Said to be polite, or in general: the market that is named with it is the question. */
const ASIDE = new Set<ServiceTopic>(["scope", "greeting"]);

export const isAlone = (topics: readonly ServiceTopic[]): boolean => topics.some((topic) => ALONE.has(topic));
export const withoutAsides = (topics: readonly ServiceTopic[]): ServiceTopic[] =>
  topics.filter((topic) => !ASIDE.has(topic));

/** Who asks whether or when to do something has not asked that it be done. */
const WEIGHS =
  /\b(?:should (?:i|we|one)|(?:good|bad|right|best) (?:time|idea|moment) to|when (?:to|do i|should))\b/iu;

/** What a position costs is the market's; of our prices only what is said behind it can be meant. */
const COST_OF_A_POSITION = /\bcosts? (?:\w+ ){0,2}to (?:hold|long|short)\b/iu;
const behindPositions = (text: string): string => text.split(COST_OF_A_POSITION).at(-1) ?? "";

function isAsked(topic: ServiceTopic, text: string): boolean {
  const apart = ASKED_APART[topic];
  return PATTERNS[topic].test(text) || (apart !== undefined && saidBehind(text, ...apart));
}

export const serviceTopicsIn = (text: string): ServiceTopic[] =>
  SERVICE_TOPICS.filter(
    (topic) =>
      isAsked(topic, topic === "cost" ? behindPositions(text) : text) &&
      !(topic === "orders" && WEIGHS.test(text)),
  );
