package export

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// TestAnyTextSurvives checks that names and texts are written unchanged, in any script, with quotes, slashes and
// control characters.
func TestAnyTextSurvives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringN(1, 100, -1).Filter(utf8.ValidString).Draw(t, "name")
		e := &state.Element{ID: "wall", Category: state.CategorySite, Name: name, Params: &shape.Site{Address: name},
			Psets: []state.PropertySet{{Name: "Notes",
				Properties: []state.Property{{Name: "note", Value: shape.PropertyOf(name)}}}}}
		m := state.NewModel().Evolve(&state.ModelCreated{Info: state.Info{ID: "m", Name: name, SiteID: "wall",
			BuildingID: "building"}}).Evolve(&state.ElementCreated{Element: e})
		var out bytes.Buffer
		if _, err := Write(t.Context(), &out, m, Options{Stamp: stamp}); err != nil {
			t.Fatal(err)
		}
		f, err := step.ParseBytes(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		r := newReading(step.NewIndex(f), schema.IFC4())
		for class, attribute := range map[string]string{"IfcProject": "Name", "IfcSite": "Name"} {
			if got := r.text(r.of(class)[0], attribute); got != name {
				t.Fatalf("%s.%s is %q, want %q", class, attribute, got, name)
			}
		}
		if typed, ok := r.attribute(r.of("IfcPropertySingleValue")[0], "NominalValue").(step.Typed); !ok ||
			typed.Value != step.Value(step.String(name)) {
			t.Fatalf("the note is %v, want %q", typed, name)
		}
		if f.Header.Name.Name != name+".ifc" {
			t.Fatalf("the header names %q", f.Header.Name.Name)
		}
	})
}
