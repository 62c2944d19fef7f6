package tools

import (
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// clearOf returns the clear and the net floor area of a room, and checks that room_analysis, get_element and the
// schedule agree.
func (o *office) clearOf(room string) (free, net float64) {
	o.t.Helper()
	r := o.ok("room_analysis", `{"room_id":"%s"}`, room)
	free, net = r.at("clear_area_m2").value.(float64), r.at("area_m2").value.(float64)
	e := o.ok("get_element", `{"element_id":"%s"}`, room).at("measures")
	s := o.ok("generate_schedule", `{"category":"room","parameters":["name","ClearFloorArea","NetFloorArea"],
		"filters":[{"field":"name","value":"Hall"}],"no_totals":true}`).at("lines", 0, "cells")
	for i, got := range []float64{e.at("ClearFloorArea").value.(float64), s.at(1).value.(float64),
		e.at("NetFloorArea").value.(float64), s.at(2).value.(float64)} {
		if want := []float64{free, free, net, net}[i]; math.Abs(got-want) > 1e-6 {
			o.t.Errorf("figure %d is %v where room_analysis says %v", i, got, want)
		}
	}
	return free, net
}

// TestClearFloorAreaIsWithoutColumnsPiersAndVoids puts a column into a hall, moves it into a wall, and cuts a hole into
// the floor. The clear floor area is less by exactly what each of them takes.
func TestClearFloorAreaIsWithoutColumnsPiersAndVoids(t *testing.T) {
	o := newOffice(t)
	all, _ := o.clearOf("$hall")
	expect := func(what string, less float64) {
		t.Helper()
		if free, net := o.clearOf("$hall"); math.Abs(free-(all-less)) > 1e-6 || net > all+1e-6 {
			t.Errorf("%s: clear %v of %v m2, want %v", what, free, net, all-less)
		}
	}
	o.make("column", "create_column", `{"base_level":"$ground","location":[3000,2000],"height":2800,
		"profile":{"shape":"rectangle","width":500,"depth":400}}`)
	expect("a column", 0.2)
	o.ok("move_element", `{"element_ids":["$column"],"delta":[3000,0,0]}`)
	expect("a column in the wall, of which 150 mm stand out", 0.4*0.15)
	o.ok("delete_element", `{"element_ids":["$column"]}`)
	expect("no column", 0)
	o.make("slab", "create_floor", `{"name":"slab","level_id":"$ground","thickness":200,
		"boundary_points":[[-100,-100],[6100,-100],[6100,4100],[-100,4100]]}`)
	expect("a slab", 0)
	o.ok("create_opening", `{"host_id":"$slab","polygon":[[1000,1000],[2000,1000],[2000,2000],[1000,2000]]}`)
	expect("a hole in the slab", 1)
	o.ok("place_component", `{"category":"furniture","level_id":"$ground","location":[4000,2000,0],"width":800,
		"depth":800,"height":700}`)
	expect("furniture", 1)
	o.make("boards", "create_floor", `{"name":"boards","level_id":"$ground","thickness":20,"offset":20,
		"boundary_points":[[1500,1000],[5000,1000],[5000,3000],[1500,3000]]}`)
	expect("half of the hole covered", 0.5)
	o.ok("delete_element", `{"element_ids":["$boards"]}`)
	o.make("pier", "create_wall",
		`{"name":"pier","level_id":"$ground","start":[4000,2000],"end":[4500,2000],"height":2800,"thickness":300}`)
	expect("a pier", 1+0.15)
	if notes := o.ok("quantity_takeoff", `{"categories":["room"]}`).at("notes").written(); !strings.Contains(notes,
		"Qto_SpaceBaseQuantities") {
		t.Errorf("the rule is not named: %s", notes)
	}
}

// TestTakeoffsTellMaterialsAndSizesApart checks that the glass of a curtain wall does not count as its aluminium, and
// that a material has one total over all categories. Ducts and fittings have sizes, and lengths are given with and
// without the fittings.
func TestTakeoffsTellMaterialsAndSizesApart(t *testing.T) {
	o := newOffice(t)
	for _, m := range []string{"Aluminium", "Concrete"} {
		o.ok("define_material", `{"name":%q,"category":"other","density":2000}`, m)
	}
	o.ok("create_curtain_wall", `{"level_id":"$ground","start":[0,-3000],"end":[6000,-3000],"height":3000,
		"u_spacing":1500,"v_spacing":1500,"material":"Aluminium"}`)
	o.ok("create_beam", `{"level_id":"$ground","start":[0,-5000,2000],"end":[5000,-5000,2000],
		"profile":{"shape":"rectangle","width":200,"depth":500},"material":"Concrete"}`)
	o.ok("create_column", `{"base_level":"$ground","location":[9000,2000],"height":3000,"material":"Concrete",
		"profile":{"shape":"rectangle","width":500,"depth":400}}`)
	o.ok("create_segment", `{"system":"duct","level_id":"$ground","path":[[1000,1000,2000],[4000,1000,2000],
		[4000,3000,2000]],"profile":{"shape":"rectangle","width":300,"depth":200},"name":"main"}`)
	rows := map[string]answer{}
	lines := o.ok("quantity_takeoff", `{"grouping":"material"}`).at("lines")
	for i := range lines.len() {
		cells := lines.at(i, "cells")
		if name, ok := cells.at(1).value.(string); ok {
			rows[cells.at(0).text()+" "+name] = cells
		}
	}
	for key, want := range map[string]float64{"curtain_wall Aluminium": 0.241875, "curtain_wall Glass": 0.491625,
		"beam Concrete": 0.5, "column Concrete": 0.6, "all Concrete": 1.1} {
		row, ok := rows[key]
		if !ok {
			t.Errorf("no row %q", key)
			continue
		}
		if v := row.at(8).value.(float64); math.Abs(v-want) > 1e-6 {
			t.Errorf("%s: %v m3, want %v", key, v, want)
		}
	}
	if _, ok := rows["all Aluminium"]; ok {
		t.Error("the total of a material that has one row is told twice")
	}
	for category, want := range map[string]string{"duct": `"300 x 200"`, "duct_fitting": `"300 x 200"`} {
		if s := o.ok("generate_schedule", `{"category":"%s"}`, category); !strings.Contains(s.written(), want) {
			t.Errorf("%s: no size in %s", category, s.written())
		}
		if s := o.ok("quantity_takeoff", `{"categories":["%s"]}`, category); !strings.Contains(s.written(), want) {
			t.Errorf("%s: no size in the take-off %s", category, s.written())
		}
	}
	bend := o.ok("generate_schedule", `{"category":"duct_fitting","parameters":["name","Length"]}`)
	run := o.ok("generate_schedule", `{"category":"duct","parameters":["name","Length","length_through_fittings"]}`)
	if n := run.at("total").number(); n != 3 {
		t.Errorf("two ducts and their sum are %d lines", n)
	}
	total := run.at("lines", run.at("lines").len()-1, "cells")
	all, net := total.at(2).value.(float64), total.at(1).value.(float64)
	if corner := bend.at("lines", 0, "cells", 1).value.(float64); math.Abs(all-net-corner) > 1e-9 || corner <= 0 {
		t.Errorf("%v m of ducts and %v m of the bend are %v m", net, corner, all)
	}
}

// TestAreasAreThoseOfTheRuleThatIsAskedFor calls each tool with an area_rule for the area of a room with a column and a
// hole in its floor. All return the same area and name the standard.
func TestAreasAreThoseOfTheRuleThatIsAskedFor(t *testing.T) {
	o := newOffice(t)
	_, all := o.clearOf("$hall")
	o.ok("create_column", `{"base_level":"$ground","location":[3000,2000],"height":2800,
		"profile":{"shape":"rectangle","width":500,"depth":400}}`)
	o.make("slab", "create_floor", `{"name":"slab","level_id":"$ground","thickness":200,
		"boundary_points":[[-100,-100],[6100,-100],[6100,4100],[-100,4100]]}`)
	o.ok("create_opening", `{"host_id":"$slab","polygon":[[1000,1000],[2000,1000],[2000,2000],[1000,2000]]}`)
	for rule, less := range map[string]float64{"net": 1.2, "gross": 0, "ipms_4_1": 1, "ipms_4_2": 1.2,
		"din_277_nrf": 1.2, "rics_gia": 1, "rics_nia": 1.2} {
		by := o.ok("room_analysis", `{"room_id":"$hall","area_rule":"%s"}`, rule).at("measured")
		cells := o.ok("generate_schedule", `{"category":"room","parameters":["name","area_%s"],"no_totals":true,
			"filters":[{"field":"name","value":"Hall"}]}`, rule)
		for what, got := range map[string]float64{"room_analysis": by.at("area_m2").value.(float64),
			"generate_schedule": cells.at("lines", 0, "cells", 1).value.(float64)} {
			if math.Abs(got-(all-less)) > 1e-6 {
				t.Errorf("%s says %v m2 by %s, want %v", what, got, rule, all-less)
			}
		}
		standard := by.at("standard").text()
		notes := o.ok("quantity_takeoff", `{"categories":["room"],"area_rule":"%s"}`, rule).at("notes").written()
		if standard == "" || !strings.Contains(notes, standard) {
			t.Errorf("the take-off by %s does not name %q: %s", rule, standard, notes)
		}
	}
	o.refused(state.InvalidInput, "room_analysis", `{"room_id":"$hall","area_rule":"boma"}`)
}
