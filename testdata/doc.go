// Package testdata holds the building scripts that the program carries with it: the house of the demonstration.
// Fixtures of tests lie beside it and are read from disk.
package testdata

import _ "embed" // for the scripts

// House is the script of the standard two-storey house.
//
//go:embed scripts/house.jsonl
var House []byte
