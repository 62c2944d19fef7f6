package tools

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAConflictOfATypeIsToldPartByPart checks that a type edited on both sides is one conflict, which lists the
// differences part by part.
func TestAConflictOfATypeIsToldPartByPart(t *testing.T) {
	o := newOffice(t)
	o.ok("define_material", `{"name":"Brick","category":"brick"}`)
	o.ok("define_material", `{"name":"Wool","category":"insulation"}`)
	o.ok("define_type",
		`{"category":"wall","name":"EXT","layers":[{"material":"Brick","thickness":200,"function":"structure"}],"properties":{"Pset_WallCommon":{"FireRating":"REI 30","IsExternal":true}}}`)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("modify_type",
		`{"branch":"option","type_id":"EXT","layers":[{"material":"Brick","thickness":200},{"material":"Wool","thickness":120}],"properties":{"Pset_WallCommon":{"FireRating":"REI 90"}}}`)
	o.ok("modify_type", `{"type_id":"EXT","layers":[{"material":"Brick","thickness":300}]}`)
	conflict := o.ok("merge_branch", `{"source":"option","dry_run":true}`).at("conflicts", 0)
	want := []string{
		"Pset_WallCommon.FireRating REI 30 REI 30 REI 90",
		"layers [Brick 200 structure] [Brick 300] [Brick 200 Wool 120]",
	}
	var got []string
	for i := range conflict.at("parts").len() {
		p := conflict.at("parts", i)
		got = append(got, fmt.Sprint(p.at("part").value, " ", p.at("base").value, " ",
			p.at("ours").value, " ", p.at("theirs").value))
	}
	if !slices.Equal(got, want) {
		t.Errorf("parts\n\t%s\n, want\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	line := conflict.at("line").text()
	if !strings.HasPrefix(line,
		`wall type "EXT" Pset_WallCommon.FireRating: base "REI 30", ours "REI 30", theirs "REI 90"; layers: base ["Brick 200 structure"]`) {
		t.Errorf("the line: %s", line)
	}
}

// TestTypesOfOneNameAreToldPartByPart checks the same for two types of one name that each side has defined anew, so
// that there is no common base.
func TestTypesOfOneNameAreToldPartByPart(t *testing.T) {
	o := newOffice(t)
	o.ok("define_material", `{"name":"Brick","category":"brick"}`)
	o.ok("create_branch", `{"name":"option"}`)
	o.ok("define_type",
		`{"branch":"option","category":"wall","name":"INT","layers":[{"material":"Brick","thickness":100}]}`)
	o.ok("define_type", `{"category":"wall","name":"INT","layers":[{"material":"Brick","thickness":120}]}`)
	conflict := o.ok("merge_branch", `{"source":"option","dry_run":true}`).at("conflicts", 0)
	if part := conflict.at("parts", 0); conflict.at("parts").len() != 1 || part.at("part").text() != "layers" ||
		part.at("base").value != nil {
		t.Errorf("parts: %v", conflict.at("parts").value)
	}
}
