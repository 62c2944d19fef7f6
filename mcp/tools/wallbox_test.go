package tools

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/projections"
)

// TestTheBoxOfAWallWithoutItsBody draws walls at all angles that meet at their ends and cross, and holds that the box
// that scopes judge them by is that of the body.
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
	for i := 1; i < 60; i++ { // those that do not meet are refused
		o.server.Call(context.Background(), "join_elements", []byte(fmt.Sprintf(
			`{"model_id":%q,"element_ids":[%q,%q]}`, o.id["model"], o.id[fmt.Sprintf("w%d", i-1)],
			o.id[fmt.Sprintf("w%d", i)])))
	}
	v, err := projections.NewLive(o.store).View(context.Background(), o.id["model"], projections.MainBranch)
	if err != nil {
		t.Fatal(err)
	}
	plain, joined := 0, 0
	v.Model.Each(func(e *domain.Element) bool {
		body, err := v.Model.Body(e.ID)
		if box, ok := v.Model.PlainBounds(e.ID); ok {
			plain++
			if err != nil || box != body.Bounds() {
				t.Errorf("%s: %v, and of its body %v: %v", e.Name, box, body.Bounds(), err)
			}
			if len(v.Model.JoinsOf(e.ID)) > 0 {
				joined++
			}
		}
		return true
	})
	if plain < 60 || joined < 20 {
		t.Errorf("%d plain walls, %d of them joined: the test says little", plain, joined)
	}
}
