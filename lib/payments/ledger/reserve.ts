import type { RouteEntry } from "@/lib/catalog/define";
import type { Reservation } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";

/**
 * Reserves what is unique, in the very script that writes what it is reserved for. `reserve` is a list of `{key, value,
 * ttlSec?}`. A paid call reserves with its intent, and has it for good only when it is settled: until then the key holds
 * `pending`, the payment and the value, so that nobody else has it, and nobody takes it for what was sold.
 */
export const RESERVE = `
local function pendingOf(value, payment) return 'pending ' .. payment .. ' ' .. value end
local function firstTaken(reserve, payment)
  for i, one in ipairs(reserve) do
    local held = redis.call('GET', one.key)
    if held and held ~= one.value and held ~= pendingOf(one.value, payment) then return i end
  end
  return nil
end
local function reservePending(reserve, payment)
  for _, one in ipairs(reserve) do redis.call('SET', one.key, pendingOf(one.value, payment), 'NX') end
end
local function reserveForGood(reserve, payment)
  for _, one in ipairs(reserve) do
    local held = redis.call('GET', one.key)
    if not held or held == pendingOf(one.value, payment) then
      if one.ttlSec then redis.call('SET', one.key, one.value, 'EX', one.ttlSec)
      else redis.call('SET', one.key, one.value) end
    end
  end
end
local function endReservations(reserve, payment)
  for _, one in ipairs(reserve) do
    if redis.call('GET', one.key) == pendingOf(one.value, payment) then redis.call('DEL', one.key) end
  end
end
`;

/** Who holds a reservation, by the text of its key: for good, or by a payment that may still come to nothing. */
export function holderOf(text: string): { value: string; pending: boolean } {
  const [, value] = /^pending \S+ ([\s\S]*)$/.exec(text) ?? [];
  return value === undefined ? { value: text, pending: false } : { value, pending: true };
}

/** The refusal of who comes second to what a reservation takes. */
export const takenError = ({
  code,
  taken,
  uncharged,
}: Pick<Reservation, "code" | "taken" | "uncharged">): ApiError =>
  new ApiError(code ?? "already_taken", taken, {}, uncharged);

/** What Redis takes as one: it would refuse any other in the middle of a script. */
const isLifetime = (sec: number): boolean => Number.isSafeInteger(sec) && sec > 0;

/** Throws for a reservation that no store takes. */
export function requireLifetimes(
  { method, path }: Pick<RouteEntry, "method" | "path">,
  reserve: readonly Reservation[],
): void {
  if (!reserve.every(({ ttlSec }) => ttlSec === undefined || isLifetime(ttlSec)))
    throw new Error(`${method} ${path} reserves for no whole number of seconds`);
}

/** Reservations as the scripts read them. */
export const reservedText = (reserve: readonly Reservation[]): string =>
  JSON.stringify(reserve.map(({ key, value, ttlSec }) => ({ key, value, ttlSec })));
