import { TOPICS } from "@/lib/catalog/intel/topics";

export const WIRE_CATEGORIES = ["all", ...TOPICS] as const;
