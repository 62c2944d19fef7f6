package rules

import (
	_ "embed"
	"strings"
)

// Definition describes a quantity for people who read a finding or write a rule.
type Definition struct {
	Quantity string
	Measures string
	Needs    string // facts that the model must have; elements without them are not checked
	Unseen   string // facts that a rule about the quantity ignores
}

//go:embed quantities.tsv
var definitions string

// Definitions returns the definitions of all quantities, in the order of their file.
func Definitions() []Definition {
	var out []Definition
	for _, line := range strings.Split(strings.TrimSpace(definitions), "\n")[1:] {
		cells := strings.Split(line, "\t")
		out = append(out, Definition{cells[0], cells[1], cells[2], cells[3]})
	}
	return out
}
