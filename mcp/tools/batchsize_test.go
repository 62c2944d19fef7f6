package tools

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

// TestABatchEndsWhereItIsTooLarge makes a batch that would store far more than an append can hold. It is refused at the
// step that exceeds the limit, before later steps are decided.
func TestABatchEndsWhereItIsTooLarge(t *testing.T) {
	o := newOffice(t)
	o.make("shelf", "place_component", `{"category":"furniture","level_id":"$ground","location":[2000,2000,0],
		"width":500,"depth":500,"height":900}`)
	o.ok("set_properties", `{"element_ids":["$shelf"],"properties":{"Pset_Long":{"Text":"%s"}}}`,
		strings.Repeat("x", 3000))
	var steps []string
	for i := range 40 {
		steps = append(steps, fmt.Sprintf(
			`{"tool":"copy_element","args":{"element_ids":["$shelf"],"delta":[0,%d,0],"count":1000}}`, i+1))
	}
	e := o.refused(state.OperationTooLarge, "apply_batch", `{"operations":[%s]}`, strings.Join(steps, ","))
	if step := e.at("step").number(); step < 2 || step > 10 {
		t.Errorf("it is refused at step %d", step)
	}
}
