import type * as z from "zod";
import type { yieldsEntry } from "@/lib/catalog/intel/yields";

export type YieldsInput = z.output<typeof yieldsEntry.input>;
