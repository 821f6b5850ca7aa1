import type * as z from "zod";
import type { yieldsEntry } from "@/lib/desks/yields/entry";

export type YieldsInput = z.output<typeof yieldsEntry.input>;
