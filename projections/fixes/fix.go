package fixes

import (
	"encoding/json"
	"fmt"

	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/clashes"
	"github.com/bimstream/bimstream/projections/rules"
	"github.com/bimstream/bimstream/projections/validation"
)

// Call is a call of a tool.
type Call struct {
	Fix  string // name of the kind of fix
	Tool string
	Args map[string]any
}

// Problem is a finding together with the data that a fix may use.
type Problem struct {
	View       *projections.View
	Check      validation.Tool
	Parameters json.RawMessage // parameters of the check
	Finding    json.RawMessage
	// Values holds the values to set missing properties to, by Pset.Property.
	Values map[string]json.RawMessage
}

// Row is a kind of fix.
type Row struct {
	Name    string
	Finding string // the findings that it mends, in words
	How     string // how the call is computed, in words
	Tool    string
	Deletes bool
	// compute returns the arguments of the call, or nil and the reason why there is none. ok is false if this kind of
	// fix does not apply to the finding.
	compute func(p *problem) (args map[string]any, why string, ok bool)
}

// Table is the table of fixes. The first row that applies to a finding is used.
var Table = []Row{
	{"delete_duplicate", "clash_detection: duplicate",
		"the copies but the oldest one that hosts most; none that hosts anything",
		"delete_element", true, deleteDuplicate},
	{"join_walls", "clash_detection: hard, between two walls of one level that are not joined", "joined as they meet",
		"join_elements", false, joinWalls},
	{"move_apart", "clash_detection: hard, contained or clearance, with loose furniture, equipment, terminal or " +
		"sanitary fixture",
		"in plan, the shortest way along an axis to where its box is free of all others, by the clearance of the check",
		"move_element", false, moveApart},
	{"retype", "checks of rules: a fire rating too low, which the element has from its type",
		"the type of the model with the same body and the lowest rating that does; none where several have it",
		"set_properties", false, retype},
	{"set_size", "checks of rules: clear width or height of a door, width of a stair, too small by a measured amount",
		"the parameter, larger by what is missing, in whole millimetres", "modify_parameter", false, setSize},
	{"set_values", "data_completeness: properties that are not given, and for all of which the run's configuration " +
		"has a value",
		"the values of the configuration", "set_properties", false, setValues},
}

// problem is a Problem with its decoded finding.
type problem struct {
	Problem
	clash *clashes.Finding
	rule  *rules.Finding
}

// Of returns the call that mends a finding, or nil and the reason why there is none.
func Of(p Problem) (*Call, string) {
	read := &problem{Problem: p}
	var err error
	switch p.Check {
	case validation.ClashDetection:
		read.clash = new(clashes.Finding)
		err = json.Unmarshal(p.Finding, read.clash)
	case validation.CheckIDS, validation.VerifyIFC, validation.ExternalCheck:
		return nil, "findings of " + string(p.Check) + " have no fix"
	default:
		read.rule = new(rules.Finding)
		err = json.Unmarshal(p.Finding, read.rule)
	}
	if err != nil {
		return nil, "the finding cannot be read"
	}
	for _, row := range Table {
		args, why, ok := row.compute(read)
		switch {
		case !ok:
		case args == nil:
			return nil, fmt.Sprintf("%s: %s", row.Name, why)
		default:
			return &Call{row.Name, row.Tool, args}, ""
		}
	}
	return nil, "no row of the table of fixes takes it"
}

// Deletes reports whether a fix deletes elements.
func Deletes(name string) bool {
	for _, row := range Table {
		if row.Name == name {
			return row.Deletes
		}
	}
	return false
}
