// Package testdata holds the building scripts that are embedded in the program: the house of the demonstration. The
// fixtures of tests lie in the same folder and are read from disk.
package testdata

import _ "embed" // for the scripts

// House is the script of the standard two-storey house.
//
//go:embed scripts/house.jsonl
var House []byte
