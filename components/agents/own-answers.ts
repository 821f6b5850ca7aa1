import { readAs } from "@/components/reading/read-as";
import { isRecord } from "@/lib/is-record";
import type { GiveFeedbackAnswer } from "@/lib/identity/give-feedback/answer";
import type { PrepareLinkAnswer } from "@/lib/identity/prepare-link/answer";
import type { ProfileAnswer } from "@/lib/identity/profile/answer";
import type { RegisterAnswer } from "@/lib/identity/register/answer";
import type { VerifyLinkAnswer } from "@/lib/identity/verify-link/answer";

/** The answer with members that one way of asking brings. */
type Needs<K extends keyof ProfileAnswer> = Pick<ProfileAnswer, "ok"> & {
  [Name in K]: Exclude<ProfileAnswer[Name], undefined>;
};

export type Directory = Needs<"agents" | "nextCursor">;
export type Profile = Needs<"agent" | "card">;

export const readDirectory = readAs<Directory>("agents");
export const readProfile = readAs<Profile>("agent");
export const readRegistered = readAs<RegisterAnswer>("card");
export const readPrepared = readAs<PrepareLinkAnswer>("registrationUrl");

/** What a rating comes to; `ok` is one of its states, too. Guarantee: as that of `readAs`. */
export const readFeedback = (body: unknown): GiveFeedbackAnswer | null =>
  isRecord(body) && typeof body.state === "string" && typeof body.warning === "string"
    ? (body as GiveFeedbackAnswer)
    : null;

/** Whether a transaction links an agent: `ok` is no more than one of its states. Guarantee: as that of `readAs`. */
export const readLinked = (body: unknown): VerifyLinkAnswer | null =>
  isRecord(body) && typeof body.state === "string" && typeof body.message === "string"
    ? (body as VerifyLinkAnswer)
    : null;
