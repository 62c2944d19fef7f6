// Package script reads and runs scripts of tool calls, such as the building of the demonstration, a bug report or an
// acceptance case.
//
// A script is a file of JSON lines, each of them one [Step]: {"call": tool, "args": {...}, "save": {name: path},
// "expect": {...}}. "${name}" in an argument is replaced by a saved value. A path starts in the envelope, and its parts
// are separated by dots; "length" at the end is the length of a list. Read [Parse], then [Run].
package script
