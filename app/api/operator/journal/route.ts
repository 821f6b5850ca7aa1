import { serveFree } from "@/lib/payments/free-call/serve-free";
import { exportJournalEntry } from "@/lib/payments/journal/export/entry";
import { exportJournal } from "@/lib/payments/journal/export/handler";
import { trimJournalEntry } from "@/lib/payments/journal/trim/entry";
import { trimJournal } from "@/lib/payments/journal/trim/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(exportJournalEntry, exportJournal);
export const POST = serveFree(trimJournalEntry, trimJournal);
