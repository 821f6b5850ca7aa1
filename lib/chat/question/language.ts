/** Languages that are told from English, and what the composer says in each: that it answers in English. */
const LANGUAGES = {
  es: "Solo puedo responder en inglés.",
  pt: "Só consigo responder em inglês.",
  fr: "Je ne peux répondre qu’en anglais.",
  de: "Ich kann nur auf Englisch antworten.",
  it: "Posso rispondere solo in inglese.",
  tr: "Yalnızca İngilizce yanıt verebiliyorum.",
  ru: "Я могу отвечать только по-английски.",
  zh: "我只能用英语回答。",
  ja: "英語でのみ回答できます。",
  ko: "영어로만 답변할 수 있습니다.",
  ar: "لا أستطيع الإجابة إلا بالإنجليزية.",
  hi: "मैं केवल अंग्रेज़ी में उत्तर दे सकता हूँ।",
} as const;
export type Language = keyof typeof LANGUAGES | "en";

/** Scripts first: kana before ideographs, which Japanese has too. */
const SCRIPTS: readonly (readonly [Language, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ["ko", /\p{Script=Hangul}/u],
  ["zh", /\p{Script=Han}/u],
  ["ru", /\p{Script=Cyrillic}/u],
  ["ar", /\p{Script=Arabic}/u],
  ["hi", /\p{Script=Devanagari}/u],
];

/** A word of any script: `\b` knows the letters of English only, and ends at the accent of "está". */
const anyOf = (words: string): RegExp => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "giu");

/** Small words that are frequent in one language and are no words of English, and letters that only it has here. */
const WORDS: readonly (readonly [Language, words: RegExp, letters: RegExp])[] = [
  [
    "es",
    anyOf("qué|cuál|cuánto|cuanto|cómo|está|precio|del|hoy|para|los|las|una|debería|mercado|por"),
    /[¿¡ñ]/iu,
  ],
  ["pt", anyOf("qual|quanto|preço|está|hoje|não|você|uma|devo|agora|são|mercado|por"), /[ãõ]/iu],
  ["fr", anyOf("quel|quelle|combien|est|prix|aujourd|les|des|une|dois|pourquoi|marché|du"), /[èêœ]/iu],
  [
    "de",
    anyOf("wie|ist|der|das|und|heute|kurs|preis|soll|ich|warum|nicht|ein|eine|steht|hoch"),
    /ß|(?<=\p{L})[ä](?=\p{L})/iu,
  ],
  ["it", anyOf("qual|quanto|prezzo|oggi|il|della|perché|dovrei|una|mercato|di"), /[ìò]/iu],
  ["tr", anyOf("ne|kadar|fiyatı|bugün|bir|neden|nasıl|şu|anda|mı|mi|mu"), /[ğış]/u],
];
/** So many of them make a language: one alone may be a name. */
const ENOUGH = 2;

export function languageOf(text: string): Language {
  const script = SCRIPTS.find(([, pattern]) => pattern.test(text));
  if (script !== undefined) return script[0];
  const counted = WORDS.map(([language, words, letters]) => ({
    language,
    count: [...text.matchAll(words)].length + (letters.test(text) ? 1 : 0),
  }));
  const most = counted.reduce((best, one) => (one.count > best.count ? one : best));
  return most.count >= ENOUGH ? most.language : "en";
}

/** Says in that language that the answer is in English; null for English. */
export const inEnglishOnly = (language: Language): string | null =>
  language === "en" ? null : LANGUAGES[language];
