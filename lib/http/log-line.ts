/** Where lines of the log go. The host of plain Node has its own in this file's place (host/log-line.ts). */

export type Level = "info" | "warn" | "error";

export const writeLine = (level: Level, line: string): void =>
  (level === "info" ? console.log : console.error)(line);
