package tools

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// TestPagesOfAListInNoOrder holds the pages of random lists against those of the sorted list.
func TestPagesOfAListInNoOrder(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	call := &mcp.Call{Tool: &mcp.Tool{}, Arguments: json.RawMessage("{}")}
	one := func(int) int { return 1 }
	for range 2000 {
		all := dice.Perm(dice.IntN(60))
		sorted := slices.Sorted(slices.Values(all))
		p := &page{call: call, offset: dice.IntN(70), size: 1 + dice.IntN(12)}
		if dice.IntN(20) == 0 {
			p.offset = math.MaxInt // of a cursor that nobody gave
		}
		got, paging := takeInOrder(p, slices.Clone(all), cmp.Compare[int], one)
		want, wanted := take(p, sorted, one)
		if !slices.Equal(got, want) || paging != wanted {
			t.Fatalf("%v from %d, %d of them: %v, %+v; want %v, %+v", all, p.offset, p.size, got, paging, want, wanted)
		}
	}
}
