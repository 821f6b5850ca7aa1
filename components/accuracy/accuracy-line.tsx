"use client";

import { ReadingState } from "@/components/reading/reading-state";
import { useFreeAnswer } from "@/components/reading/use-free-answer";
import { TOO_EARLY } from "./too-early";
import { ACCURACY_PATH, parseAccuracy } from "./parse-accuracy";

/** The record in a sentence, with how many verdicts it rests on. */
export function AccuracyLine() {
  const { reading, again } = useFreeAnswer(ACCURACY_PATH, parseAccuracy);
  return (
    <ReadingState reading={reading} again={again} what="the record">
      {({ statement, evaluated, open }) => (
        <div className="grid gap-2">
          <p>{evaluated === 0 ? TOO_EARLY : statement}</p>
          <p className="text-sm text-muted">
            <span className="figures">{evaluated}</span> scored, <span className="figures">{open}</span>{" "}
            waiting for their day to pass
          </p>
        </div>
      )}
    </ReadingState>
  );
}
