import { isRecord } from "@/lib/is-record";
import type { BuyerPlan } from "./plan";
import { sign, token, type Challenge, type Payment, type Signed, type Wallet } from "./payments";
import { signIn } from "./sign-in";
import type { Answered, BuyersWorld } from "./buyers-world";

/** How long a payer goes on with one payment before it gives up, beyond the time in which it can land. */
const PATIENCE_MS = 12 * 60_000;

/** The service takes no authorization that ends so soon. */
const STALE_SEC = 20;

/** By then a claim has run out, whose call has died. */
const LEASE_SEC = 35;

const json = (text: string): Record<string, unknown> => {
  const value: unknown = text === "" ? {} : JSON.parse(text);
  return isRecord(value) ? value : {};
};

/** What an answer says, in one reading for all who ask. */
export const read = ({ status, body, retryAfter }: Answered) => {
  const { code, reason, error, id, extensions } = json(body);
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    status,
    code: text(code),
    reason: text(reason),
    message: text(error) ?? "",
    id: text(id),
    retryAfter,
    toSign: resourcesIn(extensions),
  };
};

/** What a refusal asks the paying wallet to sign, in the form of x402's extension `sign-in-with-x`. */
function resourcesIn(extensions: unknown): readonly string[] | undefined {
  const asked = isRecord(extensions) ? extensions["sign-in-with-x"] : undefined;
  const info = isRecord(asked) ? asked["info"] : undefined;
  const resources = isRecord(info) ? info["resources"] : undefined;
  return Array.isArray(resources) ? resources.map(String) : undefined;
}

/** A client that buys: it keeps the till's rules, comes back as long as it is told to, and can be careless or odd. */
export class Buyer {
  private made = 0;
  private proofs = 0;
  /** What the service last asked it to sign for each payment. */
  private readonly toSign = new Map<string, readonly string[]>();
  private readonly idempotencyKey: string | null;

  constructor(
    private readonly world: BuyersWorld,
    private readonly plan: BuyerPlan,
    private readonly wallet: Wallet,
  ) {
    this.idempotencyKey = plan.key || plan.forgetsReplay ? token(world.random, `key ${plan.name}`) : null;
  }

  /** Everything that it does; resolves when it has all its answers, or none is to be had. */
  async go(): Promise<void> {
    const { plan, world } = this;
    await world.kernel.sleep(plan.startMs);
    const purchases = Array.from({ length: plan.purchases }, () => () => this.purchase());
    if (plan.simultaneous) await Promise.all(purchases.map((purchase) => purchase()));
    else for (const purchase of purchases) await purchase();
  }

  /** What every request of its tells of where it comes from. */
  private get address(): Readonly<Record<string, string>> {
    const { home } = this.plan;
    return home === null ? {} : { "x-forwarded-for": `198.51.100.${home}` };
  }

  private async challenge(): Promise<Challenge | null> {
    const { world, plan } = this;
    for (let tries = 0; tries < 200; tries += 1) {
      const answered = await world.call({ path: plan.path, headers: this.address, about: null });
      if (answered !== "cut" && answered.status === 402) return JSON.parse(answered.body) as Challenge; // the service's own format
      await world.kernel.sleep(3_000);
    }
    world.judge.complain(`${plan.name} never gets a challenge`);
    return null;
  }

  private async sign(twinOf: Signed | null): Promise<Signed | null> {
    const { world, plan, wallet } = this;
    for (let tries = 0; tries < 60; tries += 1) {
      const challenge = await this.challenge();
      if (challenge === null) return null;
      const memoOf = plan.trick === "stray" ? await this.challenge() : null;
      const id = `${plan.name}, payment ${(this.made += 1)}`;
      const signed = sign(world.paying, {
        ...{ id, rail: plan.rail, wallet, challenge, buyer: plan.name, path: plan.path },
        // Of a contract nobody but its owner knows what it will sign for.
        isTricky: plan.trick !== null || world.paying.base.areContracts,
        memoOf,
        idempotencyKey: this.idempotencyKey,
        forgetsReplay: plan.forgetsReplay,
        twinOf: twinOf?.authorization ?? null,
        windowSec: plan.trick === "stale" ? STALE_SEC : plan.windowSec,
        twinSec: plan.twinSec,
      });
      if (signed !== null) return signed;
      await world.kernel.sleep(5_000); // this offer is not made at the moment
    }
    world.judge.complain(`${plan.name} is never offered ${plan.rail}`);
    return null;
  }

