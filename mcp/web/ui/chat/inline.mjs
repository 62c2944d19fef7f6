// Puts the script and the styles of the view into its page: a frame in a chat reaches no other file.
// usage: inline.mjs PAGE SCRIPT STYLES TO
import { readFileSync, writeFileSync } from "node:fs";

const [page, script, styles, to] = process.argv.slice(2);
const text = (file) => readFileSync(file, "utf8").trimEnd();
// In a string or a pattern the escape means the same; elsewhere the two do not stand together.
const safe = (code, tag) => code.replaceAll(new RegExp("</(?=" + tag + ")", "gi"), "<\\/");
writeFileSync(to, readFileSync(page, "utf8")
  .replace("/* style */", () => safe(text(styles), "style"))
  .replace("/* script */", () => safe(text(script), "script").replaceAll("<!--", "<\\!--")));
