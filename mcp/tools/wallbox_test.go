package tools

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
)

// TestTheBoxOfAWallWithoutItsBody draws walls at all angles that meet at their ends and cross, with openings at random
// places, also at their corners. The box computed without the body must equal that of the body, and the body computed
// later must be the same.
func TestTheBoxOfAWallWithoutItsBody(t *testing.T) {
	o := newOffice(t)
	r := rand.New(rand.NewPCG(22, 22))
	at := func() string { return fmt.Sprintf("[%d,%d]", r.IntN(30_000)+20_000, r.IntN(30_000)) }
	from := at()
	for i := range 60 {
		to := at()
		o.make(fmt.Sprintf("w%d", i), "create_wall",
			`{"level_id":"$ground","start":%s,"end":%s,"height":%d,"thickness":%d}`, from, to, 2000+r.IntN(2000),
			80+r.IntN(300))
		if from = to; r.IntN(4) == 0 {
			from = at()
		}
	}
	for i := 1; i < 60; i++ { // joins of walls that do not meet are refused
		o.server.Call(context.Background(), "join_elements", []byte(fmt.Sprintf(
			`{"model_id":%q,"element_ids":[%q,%q]}`, o.id["model"], o.id[fmt.Sprintf("w%d", i-1)],
			o.id[fmt.Sprintf("w%d", i)])))
	}
	for range 200 { // openings that overlap or do not fit are refused
		sill := r.IntN(2) * r.IntN(900)
		o.server.Call(context.Background(), "create_opening", []byte(fmt.Sprintf(
			`{"model_id":%q,"host_id":%q,"offset":%d,"sill_height":%d,"width":%d,"height":%d}`, o.id["model"],
			o.id[fmt.Sprintf("w%d", r.IntN(60))], r.IntN(4)*r.IntN(4000), sill, 300+r.IntN(1500), 500+r.IntN(2500))))
	}
	v, err := projections.NewLive(o.store).View(context.Background(), o.id["model"], projections.MainBranch)
	if err != nil {
		t.Fatal(err)
	}
	plain, joined, pierced, cornered := 0, 0, 0, 0
	v.Model.Each(func(e *state.Element) bool {
		body, err := shape.Body(v.Model, e.ID)
		openings := len(fabric.WallOpenings(v.Model, e.ID))
		box, later, ok := fabric.DeferredBody(v.Model, e.ID)
		if !ok {
			cornered += min(openings, 1)
			return true
		}
		plain++
		made, laterErr := later()
		if err != nil || laterErr != nil || box != body.Bounds() || made.Volume() != body.Volume() {
			t.Errorf("%s: %v of %v m3, and of its body %v of %v: %v, %v", e.Name, box, made.Volume(), body.Bounds(),
				body.Volume(), err, laterErr)
		}
		if len(v.Model.JoinsOf(e.ID)) > 0 {
			joined++
		}
		pierced += min(openings, 1)
		return true
	})
	if plain < 30 || joined < 20 || pierced < 20 || cornered < 5 {
		t.Errorf("%d walls with a box, %d of them joined, %d with openings, %d without a box: the test says little",
			plain, joined, pierced, cornered)
	}
}
