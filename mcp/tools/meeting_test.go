package tools

import (
	"fmt"
	"strings"
	"testing"
)

// serviced returns an office with a slab over it, a ceiling, a beam and a duct that is clear of all of them.
func serviced(t *testing.T) *office {
	t.Helper()
	o := newOffice(t)
	o.make("slab", "create_floor", `{"name":"slab","level_id":"$upper","thickness":200,
		"boundary_points":[[-100,-100],[6100,-100],[6100,4100],[-100,4100]]}`)
	o.make("ceiling", "create_ceiling", `{"name":"ceiling","level_id":"$ground","height":2300,"thickness":20,
		"boundary_points":[[100,100],[5900,100],[5900,3900],[100,3900]]}`)
	o.make("beam", "create_beam", `{"name":"beam","level_id":"$ground","start":[100,3500,2700],
		"end":[5900,3500,2700],"profile":{"shape":"rectangle","width":200,"depth":200}}`)
	o.make("duct", "create_segment", "%s", duct("duct", "[1000,2000,2550]", "[5000,2000,2550]"))
	return o
}

func duct(name, from, to string) string {
	return fmt.Sprintf(`{"name":%q,"system":"duct","level_id":"$ground","connect":false,
		"profile":{"shape":"rectangle","width":300,"depth":200},"path":[%s,%s]}`, name, from, to)
}

// TestWhatEndsInAnotherBodyIsToldHoweverItCameThere checks the warning about a body that ends in another one, with the
// depth, whether it was created, moved, edited or derived.
func TestWhatEndsInAnotherBodyIsToldHoweverItCameThere(t *testing.T) {
	move := func(element, delta string) [2]string {
		return [2]string{"move_element", fmt.Sprintf(`{"element_ids":["$%s"],"delta":%s}`, element, delta)}
	}
	made := func(from, to string) [2]string { return [2]string{"create_segment", duct("d", from, to)} }
	edit := func(element, parameter, value string) [2]string {
		return [2]string{"modify_parameter", fmt.Sprintf(`{"element_id":"$%s","parameter_name":%q,"value":%s}`, element,
			parameter, value)}
	}
	for name, c := range map[string]struct {
		call [2]string
		told string // "" for no warning
	}{
		"sound":            {made("[1000,1000,2550]", "[5000,1000,2550]"), ""},
		"made in the slab": {made("[1000,1000,2850]", "[5000,1000,2850]"), "slab"},
		"made in a wall":   {made("[1000,1000,2550]", "[8000,1000,2550]"), "east"},
		"made in a duct":   {made("[3000,1000,2550]", "[3000,3000,2550]"), "duct"},
		"moved up":         {move("duct", "[0,0,300]"), "slab"},
		"moved down":       {move("duct", "[0,0,-200]"), "ceiling"},
		"moved aside":      {move("duct", "[0,1500,0]"), "beam"},
		"moved little":     {move("duct", "[0,200,0]"), ""},
		"edited":           {edit("duct", "end", "[5000,2000,2850]"), "slab"},
		"the other moved":  {move("beam", "[0,-1500,0]"), "duct"},
		"the other edited": {edit("ceiling", "height", "2440"), "duct"},
		"in a batch": {[2]string{"apply_batch", `{"operations":[{"tool":"move_element",
			"arguments":{"element_ids":["$duct"],"delta":[0,0,300]}}]}`}, "slab"},
		"foretold": {[2]string{"move_element",
			`{"element_ids":["$duct"],"delta":[0,0,300],"dry_run":true}`}, "slab"},
		"furniture in a wall": {[2]string{"place_component", `{"category":"furniture","level_id":"$ground",
			"name":"desk","location":[100,2000,0],"width":800,"depth":800,"height":700}`}, "west"},
	} {
		o := serviced(t)
		got := o.told(c.call[0], c.call[1], "BODIES_MEET")
		if c.told == "" {
			if len(got) > 0 {
				t.Errorf("%s: told %q", name, got)
			}
			continue
		}
		if len(got) != 1 || !strings.Contains(got[0], fmt.Sprintf("%q", c.told)) ||
			!strings.Contains(got[0], "mm deep") {
			t.Errorf("%s: told %q, expected of %q", name, got, c.told)
		}
	}
}

// TestWhatIsMovedBesideItsOpeningIsTold checks that a duct through its opening causes no warning. Once the duct is
// moved beside the opening, it causes one, and the reply has the call that cuts another opening.
func TestWhatIsMovedBesideItsOpeningIsTold(t *testing.T) {
	o := serviced(t)
	o.make("through", "create_segment", "%s", duct("through", "[3000,1000,2550]", "[3000,1000,3550]"))
	if got := o.told("create_opening", `{"host_id":"$slab","through":"$through","clearance":20}`,
		"BODIES_MEET"); len(got) > 0 {
		t.Errorf("the opening is told to meet: %q", got)
	}
	if got := o.told("move_element", `{"element_ids":["$through"],"delta":[10,0,0]}`, "BODIES_MEET"); len(got) > 0 {
		t.Errorf("within its opening: %q", got)
	}
	got := o.told("move_element", `{"element_ids":["$through"],"delta":[200,0,0]}`, "BODIES_MEET")
	if len(got) != 1 || !strings.Contains(got[0], "create_opening") || !strings.Contains(got[0], o.id["slab"]) {
		t.Errorf("beside its opening: %q", got)
	}
	if got := o.told("move_element", `{"element_ids":["$through"],"delta":[10,0,0]}`, "BODIES_MEET"); len(got) > 0 {
		t.Errorf("what was told before is told again: %q", got)
	}
}

// TestALargeChangeIsLookedAtAsASmallOne checks that changes of many elements are checked like changes of few. Beyond a
// limit the reply says that they were not checked.
func TestALargeChangeIsLookedAtAsASmallOne(t *testing.T) {
	for n, want := range map[int]string{31: "UNSOUND", 60: "UNSOUND", 300: "UNSOUND", 450: "NOT_LOOKED_AT"} {
		o := newOffice(t)
		var steps []string
		for i := range n {
			status := "NEW"
			if i == n/2 {
				status = "tbd"
			}
			steps = append(steps, fmt.Sprintf(`{"tool":"place_component","arguments":{"category":"furniture",
				"level_id":"$ground","name":"chair %d","location":[%d,%d,0],"width":100,"depth":100,"height":100,
				"properties":{"Pset_FurnitureTypeCommon":{"Status":%q}}}}`, i, 200+i%40*120, 200+i/40*120, status))
		}
		got := o.told("apply_batch", fmt.Sprintf(`{"operations":[%s]}`, strings.Join(steps, ",")), "UNSOUND",
			"NOT_LOOKED_AT")
		if len(got) != 1 || !strings.HasPrefix(got[0], want) {
			t.Errorf("%d elements: %q, want %s", n, got, want)
		}
	}
}
