import type * as z from "zod";
import type { yieldsEntry } from "./entry";

export type YieldsInput = z.output<typeof yieldsEntry.input>;
