package projections

import (
	"iter"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
)

// LinkedPart is the part of a federated view that comes from a linked model.
type LinkedPart struct {
	Link state.ModelLink
	View *View // view of the linked model, in the model's own coordinates
	// Elements is the number of elements of the part.
	Elements int
	// Originals maps ids of the federated view to the different ids in the linked model, or is nil if all ids are
	// equal.
	Originals map[state.ID]state.ID
	// Shared lists the elements of the linked model that other elements replace: site, building and storeys.
	Shared map[state.ID]state.ID
}

// Original returns the id in the linked model of an element of the part, or false if the element is not of the part.
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

// federation holds the components of a federated view.
type federation struct {
	own   *View
	parts []*LinkedPart
}

// Federated returns a view of v's branch at its revision whose model also contains the parts. events makes the model
// without its elements, and content is all of these. Changes of the model are decided on v itself ([View.Alone]).
func (v *View) Federated(events iter.Seq[state.Event], content state.Content, parts []*LinkedPart) *View {
	own := v.itself()
	m := newModel().Fold(events, processors.Together)
	m.Fill(content, processors.Together, sync.OnceFunc)
	return &View{ModelID: own.ModelID, Branch: own.Branch, Model: m, Revision: own.Revision, Hash: own.Hash, At: own.At,
		LastMeta: own.LastMeta, next: own.next, history: own.history, origin: own.origin, derived: newLazy(m),
		federation: &federation{own, parts}}
}

// Alone returns the view of the model itself, without linked models.
func (v *View) Alone() *View {
	if v.federation != nil {
		return v.federation.own
	}
	return v
}

// Parts returns the parts of a federated view, or nil for any other view.
func (v *View) Parts() []*LinkedPart {
	if v.federation == nil {
		return nil
	}
	return v.federation.parts
}

// PartOf returns the linked model that contains an element, and its id there. It returns nil for an element of the
// model itself and for an unknown one.
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
