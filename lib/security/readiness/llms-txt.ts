import { webAddress } from "./check";

export interface LlmsTxt {
  /** Whether its first line with text is a first-level heading. */
  titled: boolean;
  /** Well-formed list entries below second-level headings, and those that are not. */
  links: number;
  brokenLinks: number;
}

/** As CommonMark has a link: brackets in its text and parentheses in its address in pairs, here one deep. */
const ENTRY = /^[-*+] +\[(?:[^[\]]|\[[^[\]]*\])+\]\(((?:[^()\s]|\([^()\s]*\))+)\)(?:\s*:.*)?$/;

/** A file for a model's context is far shorter; what follows is not looked at. */
const MAX_TEXT = 512_000;

/** Reads a llms.txt: its first heading is all that it must have; its lists are links with notes. */
export function readLlmsTxt(text: string, origin: string): LlmsTxt {
  const lines = text
    .slice(0, MAX_TEXT)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  const first = lines.find((line) => line !== "") ?? "";
  let inSection = false;
  let links = 0;
  let brokenLinks = 0;
  for (const line of lines) {
    if (/^## *\S/.test(line)) inSection = true;
    if (!inSection || !/^[-*+] /.test(line)) continue;
    const address = ENTRY.exec(line)?.[1];
    if (address !== undefined && webAddress(address, `${origin}/`) !== null) links++;
    else brokenLinks++;
  }
  return { titled: /^# +\S/.test(first), links, brokenLinks };
}
