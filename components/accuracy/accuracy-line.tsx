"use client";

import { ReadingView } from "@/components/answer/reading-view";
import { useFree } from "@/components/answer/use-free";
import { ACCURACY_PATH, parseAccuracy } from "./parse-accuracy";

/** The record in a sentence, with how many verdicts it rests on. */
export function AccuracyLine() {
  const { reading, again } = useFree(ACCURACY_PATH, parseAccuracy);
  return (
    <ReadingView reading={reading} again={again} what="the record">
      {({ statement, evaluated, open }) => (
        <div className="grid gap-2">
          <p>{statement}</p>
          <p className="text-sm text-muted">
            <span className="figures">{evaluated}</span> scored, <span className="figures">{open}</span>{" "}
            waiting for their day to pass
          </p>
        </div>
      )}
    </ReadingView>
  );
}
