// Numbers with their units, times with their zone. Storage is exact; what is shown is in the unit of the reader's
// choice, and the unit always stands beside the number.

export type LengthUnit = "mm" | "m" | "ft-in";

const narrowSpace = "\u202f";

// How numbers and times are written: in the page as in English, with days and clocks as in Britain; a view in a chat
// takes over what its host says (speak).
let numbers = "en";
let times = "en-GB";
let zone: string | undefined; // of the browser

const plain = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(numbers, { maximumFractionDigits: digits, useGrouping: "min2" });
const exactly = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(numbers, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: "min2" });
let whole = plain(0);
let three = plain(3);
let fixed = [0, 1, 2, 3].map(exactly);

/** Writes numbers and times as a language does, times of a zone; what the browser does not know is left as it is. */
export function speak(locale: string | undefined, timeZone: string | undefined): void {
  try {
    if (locale) [numbers, times] = [new Intl.NumberFormat(locale).resolvedOptions().locale, locale];
    if (timeZone) zone = new Intl.DateTimeFormat(times, { timeZone }).resolvedOptions().timeZone;
  } catch {
    // A language or zone of which nobody has heard.
  }
  [whole, three, fixed] = [plain(0), plain(3), [0, 1, 2, 3].map(exactly)];
  [clock, dayAndClock, yearDayClock, full] = clocks();
  dates = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
}

export function count(n: number): string {
  return whole.format(n);
}

export function number(value: number): string {
  return three.format(value);
}

/** A length given in millimetres. */
export function length(mm: number, unit: LengthUnit): string {
  switch (unit) {
    case "mm":
      return three.format(mm) + narrowSpace + "mm";
    case "m":
      return fixed[3]!.format(mm / 1000) + narrowSpace + "m";
    case "ft-in":
      return feetAndInches(mm);
  }
}

/** An area given in square metres. */
export function area(m2: number, unit: LengthUnit): string {
  if (unit === "ft-in") return fixed[1]!.format(m2 / 0.09290304) + narrowSpace + "ft²";
  return fixed[2]!.format(m2) + narrowSpace + "m²";
}

/** A volume given in cubic metres. */
export function volume(m3: number, unit: LengthUnit): string {
  if (unit === "ft-in") return fixed[1]!.format(m3 / 0.028316846592) + narrowSpace + "ft³";
  return (m3 !== 0 && Math.abs(m3) < 0.1 ? three : fixed[2]!).format(m3) + narrowSpace + "m³";
}

export function angle(degrees: number): string {
  return three.format(degrees) + "°";
}

/** Feet, inches and sixteenths, as tape measures have them: 4'-7 3/8". */
export function feetAndInches(mm: number): string {
  const sixteenths = Math.round((Math.abs(mm) / 25.4) * 16);
  const feet = Math.floor(sixteenths / 192);
  const inches = Math.floor((sixteenths % 192) / 16);
  const rest = sixteenths % 16;
  const sign = mm < 0 && sixteenths > 0 ? "-" : "";
  return sign + feet + "'-" + inches + (rest ? " " + fraction(rest) : "") + '"';
}

function fraction(sixteenths: number): string {
  let top = sixteenths;
  let bottom = 16;
  while (top % 2 === 0) {
    top /= 2;
    bottom /= 2;
  }
  return top + "/" + bottom;
}

// The log is in UTC; people read their own zone. Hover and datetime have the zone.
function clocks(): [Intl.DateTimeFormat, Intl.DateTimeFormat, Intl.DateTimeFormat, Intl.DateTimeFormat] {
  const minutes = { hour: "2-digit", minute: "2-digit", timeZone: zone } as const;
  const day = { day: "numeric", month: "short", ...minutes } as const;
  return [
    new Intl.DateTimeFormat(times, minutes),
    new Intl.DateTimeFormat(times, day),
    new Intl.DateTimeFormat(times, { ...day, year: "numeric" }),
    new Intl.DateTimeFormat(times, { ...day, weekday: "short", year: "numeric", second: "2-digit",
      timeZoneName: "longOffset" }),
  ];
}
let [clock, dayAndClock, yearDayClock, full] = clocks();
let dates = new Intl.DateTimeFormat("en-CA");

/** A time as short as the reader can do with: today only the clock. "" for what is no time. */
export function time(at: string, now: Date = new Date()): string {
  const t = new Date(at);
  if (Number.isNaN(t.getTime())) return "";
  const [day, today] = [dates.format(t), dates.format(now)]; // as year-month-day
  if (day === today) return clock.format(t);
  return (day.slice(0, 4) === today.slice(0, 4) ? dayAndClock : yearDayClock).format(t);
}

/** A time in full, with its zone. */
export function fullTime(at: string): string {
  const t = new Date(at);
  return Number.isNaN(t.getTime()) ? "" : full.format(t);
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always", style: "short" });

/** How far a time is away, to be put beside the time itself. */
export function away(at: string, now: Date = new Date()): string {
  const seconds = (new Date(at).getTime() - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return "";
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(Math.round(seconds), "second");
  if (size < 3600) return relative.format(Math.round(seconds / 60), "minute");
  if (size < 172800) return relative.format(Math.round(seconds / 3600), "hour");
  return relative.format(Math.round(seconds / 86400), "day");
}

const joined = new Intl.ListFormat("en", { type: "conjunction" });

export function list(items: readonly string[]): string {
  return joined.format(items);
}

/** The first characters of a text, cut between code points. */
export function clip(text: string, most: number): string {
  const points = [...text];
  return points.length <= most ? text : points.slice(0, most - 1).join("") + "…";
}

/** A name of the program's, such as curtain_wall or param.sill_height, as words. */
export function words(name: string): string {
  return name.replace(/^param\./, "").replaceAll("_", " ");
}

export function title(name: string): string {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Counts as + ~ - with no place for what is zero. */
export function signs(counts: { created: number; modified: number; deleted: number }): string {
  const parts: string[] = [];
  if (counts.created) parts.push("+" + whole.format(counts.created));
  if (counts.modified) parts.push("~" + whole.format(counts.modified));
  if (counts.deleted) parts.push("\u2212" + whole.format(counts.deleted));
  return parts.join(" ");
}

export function plural(n: number, one: string, many: string): string {
  return whole.format(n) + " " + (n === 1 ? one : many);
}

/** Square and cubic metres of a text of the server's as they are written. */
export function raised(text: string): string {
  return text.replace(
    /\b(k?m|mm|ft)([23])\b/g,
    (_, unit: string, power: string) => unit + (power === "2" ? "²" : "³"),
  );
}
