package tools

import (
	"math"
	"testing"
)

// TestAWallThroughAnOpeningInASlopedRoofClashes measures the overlap of a wall and a roof, where faces rounded to whole
// micrometres meet in slivers. It is 2.8 m of the wall under the roof, 240 mm thick, 250 mm along the vertical.
func TestAWallThroughAnOpeningInASlopedRoofClashes(t *testing.T) {
	o := newOffice(t)
	want := 2.8 * 0.24 * 0.25 / math.Cos(15*math.Pi/180)
	for i := range 12 { // ids decide which comes first and how the overlap is cut up
		roof := o.ok("create_roof", `{"level_id":"$upper","roof_type":"gable","slope":15,"thickness":250,"offset":-500,
			"ridge_direction":"x","boundary_points":[[20000,0],[29000,0],[29000,7000],[20000,7000]]}`).
			at("element_id").text()
		o.ok("create_opening", `{"host_id":"%s","polygon":[[22000,1000],[22900,1000],[22900,1700],[22000,1700]]}`, roof)
		wall := o.ok("create_wall", `{"level_id":"$ground","start":[24000,1300],"end":[20300,1300],"height":4500,
			"thickness":240}`).at("element_id").text()
		d := o.ok("clash_detection", `{"mode":"hard","source":{"element_ids":["%s"]},
			"target":{"element_ids":["%s"]}}`, roof, wall)
		if d.at("total").number() != 1 {
			t.Fatalf("round %d: %s", i, d.written())
		}
		if got, _ := d.at("clashes", 0, "overlap_volume_m3").value.(float64); math.Abs(got-want) > 1e-3 {
			t.Errorf("round %d: %v m3, want %v", i, got, want)
		}
		o.ok("delete_element", `{"element_ids":["%s","%s"]}`, roof, wall)
	}
}
