import { describe, expect, it } from "vitest";
import { creditByAge } from "@/lib/desks/coverage";
import { missedSessions, type Pace, sessionAge, sessionAt } from "@/lib/sources/sessions";

const credit = (asOf: string, now: string, pace: Pace = "live") =>
  creditByAge(asOf, sessionAge(new Date(now), pace) ?? { freshMs: 0, staleMs: 0 }, new Date(now));

describe("the age of an index, by the sessions of New York's exchange", () => {
  const wednesday = "2026-11-25T21:00:00Z";

  it.each([
    ["on the holiday after it", "2026-11-26T18:00:00Z"],
    ["before the next session opens", "2026-11-27T14:00:00Z"],
  ])("counts whole for the last close %s", (_, now) => {
    expect(credit(wednesday, now)).toBe(1);
  });

  it("knows that a half day closes at 13:00", () => {
    const now = "2026-11-27T19:00:00Z";
    expect(credit("2026-11-27T18:00:00Z", now)).toBe(1);
    expect(credit(wednesday, now)).toBe(0.5);
  });

  it("counts half for a close that one session follows, and not at all for one that two follow", () => {
    expect(credit(wednesday, "2026-11-30T14:00:00Z")).toBe(0.5);
    expect(credit("2026-11-24T21:00:00Z", "2026-11-30T14:00:00Z")).toBe(0);
  });

  it("counts half for a quote that does not move while the exchange is open", () => {
    const now = "2026-11-30T17:00:00Z";
    expect(credit("2026-11-30T16:50:00Z", now)).toBe(1);
    expect(credit("2026-11-30T15:50:00Z", now)).toBe(0.5);
  });

  it("gives a list of daily closes until 10:00 of the next weekday", () => {
    const tuesday = "2026-11-24T21:00:00Z";
    expect(credit(tuesday, "2026-11-26T14:59:00Z", "daily")).toBe(1);
    expect(credit(tuesday, "2026-11-26T15:00:00Z", "daily")).toBe(0.5);
  });

  it("says nothing once the list of holidays has ended", () => {
    expect(sessionAge(new Date("2029-01-02T15:00:00Z"), "live")).toBeNull();
  });
});

describe("the session of New York's exchange", () => {
  it.each([
    ["2026-11-25T14:00:00Z", "pre", false, "2026-11-24T21:00:00.000Z", "2026-11-25T14:30:00.000Z"],
    ["2026-11-26T15:00:00Z", "holiday", false, "2026-11-25T21:00:00.000Z", "2026-11-27T14:30:00.000Z"],
    ["2026-11-27T17:59:00Z", "open", true, "2026-11-25T21:00:00.000Z", "2026-11-30T14:30:00.000Z"],
    ["2026-11-27T18:00:00Z", "closed", true, "2026-11-27T18:00:00.000Z", "2026-11-30T14:30:00.000Z"],
    ["2026-11-29T15:00:00Z", "closed", false, "2026-11-27T18:00:00.000Z", "2026-11-30T14:30:00.000Z"],
    // daylight time in New York
    ["2026-07-02T13:29:00Z", "pre", false, "2026-07-01T20:00:00.000Z", "2026-07-02T13:30:00.000Z"],
  ])("is known at %s", (now, state, halfDay, lastClose, nextOpen) => {
    expect(sessionAt(new Date(now))).toEqual({ state, halfDay, lastClose, nextOpen });
  });

  it("is unknown where the list of holidays does not reach", () => {
    expect(sessionAt(new Date("2028-12-30T15:00:00Z"))).toBeNull();
    expect(sessionAt(new Date("2029-01-02T15:00:00Z"))).toBeNull();
  });

  it("counts the sessions that closed since a price", () => {
    const monday = new Date("2026-11-30T14:00:00Z");
    expect(missedSessions("2026-11-27T17:59:00Z", monday, "live")).toBe(0);
    expect(missedSessions("2026-11-25T21:00:00Z", monday, "live")).toBe(1);
    expect(missedSessions("2026-11-24T21:00:00Z", monday, "live")).toBe(2);
    expect(missedSessions("2026-11-25T21:00:00Z", monday, "daily")).toBe(0);
  });
});
