package bodies

import (
	"context"
	"slices"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
)

// Delta is the difference between two states of a model, with the bodies that differ.
type Delta struct {
	From       Moment   `json:"from"`
	To         Moment   `json:"to"`
	Reload     bool     `json:"reload"`
	Changes    []Change `json:"changes"`
	Rows       Rows     `json:"rows"`
	Levels     []Level  `json:"levels"`
	After      Chunk    `json:"after"`
	BeforeRows Rows     `json:"before_rows"`
	Before     Chunk    `json:"before"`

	// AfterBytes and BeforeBytes are the chunks; a chunk without bodies is nil.
	AfterBytes, BeforeBytes []byte `json:"-"`
}

// Change describes how an element differs.
type Change struct {
	ID       state.ID       `json:"id"`
	Change   string         `json:"change"`
	Facets   []string       `json:"facets"`
	Category state.Category `json:"category"`
	Name     string         `json:"name"`
	Level    string         `json:"level"`
}

// MaxChanges is the greatest number of elements in a difference that is listed in full. For a larger difference a
// viewer loads the whole state again, which costs about as much.
const MaxChanges = 3000

// Side is one of two compared states, restricted to the elements that a viewer may see.
type Side struct {
	view  *projections.View
	head  uint64
	tells func(state.ID) bool
	levelling
}

// SideOf returns a view as a side of a comparison. head is the last revision of the view's branch.
func SideOf(v *projections.View, head uint64, tells func(state.ID) bool) Side {
	return Side{v, head, tells, levelsOf(v, tells)}
}

// told returns an element if it appears in lists and the viewer may see it.
func (s Side) told(id state.ID) (*state.Element, bool) {
	e, ok := s.view.Model.Element(id)
	return e, ok && listed(e.Category) && s.tells(id)
}

// Delta returns a difference and the changes that follow from it, restricted to the elements that the viewer may see.
func (b *Store) Delta(ctx context.Context, was, is Side, d merge.Difference,
	derives []projections.Effect) (*Delta, error) {
	out := &Delta{From: MomentOf(was.view, was.head), To: MomentOf(is.view, is.head), Levels: is.levels,
		Reload: d.Len() > MaxChanges}
	changes := []Change{}
	if !out.Reload {
		changes = changesOf(was, is, d, derives)
	}
	if out.Reload = out.Reload || len(changes) > MaxChanges; out.Reload {
		changes = []Change{}
	}
	out.Changes = changes
	var after, before []*state.Element
	for _, c := range changes {
		if e, ok := is.told(c.ID); ok && c.Change != deleted {
			after = append(after, e)
		}
		if e, ok := was.told(c.ID); ok && c.Change != added && !b.looksTheSame(was, is, c.ID) {
			before = append(before, e)
		}
	}
	var err error
	if out.Rows, out.After, out.AfterBytes, err = b.bodiesOf(ctx, is, after); err != nil {
		return nil, err
	}
	if out.BeforeRows, out.Before, out.BeforeBytes, err = b.bodiesOf(ctx, was, before); err != nil {
		return nil, err
	}
	for i := range out.Changes {
		b.tellMoved(&out.Changes[i], was, is)
	}
	return out, nil
}

// tellMoved replaces the geometry facet of a change by the place facet if the element has new parameters but the same
// body elsewhere.
func (b *Store) tellMoved(c *Change, was, is Side) {
	at := slices.Index(c.Facets, inGeometry)
	if at < 0 || !drawn(c.Category) {
		return
	}
	from, to := b.surfacesOf(was, c.ID), b.surfacesOf(is, c.ID)
	if len(from) == 0 || !slices.EqualFunc(from, to, func(x, y encoded) bool { return x.mesh.hash == y.mesh.hash }) {
		return
	}
	c.Facets = slices.Delete(c.Facets, at, at+1)
	same := slices.EqualFunc(from, to, func(a, b encoded) bool { return a.origin == b.origin })
	if !same && !slices.Contains(c.Facets, inPlace) {
		c.Facets = append(c.Facets, inPlace)
		slices.Sort(c.Facets)
	}
}

