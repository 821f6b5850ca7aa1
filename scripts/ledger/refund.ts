import { userInfo } from "node:os";
import { refundAnswer } from "../../lib/payments/refunds/answer";
import { wholeUnits } from "../../lib/payments/journal/line";
import { chainOf } from "./payments";
import type { Service } from "./service";

const PATH = "/api/operator/refunds";
const LET_GO = "--let-go";

/** A refund in its two steps: reserved before anything is sent, recorded by the transaction that was. */
export async function refund(
  service: Service,
  payment: string,
  then: string,
  asJson: boolean,
  print: (lines: readonly string[]) => void,
): Promise<number> {
  const step = then === "" ? {} : then === LET_GO ? { letGo: true } : { transaction: then };
  const asked = { payment, by: userInfo().username.slice(0, 60), ...step };
  const answer = await service.ask("POST", PATH, asked, refundAnswer);
  const { ok, message, payer, network, amount, returned, reserved } = answer;
  const toRecord = `npm run ledger -- refund ${answer.payment} <transaction>`;
  const lines = [
    message,
    `    payment   ${answer.payment}`,
    `    payer     ${payer}, on ${chainOf(network)} (${network})`,
    `    paid      ${wholeUnits(amount)} USDC`,
    ...(reserved === null ? [] : [`    reserved  by ${reserved.by}, at ${reserved.since}`]),
    ...("transaction" in step
      ? [
          `    returned  ${returned === null ? "nothing yet" : `${wholeUnits(returned)} USDC`}`,
          `    by        ${then}`,
        ]
      : []),
    ...(ok && reserved !== null
      ? [
          `    then      ${toRecord}`,
          `    or        ${toRecord.replace("<transaction>", LET_GO)}, if nothing was sent`,
        ]
      : []),
  ];
  print(asJson ? [JSON.stringify(answer, null, 2)] : lines);
  return ok ? 0 : 1;
}
