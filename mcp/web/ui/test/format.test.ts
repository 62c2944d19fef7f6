import assert from "node:assert/strict";
import { test } from "node:test";
import * as format from "../format.ts";

const flat = (text: string): string => text.replace(/\u202f/g, " ");

test("lengths have their unit in every choice", () => {
  assert.equal(flat(format.length(1300, "mm")), "1300 mm");
  assert.equal(flat(format.length(650.007, "mm")), "650.007 mm");
  assert.equal(flat(format.length(12345.5, "mm")), "12,345.5 mm");
  assert.equal(flat(format.length(1300, "m")), "1.300 m");
  assert.equal(format.length(1300, "ft-in"), `4'-3 3/16"`);
});

test("feet and inches carry over and know their sign", () => {
  assert.equal(format.feetAndInches(304.8), `1'-0"`);
  assert.equal(format.feetAndInches(304.7), `1'-0"`);
  assert.equal(format.feetAndInches(0), `0'-0"`);
  assert.equal(format.feetAndInches(-25.4 * 5.5), `-0'-5 1/2"`);
  assert.equal(format.feetAndInches(-0.1), `0'-0"`);
});

test("areas and volumes", () => {
  assert.equal(flat(format.area(41.736, "mm")), "41.74 m²");
  assert.equal(flat(format.area(1, "ft-in")), "10.8 ft²");
  assert.equal(flat(format.volume(0.0012, "m")), "0.001 m³");
  assert.equal(flat(format.volume(116.8608, "m")), "116.86 m³");
});

test("a time is as short as it can be, and none for no time", () => {
  const now = new Date(2026, 10, 27, 15, 0);
  assert.equal(format.time(new Date(2026, 10, 27, 9, 5).toISOString(), now), "09:05");
  assert.match(format.time(new Date(2026, 2, 3, 9, 5).toISOString(), now), /^3 Mar, 09:05$/);
  assert.match(format.time(new Date(2024, 2, 3, 9, 5).toISOString(), now), /2024/);
  assert.equal(format.time("never", now), "");
  assert.match(format.fullTime("2026-11-27T21:08:27Z"), /GMT/);
});

test("how far a time is away", () => {
  const now = new Date("2026-11-27T12:00:00Z");
  assert.equal(format.away("2026-11-27T11:20:00Z", now), "40 min. ago");
  assert.equal(format.away("2026-11-27T13:59:00Z", now), "in 2 hr.");
});

test("texts are cut between code points", () => {
  assert.equal(format.clip("ab", 2), "ab");
  assert.equal(format.clip("😀😀😀", 2), "😀…");
});

test("units of texts are raised", () => {
  assert.equal(format.raised("area 5.28 m2, 1.5 m3, m25, <= 0.01 m2"), "area 5.28 m², 1.5 m³, m25, <= 0.01 m²");
});

test("names become words, counts signs", () => {
  assert.equal(format.title("param.sill_height"), "Sill height");
  assert.equal(format.signs({ created: 3, modified: 0, deleted: 1 }), "+3 −1");
  assert.equal(format.plural(1, "change", "changes"), "1 change");
  assert.equal(format.plural(12000, "change", "changes"), "12,000 changes");
});

test("numbers and times follow a language and a zone; unknown ones change nothing", () => {
  const at = "2026-05-04T22:30:00Z";
  format.speak("de-DE", "Asia/Tokyo");
  assert.equal(flat(format.length(12345.5, "mm")), "12.345,5 mm");
  assert.equal(format.time(at, new Date("2026-05-05T03:00:00Z")), "07:30"); // the same day there
  format.speak("no language", "Nowhere/Atlantis");
  assert.equal(flat(format.area(1.5, "m")), "1,50 m²");
  format.speak("en-GB", "UTC");
  assert.equal(format.time(at, new Date("2026-05-05T03:00:00Z")).replace(",", ""), "4 May 22:30");
  format.speak("en", "UTC");
});
