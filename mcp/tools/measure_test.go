package tools

import (
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestMeasuring checks that measuring uses the current or a past state of the model.
func TestMeasuring(t *testing.T) {
	o := roofed(t)
	before := o.revision("main")
	const gap = `"from":{"element_id":"$south"},"to":{"element_id":"$slab"}`
	if d := o.ok("measure", `{`+gap+`}`).at("distance"); d.at("relation").text() != "touching" ||
		d.at("distance").number() != 0 {
		t.Errorf("wall and slab: %v", d.value)
	}
	o.setHeight("south", 2700)
	if d := o.ok("measure", `{`+gap+`}`).at("distance"); d.at("relation").text() != "apart" ||
		d.at("distance").number() != 100 || d.at("vertical").number() != 100 {
		t.Errorf("the lower wall and the slab: %v", d.value)
	}
	o.setHeight("south", 3000)
	if d := o.ok("measure", `{`+gap+`}`).at("distance"); d.at("relation").text() != "overlapping" ||
		d.at("overlap_volume_m3").value != 0.24 || d.at("overlap_depth").number() != 200 {
		t.Errorf("the higher wall and the slab: %v", d.value)
	}
	past := o.ok("measure", `{`+gap+`,"at":"%d"}`, before)
	if past.at("distance", "relation").text() != "touching" || past.at("revision").number() != before {
		t.Errorf("as it was: %v", past.value)
	}
}

// TestMeasuredListsArePaged checks that lists are paged and that the sums include all pages.
func TestMeasuredListsArePaged(t *testing.T) {
	o := roofed(t)
	first := o.ok("measure", `{"element_ids":["$south","$slab","$door"],"limit":2}`)
	if first.at("elements").len() != 2 || first.at("total").number() != 3 ||
		first.at("totals", "elements").number() != 3 {
		t.Errorf("first page: %v", first.value)
	}
	last := o.ok("measure", `{"element_ids":["$south","$slab","$door"],"limit":2,"cursor":"%s"}`,
		first.at("next_cursor").text())
	if last.at("elements").len() != 1 || last.at("elements", 0, "category").text() != "door" {
		t.Errorf("last page: %v", last.value)
	}
	faces := o.ok("measure", `{"faces_of":"$slab"}`)
	if faces.at("faces").len() != 6 || faces.at("total").number() != 6 || faces.at("faces", 0, "area_m2").value == nil {
		t.Errorf("faces: %v", faces.value)
	}
	if path := o.ok("measure", `{"points":[[0,0,0],[3000,4000,0]]}`); path.at("path", "length").number() != 5000 {
		t.Errorf("path: %v", path.value)
	}
}

func TestMeasuringWhatMakesNoSense(t *testing.T) {
	o := newOffice(t)
	for _, c := range []struct {
		code      state.Code
		arguments string
	}{
		{state.InvalidInput, `{}`},
		{state.InvalidInput, `{"from":{"element_id":"$south"}}`},
		{state.InvalidInput, `{"faces_of":"$south","points":[[0,0,0],[1,0,0]]}`},
		{state.InvalidInput, `{"from":{"element_id":"$south"},"to":{}}`},
		{state.NotFound, `{"faces_of":"nobody"}`},
		{state.IllegalState, `{"faces_of":"$ground"}`},
	} {
		o.refused(c.code, "measure", "%s", c.arguments)
	}
}
