const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Whether a text is what a pattern says; `*` stands for any run of characters, slashes included. */
export function glob(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^${pattern.split("*").map(escaped).join(".*")}$`, "s");
  return (text) => expression.test(text);
}

/** A regular expression, as text, that matches this text and nothing else. */
export const exactly = (text: string): string => `^${escaped(text)}$`;
