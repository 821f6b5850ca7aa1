import * as z from "zod";

export const canaryAnswer = z.object({
  ok: z.boolean().describe("Whether no source raised an alarm."),
  checked: z.int().min(1).describe("Sources that were read live."),
  alarms: z
    .array(
      z.object({
        id: z.string().describe("The source."),
        provider: z.string().describe("Whose it is."),
        host: z.string().describe("Where it was asked."),
        alarm: z
          .enum(["unreachable", "schema", "zero_yield", "stale"])
          .describe(
            "`unreachable`: no answer, or a refusal; `schema`: not the shape agreed on; `zero_yield`: nothing in it can be used; `stale`: its data is old.",
          ),
        detail: z.string().nullable().describe("What was wrong, in our words."),
        parsed: z.int().min(0).nullable().describe("Things that could be used."),
        seen: z.int().min(0).nullable().describe("Rows that the answer held; null where that can't be told."),
        ageSec: z.int().min(0).nullable().describe("Age of the data by its own time, in seconds."),
      }),
    )
    .describe("Those with something wrong."),
});
export type CanaryAnswer = z.input<typeof canaryAnswer>;
