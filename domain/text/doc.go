// Package text makes the text of others harmless where it enters: names, reasons, titles and values that came in a
// file, in a call or in a header.
//
// A character that nobody sees, or that steers the terminal, the line or the direction of what follows, is replaced by
// a mark that everybody sees, such as ⟨U+202E⟩ ([Line], [Block], [JSON]). The mark keeps which character it was:
// [Restore] gives it back to a format whose schema allows it, such as a string of ISO 10303-21. A second pass changes
// nothing. [Escape] is for what is shown at a terminal whatever its origin, also what was stored before.
//
// Read hidden.go for what is replaced and why; json.go does the same within stored and sent JSON.
package text
