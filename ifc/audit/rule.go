package audit

import (
	"fmt"
	"slices"
	"strings"
)

// Rule is one row of the table of rules.
type Rule struct {
	ID       string
	Title    string
	Severity Severity
	Schemas  []string // names of the schemas that it speaks of, all where empty

	needsSchema bool
	run         func(*check)
}

// For tells whether the rule speaks of a schema.
func (r *Rule) For(schema string) bool {
	return len(r.Schemas) == 0 || slices.Contains(r.Schemas, schema)
}

// The schemas by the names that their tables have.
const (
	ifc2x3 = "IFC2X3"
	ifc4   = "IFC4"
	ifc4x3 = "IFC4X3_ADD2"
)

// table lists every rule that is carried, in the order of reports: the file, the schema, then the normative rules by
// their ids.
var table = slices.Concat(fileRules, presenceRules, normativeRules)

// normativeRules are those that need the schema, by id.
var normativeRules = sortedRules(contextRules, elementRules, geometryRules, georeferenceRules, placementRules,
	projectRules, setRules, spatialRules, versionRules)

func sortedRules(groups ...[]Rule) []Rule {
	all := slices.Concat(groups...)
	for i := range all {
		all[i].needsSchema = true
	}
	slices.SortFunc(all, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// Rules gives the rules carried, in the order of reports.
func Rules() []Rule { return slices.Clone(table) }

// Markdown gives the table of rules as a page of documentation.
func Markdown() string {
	var b strings.Builder
	b.WriteString(`# Rules for IFC files

What ` + "`bimstream verify-ifc`" + ` checks. This page is made from the table of rules in ` + "`ifc/audit`" + `.

The ids with three letters and three digits are those of the rules that buildingSMART publishes for its validation; the
others are ours. A rule whose number is 000 only tells whether a file makes use of a part of IFC. Severities, the gravest
first: critical, standard (ISO 10303-21, the schema and its rules), implementer agreement, informal proposition,
industry practice (a warning).

Checked when these rules were written, against what others say of the same files: of buildingSMART's published cases for
57 of the rules (140 files named pass, fail or na) all were judged alike; the rule WHERE agreed with IfcOpenShell 0.9.0
as the table at the end says.

| id | severity | schemas | rule |
|---|---|---|---|
`)
	for _, r := range table {
		schemas := "all"
		if len(r.Schemas) > 0 {
			schemas = strings.Join(r.Schemas, ", ")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, strings.ReplaceAll(string(r.Severity), "_", " "), schemas, r.Title)
	}
	return b.String()
}
