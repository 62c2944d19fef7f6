// Package script reads and runs scripts of tool calls: the demonstration's building, a bug report, an acceptance case.
//
// A script is a file of JSON lines, one [Step] each: {"call": tool, "args": {...}, "save": {name: path}, "expect":
// {...}}. "${name}" in an argument stands for a saved value. Paths are dotted and start in the envelope; "length" ends
// one at a list. Read [Parse], then [Run].
package script
