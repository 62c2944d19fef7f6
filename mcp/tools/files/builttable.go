package files

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// BuiltTable returns one row for each element that has a measure: name, category, level, net volume, net area. Openings
// are left out, because their doors and windows are listed.
func BuiltTable(v *projections.View) [][]string {
	var out [][]string
	for _, c := range state.Categories {
		if !c.Physical() || c == state.CategoryOpening {
			continue
		}
		var rows [][]string
		for _, id := range v.Model.OfCategory(c) {
			if e, ok := v.Model.Element(id); ok {
				rows = append(rows, builtRow(v, e))
			}
		}
		slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
		out = append(out, rows...)
	}
	return out
}

func builtRow(v *projections.View, e *state.Element) []string {
	level := ""
	if l, ok := v.Model.Element(elements.StoreyOf(v.Model, e)); ok {
		level = l.Name
	}
	area, volume := app.Measures(v, e.ID)
	cell := func(value *float64) string {
		if value == nil {
			return ""
		}
		return fmt.Sprintf("%.4f", *value)
	}
	return []string{e.Name, string(e.Category), level, cell(volume), cell(area)}
}
