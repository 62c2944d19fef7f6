package export

import (
	"bytes"
	"testing"

	"github.com/bimstream/bimstream/ifc/verify"
)

// TestExportsKeepTheRules checks that the rules for foreign files find no faults in our files in any schema. The rules
// are the EXPRESS rules of the schemas and the rules of the implementers' agreements. Faults of the model itself are
// exceptions.
func TestExportsKeepTheRules(t *testing.T) {
	onMap := house(t)
	mapped(t, onMap)
	for name, c := range map[string]struct {
		site  *site
		known map[string]string // by rule: why its findings are accepted
	}{
		"house": {house(t), map[string]string{
			"GRF003": "nobody has put the house on a map",
			"IFC105": "properties of a material refer to it, and nothing can refer to them in IFC2X3",
			"IFC106": "the same",
		}},
		"house on a map": {onMap, map[string]string{
			"IFC105": "as above", "IFC106": "as above",
			"GRF005": "the scale of the map is not that of the units, and IFC4 has one number for both",
		}},
		"variety": {variety(t), map[string]string{
			"IFC105": "as above", "IFC106": "as above", "GRF005": "as above",
			"GEM002": "a room that no walls enclose has no body",
			"PSE001": "the person has put properties into official sets that these do not have",
			"PSE002": "the person has called a set Pset_Mine",
		}},
		"fixed shapes": {fixedSite(t), map[string]string{
			"GRF003": "nobody has put it on a map",
		}},
		"curved walls": {curves(t), map[string]string{
			"GRF003": "nobody has put them on a map",
		}},
		"equipped": {equipped(t), map[string]string{
			"GRF003": "nobody has put it on a map",
		}},
	} {
		for _, o := range everyOption() {
			schemaName := o.Schema
			var out bytes.Buffer
			if _, err := Write(t.Context(), &out, c.site.model, o); err != nil {
				t.Fatal(err)
			}
			report, err := verify.Bytes(t.Context(), out.Bytes(), verify.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Findings {
				if _, known := c.known[f.Rule]; !known {
					t.Errorf("%s, %s: %s", name, schemaName, f)
				}
			}
			for _, rule := range report.NotRun {
				t.Errorf("%s, %s: not judged: %v", name, schemaName, rule)
			}
		}
	}
}

// everyOption returns options for every schema, without and with space boundaries.
func everyOption() []Options {
	var out []Options
	for _, name := range Schemas() {
		out = append(out, in(name), bounded(name))
	}
	return out
}
