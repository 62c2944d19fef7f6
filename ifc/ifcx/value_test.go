package ifcx

import (
	"encoding/json"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

func TestMetresAreExact(t *testing.T) {
	for l, want := range map[geometry.Length]string{
		0: "0", 1: "0.000001", -1: "-0.000001", 1_000_000: "1", -2_500_000: "-2.5", 12_345_678: "12.345678",
		10_000_010_000: "10000.01", -10_000_000_000: "-10000",
	} {
		if got := string(appendMetres(nil, l)); got != want {
			t.Errorf("%d micrometres are %s m, want %s", l, got, want)
		}
	}
}

// TestKindsOfValues checks the declaration of an attribute after a series of values.
func TestKindsOfValues(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{`"a"`, `"b"`}, `{"dataType":"String"}`},
		{[]string{`1`, `2.5`}, `{"dataType":"Real"}`},
		{[]string{`true`}, `{"dataType":"Boolean"}`},
		{[]string{`[]`, `[1,2]`, `[]`}, `{"dataType":"Array","arrayRestrictions":{"value":{"dataType":"Real"}}}`},
		{[]string{`[]`}, `{"dataType":"Array","arrayRestrictions":{"value":{"dataType":"Object"}}}`},
		{[]string{`[[1,2],[]]`}, `{"dataType":"Array","arrayRestrictions":` +
			`{"value":{"dataType":"Array","arrayRestrictions":{"value":{"dataType":"Real"}}}}}`},
		{[]string{`{"a":1}`, `{}`}, `{"dataType":"Object"}`},
		// values of several kinds are written as texts
		{[]string{`1`, `"a"`, `2`}, `{"dataType":"String"}`},
		{[]string{`[1,"a"]`}, `{"dataType":"String"}`},
		{[]string{`[1]`, `["a"]`}, `{"dataType":"String"}`},
		{[]string{`[1,null]`}, `{"dataType":"String"}`},
	} {
		s := schemas{}
		for _, v := range c.values {
			s.note(attributes{"x": json.RawMessage(v)})
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if want := `{"x":{"value":` + c.want + `}}`; string(text) != want {
			t.Errorf("%v are declared as\n%s, want\n%s", c.values, text, want)
		}
		for _, v := range c.values {
			written := s.written("x", json.RawMessage(v))
			if isText := written[0] == '"'; isText != (c.want == `{"dataType":"String"}`) {
				t.Errorf("%s of %v is written as %s", v, c.values, written)
			}
		}
	}
}

// TestValuesNodesFollowNames checks that an owner that loses an attribute inherits another node, and that a changed
// value keeps the node.
func TestValuesNodesFollowNames(t *testing.T) {
	of := func(owner state.ID, names ...string) string {
		a := attributes{}
		for i, name := range names {
			a.set(name, i)
		}
		return newValues(owner, a).path
	}
	if of("w", "a", "b") != of("w", "b", "a") {
		t.Error("the order of names counts")
	}
	paths := map[string]bool{of("w", "a", "b"): true, of("w", "a"): true, of("v", "a"): true, of("w"): true}
	if len(paths) != 4 {
		t.Error("two owners or sets of names have one node")
	}
}