  private async purchase(): Promise<void> {
    const signed = await this.sign(null);
    if (signed === null) return;
    const { payment } = signed;
    const { world, plan, wallet } = this;
    world.judge.begin(payment);
    this.play(payment);
    if (payment.rail === "mpp-push") {
      payment.sendByOthers("payer");
      await world.kernel.sleep(1_500);
    }
    await world.kernel.sleep(plan.showAfterMs);
    if (plan.trick === "empty once served" && this.made > 1) world.drain(wallet);
    const twin = plan.trick === "twin" && signed.authorization !== null ? await this.sign(signed) : null;
    if (twin === null) return this.persist(payment);
    world.judge.begin(twin.payment);
    await Promise.all([
      this.persist(payment),
      world.kernel.sleep(plan.trickMs).then(() => this.persist(twin.payment)),
    ]);
  }

  /** Has the trick happen that was planned for this payment. */
  private play(payment: Payment): void {
    const { world, plan, wallet } = this;
    const later = (ms: number, run: () => void): void => void world.kernel.after(ms, run);
    switch (plan.trick) {
      case "sent first":
        return payment.sendByOthers("somebody else");
      case "sent meanwhile":
        return later(plan.trickMs, () => payment.sendByOthers("somebody else"));
      case "cancelled":
        return later(plan.trickMs, () => payment.cancel());
      case "drained":
        return later(plan.trickMs, () => void world.drain(wallet));
      case "drained and funded":
        return later(plan.trickMs, () => {
          const refund = world.drain(wallet);
          later(8_000, refund);
        });
      case "rolled on":
        return later(plan.trickMs, () => world.rollOn(plan.wallet));
      case "twin":
      case "stale":
      case "stray":
        return later(plan.trickMs, () => void this.bringElsewhere(payment));
      case "empty once served":
      case null:
        return;
    }
  }

  /** The payment's headers, with a fresh proof of the wallet where it is to be proved. */
  private headersOf(payment: Payment, provesWallet: boolean): Record<string, string> {
    const headers = { ...payment.headers, ...this.address };
    return provesWallet ? { ...headers, ...this.proofOf(payment, this.toSign.get(payment.id)) } : headers;
  }

  private proofOf(payment: Payment, toSign: readonly string[] | undefined): Record<string, string> {
    const { world, wallet } = this;
    this.proofs += 1;
    const nonce = world.random.hex(24, `proof ${payment.id}`, this.proofs);
    return { "sign-in-with-x": signIn(wallet, payment, world.origin, nonce, world.kernel.now, toSign) };
  }

  /** One try: as many copies as there are to be, of which the best answer counts. */
  private async show(payment: Payment, provesWallet: boolean, isFirst: boolean): Promise<Answered | "cut"> {
    const { world, plan } = this;
    const all = await Promise.all(
      Array.from({ length: isFirst ? plan.copies : 1 }, () =>
        world.call({
          path: payment.path,
          headers: this.headersOf(payment, provesWallet),
          about: { payment, by: "owner", provesWallet },
          ...(isFirst && plan.hangUpMs !== null ? { hangUpMs: plan.hangUpMs } : {}),
        }),
      ),
    );
    const best = all.find((one) => one !== "cut" && one.status === 200) ?? all[0] ?? "cut";
    // One copy may be refused for what another has, and a later one credited: whoever hears both comes back.
    const isTaken = (one: Answered | "cut"): boolean => one !== "cut" && read(one).code === "already_taken";
    return isTaken(best) ? (all.find((one) => !isTaken(one)) ?? best) : best;
  }

