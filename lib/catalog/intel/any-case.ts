import * as z from "zod";

/**
 * One of some words, taken in any case and with blanks around it, as people and models write them; the desk gets the word
 * itself. What is published is the list: each of its words is taken, and callers choose from it.
 */
export const anyCase = <const Word extends string>(words: readonly [Word, ...Word[]], error: string) =>
  z.preprocess(
    (sent) => {
      if (typeof sent !== "string") return sent;
      const plain = sent.trim().toLowerCase();
      return words.find((word) => word.toLowerCase() === plain) ?? sent;
    },
    z.enum(words, { error }),
  ) as z.ZodType<Word, Word>; // whoever writes an input in code writes the word itself
