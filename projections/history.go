package projections

import (
	"slices"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/domain"
)

// mention is one revision that touched an element, and those before it. A list shares its tail with the lists of older
// views, so it can be extended in two directions (a preview and the real event) without copying.
type mention struct {
	revision uint64
	before   *mention
}

// history holds the last mention of each element.
type history struct {
	last *btree.Map[domain.ID, *mention]
}

func newHistory() history { return history{new(btree.Map[domain.ID, *mention])} }

func (h history) clone() history { return history{h.last.Copy()} }

// note records that an event touches elements.
func (h history) note(e domain.Event, revision uint64) {
	for _, t := range e.Touched() {
		before, _ := h.last.Get(t.ElementID)
		if before == nil || before.revision != revision {
			h.last.Set(t.ElementID, &mention{revision, before})
		}
	}
}

// History answers the revisions of the branch's own events that touched an element, type or material, ascending. The
// events themselves are in the store. Timeline answers those before the fork too.
func (v *View) History(id domain.ID) []uint64 {
	var out []uint64
	for m, _ := v.history.last.Get(id); m != nil; m = m.before {
		out = append(out, m.revision)
	}
	slices.Reverse(out)
	return out
}