// looksTheSame reports whether an element has the same body in the same place in both states. A ghost of it would
// coincide with the element.
func (b *Store) looksTheSame(was, is Side, id state.ID) bool {
	from, to := b.surfacesOf(was, id), b.surfacesOf(is, id)
	return len(from) > 0 && slices.EqualFunc(from, to, func(a, b encoded) bool {
		return a.mesh.hash == b.mesh.hash && a.origin == b.origin
	})
}

// surfacesOf returns the surfaces of an element that the viewer may see, or nil if there are none.
func (b *Store) surfacesOf(of Side, id state.ID) []encoded {
	e, ok := of.told(id)
	if !ok || !drawn(e.Category) {
		return nil
	}
	return b.of(of.view, e).surfaces
}

// bodiesOf returns the rows of elements of a state, and their bodies as a chunk.
func (b *Store) bodiesOf(ctx context.Context, of Side, elements []*state.Element) (Rows, Chunk, []byte, error) {
	elements = of.sorted(elements)
	content, triangles, err := b.encode(ctx, of.view, elements)
	if err != nil {
		return Rows{}, Chunk{}, nil, err
	}
	return of.rows(elements, of.tells), Chunk{Bytes: len(content), Level: -1, Count: len(elements),
		Triangles: triangles}, content, nil
}

// These are the kinds of changes in a difference.
const (
	added    = "added"
	modified = "modified"
	deleted  = "deleted"
	derived  = "derived"
)

// changesOf lists the changes of the elements that appear in lists: added, modified and deleted elements, then elements
// that change as a consequence.
func changesOf(was, is Side, d merge.Difference, derives []projections.Effect) []Change {
	out := []Change{}
	add := func(from Side, id state.ID, change string, facets []string) {
		e, ok := from.told(id)
		if !ok {
			return
		}
		level := ""
		if at := from.place(e); at >= 0 {
			level = from.levels[at].Name
		}
		out = append(out, Change{id, change, facets, e.Category, e.Name, level})
	}
	for _, e := range d.Added {
		add(is, e.ElementID, added, []string{})
	}
	for _, e := range d.Modified {
		add(is, e.ElementID, modified, facetsOf(e.Changes))
	}
	for _, e := range d.Deleted {
		add(was, e.ElementID, deleted, []string{})
	}
	for _, e := range derives {
		add(is, e.ID, derived, aspectsOf(e.Aspects))
	}
	return out
}

// The groups of facets by which a viewer distinguishes changes.
const (
	inGeometry   = "geometry"
	inPlace      = "place"
	inProperties = "properties"
	inRelations  = "relations"
)

// sideOf returns the group to which a facet belongs.
func sideOf(f state.Facet) string {
	switch f {
	case merge.FacetPlacement, state.FacetLevel:
		return inPlace
	case state.FacetName, state.FacetMaterial, state.FacetClassification, state.FacetOrigin:
		return inProperties
	case state.FacetHost, state.FacetFills, state.FacetAssembly, state.FacetJoin:
		return inRelations
	case state.FacetType:
		return inGeometry
	}
	switch {
	case f.IsConnection():
		return inRelations
	case f.IsParameter():
		return inGeometry
	}
	return inProperties
}

func facetsOf(changes []state.Change) []string {
	return distinct(len(changes), func(i int) string { return sideOf(changes[i].Facet) })
}

// sidesOfAspects maps the aspects of derived changes to groups of facets.
var sidesOfAspects = map[projections.Aspect]string{
	projections.AspectBody: inGeometry, projections.AspectPlace: inPlace, projections.AspectRelations: inRelations,
	projections.AspectExtent: inGeometry, projections.AspectBounds: inRelations,
	projections.AspectOpenings: inRelations, projections.AspectNeighbours: inRelations,
}

func aspectsOf(aspects []projections.Aspect) []string {
	return distinct(len(aspects), func(i int) string { return sidesOfAspects[aspects[i]] })
}

// distinct returns n words, sorted and without duplicates.
func distinct(n int, word func(i int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = word(i)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
