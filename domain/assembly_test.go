package domain

import (
	"encoding/json"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"strings"
	"testing"
)

// Parts that are copied together stay together but leave the original's assembly. A copied whole keeps its copied
// parts.
func TestCopiesOfPartsAreOfTheirOwnAssembly(t *testing.T) {
	h := buildHouse(t)
	c1, c2 := h.id["C1"], h.id["B1"]
	assembled := func(id state.ID, whole string) {
		h.do(change.ModifyParameter{ElementID: id, ParameterName: "assembly_id", Value: json.RawMessage(whole)})
	}
	assembled(c1, `"portal"`)
	assembled(c2, `"portal"`)
	portal, err := h.try(change.CopyElement{ElementIDs: []state.ID{c1, c2}, Delta: delta(0, 20000, 0), Count: 2})
	if err != nil {
		t.Fatal(err)
	}
	wholes := map[state.ID]int{}
	for _, event := range portal.Events {
		if made, ok := state.CreatedBy(event); ok {
			wholes[made.AssemblyID]++
		}
	}
	if len(wholes) != 2 || wholes[""] != 0 || wholes["portal"] != 0 {
		t.Errorf("two copies of two parts are parts of %v", wholes)
	}
	assembled(c2, `"`+string(c1)+`"`)
	for _, sources := range [][]state.ID{{c1, c2}, {c2, c1}} {
		d, err := h.try(change.CopyElement{ElementIDs: sources, Delta: delta(0, 20000, 0)})
		if err != nil {
			t.Fatal(err)
		}
		var whole, part *state.Element
		for _, event := range d.Events {
			if made, ok := state.CreatedBy(event); ok && made.Category == state.CategoryColumn {
				whole = made
			} else if ok {
				part = made
			}
		}
		if part.AssemblyID != whole.ID {
			t.Errorf("the copied part is of %q, its whole is %q", part.AssemblyID, whole.ID)
		}
	}
}

func TestAssembliesThatCannotBe(t *testing.T) {
	h := buildHouse(t)
	for _, value := range []string{`"` + string(h.id["C1"]) + `"`, `"` + strings.Repeat("x", 300) + `"`, "7"} {
		h.refused(change.ModifyParameter{ElementID: h.id["C1"], ParameterName: "assembly_id",
			Value: json.RawMessage(value)},
			state.OutOfRange)
	}
}

// The search visits two elements that claim to be parts of each other only once.
func TestAssembliesAreFollowed(t *testing.T) {
	h := buildHouse(t)
	c1, b1 := h.id["C1"], h.id["B1"]
	for part, whole := range map[state.ID]state.ID{c1: b1, b1: c1} {
		h.do(change.ModifyParameter{ElementID: part, ParameterName: "assembly_id", Value: state.MustJSON(whole)})
	}
	e, _ := h.model.Element(c1)
	if found := shape.Assemblies(h.model, e); len(found) == 0 || found[0] != b1 || len(found) > shape.MaxAssemblyDepth {
		t.Errorf("%v", found)
	}
	back, err := state.Unpack(h.model.Pack(), state.OneByOne, nil)
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, _ := back.Element(c1); unpacked.AssemblyID != b1 || back.Hash() != h.model.Hash() {
		t.Errorf("packed and unpacked: %+v", unpacked)
	}
}