  /** Comes back with one payment until it is served, refused for good, or has waited long enough. */
  private async persist(payment: Payment): Promise<void> {
    const { world, plan } = this;
    const { kernel, random } = world;
    let provesWallet = false;
    let isPutOff = false;
    let until = payment.validUntil + PATIENCE_MS;
    for (let attempt = 0; kernel.now < until; attempt += 1) {
      const isFirst = attempt === 0;
      const answered = await this.show(payment, provesWallet, isFirst);
      if (isFirst && plan.otherRequest) void this.askOtherwise(payment);
      if (isFirst && plan.awayMs !== null && (answered === "cut" || answered.status !== 200)) {
        await kernel.sleep(plan.awayMs);
        // Who was away for hours has as much patience left as everybody.
        if (plan.awayMs > PATIENCE_MS) until = Math.max(until, kernel.now + PATIENCE_MS);
        continue;
      }
      if (answered === "cut") {
        await kernel.sleep(random.integer(50, 3_000, `back ${payment.id}`, attempt));
        continue;
      }
      const { status, code, retryAfter, message, toSign } = read(answered);
      if (toSign !== undefined) this.toSign.set(payment.id, toSign);
      if (status === 200) return this.replay(payment, provesWallet);
      const isRefused = status === 402 || code === "already_taken";
      if (isRefused) world.judge.left(payment);
      if (isRefused || status === 410 || code === "payment_refunded") return;
      if (code === "payment_spent") {
        if (provesWallet || !plan.provesWallet) return;
        provesWallet = true;
        continue;
      }
      // Who is told that another has brought its payment proves the wallet; who may wait instead does so, or not.
      const isAnothers = code === "payment_conflict" && /SIGN-IN-WITH-X/.test(message);
      if (isAnothers && !provesWallet && (plan.provesWallet || retryAfter === null)) {
        provesWallet = true;
        continue;
      }
      isPutOff = retryAfter !== null;
      // Who is told of a long wait comes back after it: that wait is a promise, too.
      const waitMs = 1_000 * (retryAfter ?? 0);
      if (waitMs > PATIENCE_MS) until = Math.max(until, kernel.now + waitMs + PATIENCE_MS);
      // As Retry-After says, and longer each time, as clients do.
      const seconds = Math.max(Math.min(60, retryAfter ?? 3), Math.min(40, attempt * attempt));
      await kernel.sleep(1_000 * seconds + random.integer(0, 500, `wait ${payment.id}`, attempt));
    }
    if (isPutOff) world.judge.givenUp(payment);
  }

  /** Brings a stray to a route that its challenge is not for, without and then with a proof of its wallet for that. */
  private async bringElsewhere(payment: Payment): Promise<void> {
    const { world } = this;
    const path = payment.path === "/api/sim-first" ? "/api/sim-second" : "/api/sim-first";
    for (let toSign: readonly string[] | undefined, tries = 0; tries < 4; tries += 1) {
      const proof = toSign === undefined ? {} : this.proofOf({ ...payment, path }, toSign);
      const headers = { ...payment.headers, ...this.address, ...proof };
      const about = { payment, by: "other request", provesWallet: toSign !== undefined } as const;
      const answered = await world.call({ path, headers, about });
      if (answered !== "cut") toSign = read(answered).toSign;
      await world.kernel.sleep(1_000);
    }
  }

  /** Reads the answer again, after a while: it must be the same, or gone when its time is over. */
  private async replay(payment: Payment, provesWallet: boolean): Promise<void> {
    const { world, plan } = this;
    if (plan.replayMs === null) return;
    await world.kernel.sleep(plan.replayMs);
    await this.show(payment, provesWallet, false);
  }

  /** Asks another question with a payment that has moved: once it is served, or while nobody is at it any more. */
  private async askOtherwise(payment: Payment): Promise<void> {
    const { world } = this;
    for (let waited = 0; waited < 120; waited += 1) {
      await world.kernel.sleep(1_000);
      const isForsaken = waited >= LEASE_SEC && world.hasMoved(payment);
      if (!world.judge.isServed(payment) && !isForsaken) continue;
      const headers = this.headersOf(payment, false);
      const call = { path: payment.path, headers, body: '{"question":"another"}' };
      await world.call({ ...call, about: { payment, by: "other request", provesWallet: false } });
      return;
    }
  }
}
