import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSecurityTxt } from "@/lib/security/security-txt";

const NOW = Date.parse("2026-11-21T00:00:00Z");
const CONTACT = "Contact: mailto:security@example.com";
const EXPIRES = "Expires: 2027-03-01T00:00:00Z";
const KEY = "Encryption: https://example.com/key.txt";

const codes = (...lines: string[]): string[] =>
  parseSecurityTxt(`${lines.join("\n")}\n`, NOW).errors.map(({ code }) => code);
const signed = (...after: string[]): string[] => [
  "-----BEGIN PGP SIGNED MESSAGE-----",
  "Hash: SHA512",
  "",
  CONTACT,
  `- ${EXPIRES}`,
  KEY,
  "-----BEGIN PGP SIGNATURE-----",
  "",
  "iQIz",
  ...after,
];
const END = "-----END PGP SIGNATURE-----";

describe("parseSecurityTxt", () => {
  it.each([
    ["the least there must be", [CONTACT, EXPIRES], []],
    ["comments, blank lines and CRLF", ["# hello\r", "", `${CONTACT}\r`, `${EXPIRES}\r`], []],
    ["field names in any case", [CONTACT.toUpperCase(), EXPIRES.toUpperCase()], []],
    ["an offset and a fraction", [CONTACT, "Expires: 2027-03-01T00:00:00.5+02:00"], []],
    ["no contact", [EXPIRES], ["no_contact"]],
    ["no expiry", [CONTACT], ["no_expire"]],
    ["two expiries", [CONTACT, EXPIRES, EXPIRES], ["multi_expire"]],
    ["a past expiry", [CONTACT, "Expires: 2026-11-20T23:59:59Z"], ["expired"]],
    ["a date that doesn't exist", [CONTACT, "Expires: 2027-13-01T00:00:00Z"], ["invalid_expiry"]],
    ["a day that doesn't exist", [CONTACT, "Expires: 2027-02-29T00:00:00Z"], ["invalid_expiry"]],
    ["a day of a leap year", [CONTACT, "Expires: 2028-02-29T00:00:00Z"], []],
    ["an hour that doesn't exist", [CONTACT, "Expires: 2027-03-01T24:00:00Z"], ["invalid_expiry"]],
    ["a date alone", [CONTACT, "Expires: 2027-03-01"], ["invalid_expiry"]],
    ["an address that is no URI", ["Contact: security@example.com", EXPIRES], ["no_uri"]],
    ["plain http", ["Contact: http://example.com/", EXPIRES], ["no_https"]],
    ["no space after the colon", [CONTACT.replace(": ", ":"), EXPIRES], ["no_space"]],
    ["space before the colon", [CONTACT.replace(":", " :"), EXPIRES], ["prec_ws"]],
    [
      "languages twice",
      [CONTACT, EXPIRES, "Preferred-Languages: en", "Preferred-Languages: de"],
      ["multi_lang"],
    ],
    ["a word for a language", [CONTACT, EXPIRES, "Preferred-Languages: en, German"], ["invalid_lang"]],
    ["a line without a colon", [CONTACT, EXPIRES, "hello"], ["invalid_line"]],
    ["a signed file", signed(END), []],
    ["a signature that never ends", signed(), ["pgp_data_error"]],
    ["text after a signature", signed(END, CONTACT), ["data_after_sig"]],
    ["blank lines after a signature", signed(END, ""), ["too_many_line_separators"]],
  ])("%s: %j has the errors %j", (_what, lines, errors) => {
    expect(codes(...lines)).toEqual(errors);
  });

  it("reports the line of an error, and none for the whole file", () => {
    const { errors } = parseSecurityTxt(`${CONTACT}\nhello\n`, NOW);
    expect(errors).toEqual([
      { code: "invalid_line", line: 2 },
      { code: "no_expire", line: null },
    ]);
  });

  it("wants a last newline and no byte order mark", () => {
    expect(parseSecurityTxt(`${CONTACT}\n${EXPIRES}`, NOW).errors).toEqual([
      { code: "no_line_separators", line: null },
    ]);
    expect(codes(`\uFEFF${CONTACT}`, EXPIRES)).toEqual(["bom_in_file"]);
  });

  it("advises without calling a file invalid", () => {
    const read = parseSecurityTxt(`${CONTACT}\nExpires: 2027-11-22T00:00:00Z\nMood: good\n`, NOW);
    expect(read).toMatchObject({ valid: true, contacts: 1, signed: false });
    expect(read.recommendations.map(({ code }) => code)).toEqual([
      "long_expiry",
      "no_encryption",
      "not_signed",
    ]);
    expect(read.notifications).toEqual([{ code: "unknown_field", line: 3 }]);
  });

  it("never throws, and calls valid only what has a contact", () => {
    const line = fc.oneof(
      fc.constantFrom(CONTACT, EXPIRES, KEY, END, ...signed()),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const read = parseSecurityTxt(lines.join("\n"), NOW);
        expect(read.valid && read.contacts === 0).toBe(false);
      }),
    );
  });
});
