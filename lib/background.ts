/** Work of a request that its answer does not wait for: what has begun, or a function that begins it. */
export type BackgroundWork = Promise<unknown> | (() => Promise<unknown>);

/** Takes such work. What it can, it begins behind the answer, so that the work takes nothing of the answer's time. */
export type Background = (work: BackgroundWork) => void;

/** The work, which begins now unless it has. */
export const begun = (work: BackgroundWork): Promise<unknown> => (typeof work === "function" ? work() : work);
