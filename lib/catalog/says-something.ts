/** What shows nothing: blanks, Braille's pattern without a dot, and all that `INVISIBLE` of the sources' texts takes out. */
const SHOWS_NOTHING = /[\s\u0085\u2800\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether a reader sees anything of a text: one of zero-width characters alone is empty. */
export const saysSomething = (text: string): boolean => text.replace(SHOWS_NOTHING, "") !== "";
