// Package text makes text from outside harmless where it enters: names, reasons, titles and values from a file, a call
// or a header.
//
// Some characters are invisible, or control the terminal, the line or the direction of the text after them. Such a
// character is replaced by a visible mark, such as ⟨U+202E⟩ ([Line], [Block], [JSON]). The mark records the character.
// [Restore] turns marks back into characters, for a format whose schema allows such characters, such as a string of ISO
// 10303-21. Replacing twice gives the same text as replacing once. [Escape] is for all text that is shown at a
// terminal, including text that was stored earlier.
//
// Read hidden.go for the characters that are replaced and the reasons; json.go does the same within stored and sent
// JSON.
package text
