package ifc

import (
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
)

func TestGlobalIDLeadsBackToTheElement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var u uuid.UUID
		copy(u[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "uuid"))
		id := state.ID(u.String())
		back, err := ElementID(GlobalID(id))
		if err != nil || back != id {
			t.Fatalf("%s became %s (%v)", id, back, err)
		}
	})
}

func TestGlobalIDOfOtherIDs(t *testing.T) {
	a, b := GlobalID("north"), GlobalID("south")
	if a == b {
		t.Error("two ids share a GlobalId")
	}
	if _, err := schema.DecodeGUID(a); err != nil {
		t.Error(err)
	}
	if _, err := ElementID("not a GlobalId"); err == nil {
		t.Error("nonsense was taken for a GlobalId")
	}
}

// TestDerivedGlobalIDs checks that owner and role stay distinct, whatever they contain.
func TestDerivedGlobalIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, pair := range [][2]string{{"a", "b"}, {"ab", ""}, {"", "ab"}, {"b", "a"}} {
		id := DerivedGlobalID(pair[0], pair[1])
		if seen[id] {
			t.Errorf("%q is not unique", pair)
		}
		seen[id] = true
	}
}
