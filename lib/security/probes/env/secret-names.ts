/** Secrets by what a setting is called. */

/** Names of what nobody but the service should know. */
const SECRET =
  /SECRET|TOKEN|PASSW|PASSPHRASE|API_?KEY|PRIVATE|CREDENTIAL|ACCESS_?KEY|MNEMONIC|SEED_?PHRASE|WEBHOOK|PWD|(?:^|_)(?:KEYS?|PASS|PK|SALT|SEED)$/i;
/** Names of places: a secret only where the address carries one. */
const PLACE = /(?:^|_)(?:URI|URL|DSN)$/i;

/** What bundlers put into the pages that every visitor gets. */
const BUNDLED =
  /^(?:NEXT_PUBLIC|NUXT_PUBLIC|EXPO_PUBLIC|PUBLIC|VITE|REACT_APP|GATSBY|VUE_APP|MIX|NG_APP|NX_PUBLIC|SNOWPACK_PUBLIC|PLASMO_PUBLIC|WXT|STORYBOOK)_/;
/** Keys that their makers mean for browsers. */
const PUBLISHABLE =
  /PUBLISHABLE|PUBLIC_?KEY|ANON_?KEY|SITE_?KEY|(?:^|_)SEARCH(?:_ONLY)?(?:_API)?_KEY$|^(?:PUSHER|REVERB|SOKETI|ABLY)_(?:APP_)?KEY$|FIREBASE_(?:WEB_)?API_?KEY|MAPS?_(?:JS_|EMBED_)?(?:API_)?KEY|^(?:STRIPE_)PK$|^SENTRY_DSN$|^(?:POSTHOG|MIXPANEL|SEGMENT|AMPLITUDE)_(?:PROJECT_)?(?:API_)?(?:KEY|TOKEN)$/i;
const PUBLISHABLE_VALUE = /^(?:pk_(?:live|test)_|sb_publishable_|pk\.eyJ|phc_|G-|UA-|GTM-)/;

/** Names that say something about a secret and hold none: how long it lasts, where it is kept, what it is called. */
const ABOUT =
  /_(?:EXP\w*|TTL|LIFETIME|DURATION|AGE|DAYS|HOURS|MINUTES|SECONDS|MIN\w*|MAX\w*|LEN\w*|SIZE|ROUNDS|COST|ALGO\w*|ALG|TYPE|HEADER|NAME|PREFIX|ISSUER|AUDIENCE|PATH|FILE|DIR|HOST|PORT|ENABLED?|DISABLED?|REQUIRED|ADDRESS|MINT|DECIMALS|SYMBOL|COOKIE|FIELD|LIMIT|COUNT|DRIVER|PROVIDER|VERSION|REGION|ENDPOINT|STRATEGY|POLICY|ROTATION)$|^(?:AWS|CF|R2)_(?:DEFAULT_)?(?:REGION|BUCKET|OUTPUT)$|^OLDPWD$|^PWD$|TOKENS$|TOKENIZER|(?:SORT|PRIMARY|PARTITION|FOREIGN|CACHE|ROUTING|HOT)_?KEY$/i;
/** Names of sums and hashes, which have a secret's form. */
const SUM = /(?:^|_)(?:HASH|SHA\d*|CHECKSUM|DIGEST|COMMIT|TX(?:ID)?|SIGNATURE|ROOT|CONDITION_?ID)$/i;

export const isPublicByDesign = (key: string, value: string): boolean =>
  BUNDLED.test(key) || PUBLISHABLE.test(key) || PUBLISHABLE_VALUE.test(value);

/** Whether a setting of that name is there to hold a secret. */
export const namesSecret = (key: string): boolean => SECRET.test(key) && !ABOUT.test(key);
/** Whether it holds an address, so that only what is in the address can be secret. */
export const namesPlace = (key: string): boolean => PLACE.test(key);
/** Whether it is called a sum or a hash. */
export const namesSum = (key: string): boolean => SUM.test(key);
