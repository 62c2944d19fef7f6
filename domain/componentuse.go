package domain

import (
	"slices"
	"strings"
)

// ComponentUse is what a component is, within its category.
type ComponentUse string

// Enum lists the uses of all categories.
func (ComponentUse) Enum() []string {
	var out []string
	for _, row := range categoryRows {
		out = append(out, row.uses...)
	}
	return out
}

// ComponentUses lists what components of a category can be, nil for another category.
func ComponentUses(c Category) []string {
	if !c.Known() {
		return nil
	}
	return slices.Clone(rows[c].uses)
}

// checkUse refuses a use that components of the category do not have. No use at all is allowed.
func checkUse(c Category, use ComponentUse) error {
	uses := ComponentUses(c)
	if use == "" || slices.Contains(uses, string(use)) {
		return nil
	}
	return Errorf(OutOfRange, "a %s cannot be used as %q: give one of %s, or leave use out", c,
		use, strings.Join(uses, ", ")).
		With("parameter", "use").With("allowed", uses)
}
