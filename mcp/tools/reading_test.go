package tools

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/governance"
)

// TestPagesOfAListInNoOrder compares the pages of random lists with those of the sorted list.
func TestPagesOfAListInNoOrder(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	call := &mcp.Call{Tool: &mcp.Tool{}, Arguments: json.RawMessage("{}")}
	one := func(int) int { return 1 }
	for range 2000 {
		all := dice.Perm(dice.IntN(60))
		sorted := slices.Sorted(slices.Values(all))
		p := &app.Page{Call: call, Offset: dice.IntN(70), Size: 1 + dice.IntN(12)}
		if dice.IntN(20) == 0 {
			p.Offset = math.MaxInt // as from a forged cursor
		}
		got, paging := app.TakeInOrder(p, slices.Clone(all), cmp.Compare[int], one)
		want, wanted := app.Take(p, sorted, one)
		if !slices.Equal(got, want) || paging != wanted {
			t.Fatalf("%v from %d, %d of them: %v, %+v; want %v, %+v", all, p.Offset, p.Size, got, paging, want, wanted)
		}
	}
}

// TestCursorsWithMoreBehindThePlace checks that a place in a cursor is accepted only exactly as it was written.
func TestCursorsWithMoreBehindThePlace(t *testing.T) {
	call := &mcp.Call{Tool: &mcp.Tool{}, Arguments: json.RawMessage("{}")}
	places := map[string]bool{"5:1:0": true, "5:1:0z": false, "5:1:0:9": false, "5:01:0": false, "5:+1:0": false,
		"5:-1:0": false, "5:1:0 ": false}
	for place, given := range places {
		call.Common.Cursor = call.CursorAt(place)
		if _, err := app.PageOf(call); (err == nil) != given {
			t.Errorf("pageOf, place %q: %v", place, err)
		}
	}
	for place, given := range map[string]bool{"7:3": true, "7:3z": false, "7:3:1": false, "07:3": false} {
		call.Common.Cursor = call.CursorAt(place)
		if _, err := governance.AuditPlaceOf(call); (err == nil) != given {
			t.Errorf("auditPlaceOf, place %q: %v", place, err)
		}
	}
}
