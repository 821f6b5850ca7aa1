/** One remark on a security.txt, with its line where it has one. Codes are those of internet.nl's parser. */
export interface Issue {
  code: string;
  line: number | null;
}

/** A security.txt as RFC 9116 sees it. `errors` break the standard, the others are advice. */
export interface SecurityTxt {
  valid: boolean;
  errors: readonly Issue[];
  recommendations: readonly Issue[];
  notifications: readonly Issue[];
  contacts: number;
  /** Framed as signed by PGP. The signature itself is not verified. */
  signed: boolean;
}

const URI_FIELDS = new Set([
  "acknowledgments",
  "canonical",
  "contact",
  "encryption",
  "hiring",
  "policy",
  "csaf",
]);
const KNOWN_FIELDS = new Set([...URI_FIELDS, "expires", "preferred-languages"]);
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ](?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[-+]\d{2}:\d{2})$/i;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i;
const SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----";
const SIGNATURE = "-----BEGIN PGP SIGNATURE-----";
const SIGNATURE_END = "-----END PGP SIGNATURE-----";

/** Whether a `YYYY-MM-DD` is in the calendar: parsers of dates turn 30 February into March. */
const isDay = (date: string): boolean => new Date(date).getUTCDate() === Number(date.slice(8));

/** Reads a file as decoded from UTF-8, with its byte order mark if it has one; `now` in milliseconds since 1970. */
export function parseSecurityTxt(content: string, now: number): SecurityTxt {
  const reading = new Reading(now);
  if (content.startsWith("\uFEFF")) reading.error("bom_in_file");
  for (const line of content.replace(/^\uFEFF/, "").split("\n")) reading.take(line.trimEnd());
  return reading.finish(content.endsWith("\n"));
}

/** What is known after the lines so far. */
class Reading {
  private readonly errors: Issue[] = [];
  private readonly recommendations: Issue[] = [];
  private readonly notifications: Issue[] = [];
  private readonly values = new Map<string, string[]>();
  private line = 0;
  private signed = false;
  private signature: "none" | "open" | "closed" = "none";
  private trailing = 0;

  constructor(private readonly now: number) {}

  error(code: string): void {
    this.errors.push({ code, line: this.line === 0 ? null : this.line });
  }

  take(raw: string): void {
    this.line++;
    if (this.takeFrame(raw)) return;
    const line = this.signed && raw.startsWith("- ") ? raw.slice(2) : raw; // dash-escaped
    if (line === "" || line.startsWith("#")) return;
    const colon = line.indexOf(":");
    if (colon === -1) return this.error("invalid_line");
    this.takeField(line.slice(0, colon), line.slice(colon + 1));
  }

  /** PGP's cleartext framing (RFC 4880 §7), and what stands after it. */
  private takeFrame(line: string): boolean {
    if (this.line === 1 && line === SIGNED) {
      this.signed = true;
      return true;
    }
    if (this.signature === "closed") {
      if (line === "") this.trailing++;
      else this.error("data_after_sig");
      return true;
    }
    if (this.signature === "open") {
      if (line === SIGNATURE_END) this.signature = "closed";
      else if (line === SIGNATURE) this.error("pgp_data_error");
      return true;
    }
    if (!this.signed || line !== SIGNATURE) return false;
    this.signature = "open";
    return true;
  }

  private takeField(rawKey: string, rawValue: string): void {
    const key = rawKey.trimEnd().toLowerCase();
    const value = rawValue.trimStart();
    if (key !== rawKey.toLowerCase()) this.error("prec_ws");
    if (rawValue !== "" && !rawValue.startsWith(" ")) this.error("no_space");
    if (key === "hash" && this.signed) return;
    if (key === "") return this.error("empty_key");
    if (value === "") return this.error("empty_value");
    if (URI_FIELDS.has(key)) this.checkUri(value);
    if (key === "csaf" && !value.endsWith("/provider-metadata.json")) this.error("no_csaf_file");
    if (key === "expires") this.checkExpires(value);
    if (key === "preferred-languages" && !value.split(",").every((tag) => LANGUAGE.test(tag.trim())))
      this.error("invalid_lang");
    if (!KNOWN_FIELDS.has(key)) this.notifications.push({ code: "unknown_field", line: this.line });
    const values = this.values.get(key);
    if (values === undefined) this.values.set(key, [value]);
    else values.push(value);
  }

  private checkUri(value: string): void {
    const scheme = SCHEME.exec(value)?.[1]?.toLowerCase();
    if (scheme === undefined) this.error("no_uri");
    else if (scheme === "http") this.error("no_https");
  }

  private checkExpires(value: string): void {
    const known = DATE_TIME.test(value) && isDay(value.slice(0, 10));
    const at = known ? Date.parse(value.toUpperCase().replace(" ", "T")) : Number.NaN;
    if (Number.isNaN(at)) return this.error("invalid_expiry");
    const inAYear = new Date(this.now);
    inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1);
    if (at < this.now) this.error("expired");
    else if (at > inAYear.getTime()) this.recommendations.push({ code: "long_expiry", line: this.line });
  }

  finish(endsWithNewline: boolean): SecurityTxt {
    this.line = 0;
    const count = (field: string): number => this.values.get(field)?.length ?? 0;
    const advise = (code: string): number => this.recommendations.push({ code, line: null });
    if (this.signed && this.signature !== "closed") this.error("pgp_data_error");
    if (this.trailing > 1) this.error("too_many_line_separators");
    if (count("expires") === 0) this.error("no_expire");
    if (count("expires") > 1) this.error("multi_expire");
    if (!endsWithNewline) this.error("no_line_separators");
    if (count("contact") === 0) this.error("no_contact");
    if (count("preferred-languages") > 1) this.error("multi_lang");
    const byMail = this.values.get("contact")?.some((contact) => /^mailto:/i.test(contact)) ?? false;
    if (byMail && count("encryption") === 0) advise("no_encryption");
    if (!this.signed) advise("not_signed");
    if (this.signed && count("canonical") === 0) advise("no_canonical");
    if (count("csaf") > 1) advise("multiple_csaf_fields");
    const { errors, recommendations, notifications, signed } = this;
    return {
      valid: errors.length === 0,
      errors,
      recommendations,
      notifications,
      contacts: count("contact"),
      signed,
    };
  }
}
