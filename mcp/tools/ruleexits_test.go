package tools

import (
	"fmt"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"testing"
)

// TestExitsOfManyHousesFitAReply checks a row of many houses, which has more exits than a reply can hold: the first are
// listed, with the total.
func TestExitsOfManyHousesFitAReply(t *testing.T) {
	o := newOffice(t)
	const houses = 300
	level := o.ok("create_level", `{"name":"Row","elevation":0}`).at("element_id").text()
	for from := 0; from < houses; from += 20 {
		steps := ""
		for i := from; i < from+20; i++ {
			x := 100_000 + 12_000*(i%20)
			y := 12_000 * (i / 20)
			at := [4][2]int{{x, y}, {x + 8000, y}, {x + 8000, y + 5000}, {x, y + 5000}}
			for k, a := range at {
				b := at[(k+1)%4]
				steps += fmt.Sprintf(`{"ref":"w%d_%d","tool":"create_wall","args":{"level_id":%q,"start":[%d,%d],`+
					`"end":[%d,%d],"height":3000,"thickness":200}},`, i, k, level, a[0], a[1], b[0], b[1])
			}
			steps += fmt.Sprintf(`{"tool":"join_elements","args":{"element_ids":["$w%d_0","$w%[1]d_1","$w%[1]d_2",`+
				`"$w%[1]d_3"]}},{"tool":"place_door","args":{"wall_id":"$w%[1]d_0","offset":1000,"width":1000,`+
				`"height":2100}},{"tool":"create_room","args":{"level_id":%q,"seed":[%d,%d],"number":"R%[1]d"}},`, i, level,
				x+4000, y+2500)
		}
		o.ok("apply_batch", `{"operations":[%s]}`, steps[:len(steps)-1])
	}
	data := o.ok("egress_analysis", `{"occupancy":"residential"}`)
	if n := data.at("exits_total").number(); n < houses {
		t.Errorf("%v exits of %d houses", n, houses)
	}
	if n := data.at("exits").len(); n != checks.ExitsShown {
		t.Errorf("%d exits are listed", n)
	}
	o.ok("code_compliance", `{"standard":"IBC","severity_threshold":"info"}`)
}
