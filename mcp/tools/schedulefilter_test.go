package tools

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestAFilterOfAnotherKindIsRefused checks that a filter is refused if its value is of another kind than all values of
// its field. Such a filter would list nothing or everything. If one value is of the same kind, the filter is accepted.
func TestAFilterOfAnotherKindIsRefused(t *testing.T) {
	o := newOffice(t)
	for i, data := range []string{`{"IsExternal":true}`, `{"IsExternal":false}`} {
		o.ok("create_wall", `{"level_id":"$ground","start":[0,%d],"end":[4000,%d],"height":2500,"thickness":100,`+
			`"name":"P%d","properties":{"Pset_WallCommon":%s}}`, 90_000+1000*i, 90_000+1000*i, i, data)
	}
	table := func(filter string) string {
		return fmt.Sprintf(`{"category":"wall","parameters":["mark"],"filters":[`+
			`{"field":"Pset_WallCommon.IsExternal",%s}]}`, filter)
	}
	rows := o.ok("generate_schedule", "%s", table(`"value":true`)).at("lines").len()
	none := o.ok("generate_schedule", "%s", table(`"op":"absent"`)).at("lines").len()
	if rows != 2 || none < 2 { // including the total
		t.Errorf("%d lines of external walls, %d of walls that do not say", rows, none)
	}
	for _, wrong := range []string{`"value":"yes"`, `"op":"ne","value":"yes"`, `"op":"gt","value":1`} {
		o.refused(state.InvalidInput, "generate_schedule", "%s", table(wrong))
	}
	o.ok("generate_schedule", "%s", table(`"op":"contains","value":"true"`))
}
