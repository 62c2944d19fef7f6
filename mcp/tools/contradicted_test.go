package tools

import (
	"strings"
	"testing"
)

// TestPropertiesThatContradictAChangeAreNamed checks the warnings for a window with a new type and for a window with a
// new width. They name the properties that still contain the old type, the old width as a number, or a value that
// differs from the new type's value. Properties that the same change sets are left out.
func TestPropertiesThatContradictAChangeAreNamed(t *testing.T) {
	o := newOffice(t)
	o.make("old", "define_type", `{"category":"window","name":"M_Fixed: 900x1200","properties":{"Data":{"Maker":"A"}}}`)
	o.make("new", "define_type",
		`{"category":"window","name":"M_Fixed: 1200x1200","properties":{"Data":{"Maker":"B"}}}`)
	o.make("window", "place_window",
		`{"wall_id":"$south","offset":3000,"width":900,"height":1200,"sill_height":900,"type_id":"$old"}`)
	set := `{"element_ids":["$window"],"psets":{"IfcAttributes":{"ObjectType":"M_Fixed: 900x1200"},` +
		`"Data":{"Maker":"A","Colour":"white"},"Dimensions":{"Rough Width":900,"Mark":7}}}`
	if got := o.told("set_properties", set, "PROPERTIES_CONTRADICT"); len(got) > 0 {
		t.Errorf("of a change of properties: %q", got)
	}
	got := o.told("set_properties", `{"element_ids":["$window"],"type_id":"$new"}`, "PROPERTIES_CONTRADICT")
	if len(got) != 1 || !strings.Contains(got[0], "IfcAttributes.ObjectType names the type") ||
		!strings.Contains(got[0], "Data.Maker is another") || strings.Contains(got[0], "Rough Width") ||
		strings.Contains(got[0], "Colour") {
		t.Errorf("retyped: %q", got)
	}
	got = o.told("modify_parameter", `{"element_id":"$window","parameter_name":"sill_height","value":1000}`,
		"PROPERTIES_CONTRADICT")
	if len(got) > 0 { // the old width was the same number by chance
		t.Errorf("higher up: %q", got)
	}
	got = o.told("modify_parameter", `{"element_id":"$window","parameter_name":"width","value":1200}`,
		"PROPERTIES_CONTRADICT")
	if len(got) != 1 || !strings.Contains(got[0], "Dimensions.Rough Width is 900, what width was") {
		t.Errorf("wider: %q", got)
	}
	got = o.told("set_properties", `{"element_ids":["$window"],"type_id":"$old","psets":{"Data":{"Maker":"A"},`+
		`"IfcAttributes":{"ObjectType":"M_Fixed: 900x1200"}}}`, "PROPERTIES_CONTRADICT")
	if len(got) > 0 {
		t.Errorf("with its properties: %q", got)
	}
}
