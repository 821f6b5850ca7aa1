import { ROUTES } from "@/lib/http/routes.generated";
import { facilitators } from "../facilitators/list";
import { merchant } from "../rails/merchant";
import { known, type Known } from "./list";

/** Everything that has a switch: each facilitator, each chain, each paid route. */
export function allSwitches(): Known[] {
  const { evm, solana } = merchant().networks;
  return [
    ...facilitators().map(({ name, url }) => known("facilitator", name, url)),
    ...[evm, solana].map(({ id }) => known("chain", id)),
    ...ROUTES.filter(({ gate }) => gate !== "open").map(({ path }) => known("route", path)),
  ];
}
