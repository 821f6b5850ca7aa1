import { wordlist } from "@scure/bip39/wordlists/english";
import { invalidRequest } from "@/lib/http/body";
import { looksLikeKey } from "./limits/vocabulary";
import { SECRET_WARNING } from "./vocabulary";

/** BIP 39's shortest phrase. */
const PHRASE = 12;
const WORDS = new Set(wordlist);

/** Whether a text holds twelve words of BIP 39 in a row, however they are separated or numbered. */
function holdsSeedPhrase(text: string): boolean {
  let row = 0;
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    if (word === "") continue;
    row = WORDS.has(word) ? row + 1 : 0;
    if (row === PHRASE) return true;
  }
  return false;
}

/** What hides a word from a list: characters that nobody sees, and other spellings of the same letters. */
const plain = (text: string): string => text.normalize("NFKD").replace(/[\p{Cf}\p{M}]/gu, "");

/** Throws ApiError 400 for a text that looks like a secret key or a seed phrase, without repeating it. */
export function refuseSecrets(texts: Readonly<Record<string, string | undefined>>): void {
  const suspects = Object.entries(texts).filter(([, text]) => {
    const whole = plain(text ?? "");
    return looksLikeKey(whole) || holdsSeedPhrase(whole);
  });
  if (suspects.length > 0)
    throw invalidRequest(suspects.map(([path]) => ({ path, message: SECRET_WARNING })));
}
