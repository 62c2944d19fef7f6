package main

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
)

// unaccounted lists the products of a file that are neither in the model, as elements or parts of elements, nor named
// in the report. It skips ports, because the report only counts them.
func unaccounted(src *building.Source, m *state.Model, report importer.Report) []string {
	named := map[int]bool{}
	for _, l := range report.Left {
		named[l.Number] = true
	}
	taken := map[state.ID]bool{}
	m.Each(func(e *state.Element) bool {
		taken[e.ID] = true
		if f := state.FixedOf(e); f != nil {
			for _, p := range f.Parts {
				taken[p.ID] = true
			}
		}
		return true
	})
	var out []string
	for _, p := range src.Describe().Products {
		id, err := ifc.ElementID(p.GlobalID)
		if named[p.Number] || err == nil && taken[id] {
			continue
		}
		out = append(out, fmt.Sprintf("#%d %s %q %s", p.Number, p.Class, p.Name, p.GlobalID))
	}
	return out
}
