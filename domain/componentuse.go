package domain

import (
	"slices"
	"strings"
)

// ComponentUse is what a component is, within its category.
type ComponentUse string

// componentUses lists what the components of each category can be. The export has a class for each of them.
var componentUses = []struct {
	category Category
	uses     []string
}{
	{CategoryFurniture, []string{"bed", "chair", "desk", "file_cabinet", "shelf", "sofa", "table"}},
	{CategoryEquipment, []string{"air_handler", "appliance", "boiler", "pump", "tank"}},
	{CategoryTerminal, []string{"air_terminal", "light_fixture", "outlet", "sprinkler"}},
	{CategorySanitary, []string{"bath", "bidet", "cistern", "shower", "sink", "toilet", "urinal", "washbasin"}},
}

// Enum lists the uses of all categories.
func (ComponentUse) Enum() []string {
	var out []string
	for _, row := range componentUses {
		out = append(out, row.uses...)
	}
	return out
}

// ComponentUses lists what components of a category can be, nil for another category.
func ComponentUses(c Category) []string {
	for _, row := range componentUses {
		if row.category == c {
			return slices.Clone(row.uses)
		}
	}
	return nil
}

// checkUse refuses what components of a category cannot be. Saying nothing is allowed.
func checkUse(c Category, use ComponentUse) error {
	uses := ComponentUses(c)
	if use == "" || slices.Contains(uses, string(use)) {
		return nil
	}
	return Errorf(OutOfRange, "a %s cannot be used as %q: give one of %s, or leave use out", c, use, strings.Join(uses, ", ")).
		With("parameter", "use").With("allowed", uses)
}
