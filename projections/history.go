package projections

import (
	"iter"
	"slices"

	"github.com/tidwall/btree"

	"github.com/bimstream/bimstream/domain/state"
)

// revisionRef is a list of the revisions that touched an element, the newest first. A list shares its tail with the
// lists of older views. So it can be extended in two directions (a preview and the real event) without copying.
type revisionRef struct {
	revision uint64
	before   *revisionRef
}

// history holds the last revision that touched each element.
type history struct {
	last *btree.Map[state.ID, *revisionRef]
}

func newHistory() history { return history{new(btree.Map[state.ID, *revisionRef])} }

func (h history) clone() history { return history{h.last.Copy()} }

// wholeModel is the id in a history for the model as a whole.
const wholeModel state.ID = ""

// note records that an event touches elements.
func (h history) note(e state.Event, revision uint64) {
	for id := range mentioned(e) {
		before, _ := h.last.Get(id)
		if before == nil || before.revision != revision {
			h.last.Set(id, &revisionRef{revision, before})
		}
	}
}

// mentioned yields the ids that an event touches.
func mentioned(e state.Event) iter.Seq[state.ID] {
	return func(yield func(state.ID) bool) {
		if state.Restates(e) && !yield(wholeModel) {
			return
		}
		for _, t := range e.Touched() {
			if !yield(t.ElementID) {
				return
			}
		}
	}
}

// until removes the revisions of an id after a revision.
func (h history) until(id state.ID, revision uint64) {
	m, _ := h.last.Get(id)
	if m = m.until(revision); m == nil {
		h.last.Delete(id)
	} else {
		h.last.Set(id, m)
	}
}

// until returns the last entry at or before a revision, or nil if there is none.
func (m *revisionRef) until(revision uint64) *revisionRef {
	for m != nil && m.revision > revision {
		m = m.before
	}
	return m
}

// historyBuilder builds a history while many events are noted. It finds ids by hashing, and sorts them at the end.
type historyBuilder struct {
	history
	late map[state.ID]*revisionRef // last entries of the ids touched since
	room []revisionRef
}

// revisionRefSlab is the number of entries that share an allocation.
const revisionRefSlab = 512

func (h history) builder() *historyBuilder {
	return &historyBuilder{history: h, late: map[state.ID]*revisionRef{}}
}

// note records that an event touches elements.
func (n *historyBuilder) note(e state.Event, revision uint64) {
	for id := range mentioned(e) {
		before, touched := n.late[id]
		if !touched {
			before, _ = n.last.Get(id)
		}
		if before == nil || before.revision != revision {
			n.late[id] = n.ref(revision, before)
		}
	}
}

func (n *historyBuilder) ref(revision uint64, before *revisionRef) *revisionRef {
	if len(n.room) == 0 {
		n.room = make([]revisionRef, revisionRefSlab)
	}
	m := &n.room[0]
	*m, n.room = revisionRef{revision, before}, n.room[1:]
	return m
}

// settle sorts the noted entries into the history.
func (n *historyBuilder) settle() {
	enter := n.last.Set
	if n.last.Len() == 0 {
		enter = n.last.Load // appends at the end, without a search
	}
	for id, m := range state.InOrder(n.late) {
		enter(id, m)
	}
}

// History returns the revisions of the branch's own events that touched an element, type or material, in ascending
// order. The events themselves are in the store. Timeline also returns the events before the fork.
func (v *View) History(id state.ID) []uint64 {
	var out []uint64
	if id == wholeModel {
		return nil
	}
	for m, _ := v.history.last.Get(id); m != nil; m = m.before {
		out = append(out, m.revision)
	}
	slices.Reverse(out)
	return out
}
