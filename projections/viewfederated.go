package projections

import (
	"iter"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
)

// LinkedPart is what a federated view has of a linked model.
type LinkedPart struct {
	Link state.ModelLink
	View *View // of the linked model, in its own coordinates
	// Elements is how many elements the view has of it.
	Elements int
	// Originals are the ids in the linked model of what has another id in the federated view: nil where nothing has.
	Originals map[state.ID]state.ID
	// Shared are the elements of the linked model in whose place others stand: site, building and storeys.
	Shared map[state.ID]state.ID
}

// Original returns the id that an element of the part has in the linked model; false for what is not of the part.
func (p *LinkedPart) Original(id state.ID) (state.ID, bool) {
	if original, renamed := p.Originals[id]; renamed {
		return original, true
	}
	if _, shared := p.Shared[id]; shared {
		return "", false
	}
	_, there := p.View.Model.Element(id)
	return id, there
}

// federation is what a federated view consists of.
type federation struct {
	own   *View
	parts []*LinkedPart
}

// Federated returns a view of v's branch at its revision whose model also has what the parts have: events that make the
// whole model are given in any order in which each follows what it refers to. What changes a model is decided on v
// itself ([View.Alone]).
func (v *View) Federated(events iter.Seq[state.Event], parts []*LinkedPart) *View {
	own := v.itself()
	m := newModel().Fold(events, processors.Together)
	return &View{ModelID: own.ModelID, Branch: own.Branch, Model: m, Revision: own.Revision, Hash: own.Hash, At: own.At,
		LastMeta: own.LastMeta, next: own.next, history: own.history, origin: own.origin, derived: newLazy(m),
		federation: &federation{own, parts}}
}

// Alone returns the view of the model itself, without what is linked.
func (v *View) Alone() *View {
	if v.federation != nil {
		return v.federation.own
	}
	return v
}

// Parts returns what a federated view has of linked models; nothing for any other view.
func (v *View) Parts() []*LinkedPart {
	if v.federation == nil {
		return nil
	}
	return v.federation.parts
}

// PartOf returns the linked model that an element is of, and its id there; nil for one of the model itself, and for
// what there is not.
func (v *View) PartOf(id state.ID) (*LinkedPart, state.ID) {
	if v.federation == nil {
		return nil, ""
	}
	if _, own := v.federation.own.Model.Element(id); own {
		return nil, ""
	}
	if _, there := v.Model.Element(id); !there {
		return nil, ""
	}
	for _, p := range v.federation.parts {
		if original, ok := p.Original(id); ok {
			return p, original
		}
	}
	return nil, ""
}
