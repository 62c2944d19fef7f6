package verify

import (
	"slices"
	"strings"
)

// Rule is one row of the table of rules.
type Rule struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Severity Severity `json:"severity"`
	Schemas  []string `json:"schemas,omitempty"` // names of the schemas that it applies to; empty means all

	needsSchema bool
	ofText      bool // whether the rule judges the text of the file and not the instances
	run         func(*check)
}

// For reports whether the rule applies to a schema.
func (r *Rule) For(schema string) bool {
	return len(r.Schemas) == 0 || slices.Contains(r.Schemas, schema)
}

// The names of the schemas, as in their tables.
const (
	ifc2x3 = "IFC2X3"
	ifc4   = "IFC4"
	ifc4x3 = "IFC4X3_ADD2"
)

// table lists all rules in the order of reports: the file, the schema, then the normative rules by id.
var table = slices.Concat(fileRules, presenceRules, normativeRules)

// normativeRules are the rules that need the schema, by id.
var normativeRules = sortedRules(alignmentRules, alignmentAgreementRules, alignmentShapeRules,
	alignmentContinuityRules, contextRules, elementRules, geometryRules, georeferenceRules, measureRules,
	placementRules, projectRules, ringRules, sectionRules, setRules, spatialRules, versionRules)

func sortedRules(groups ...[]Rule) []Rule {
	all := slices.Concat(groups...)
	for i := range all {
		all[i].needsSchema = true
	}
	slices.SortFunc(all, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Rules returns all rules in the order of reports.
func Rules() []Rule { return slices.Clone(table) }
