package web

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/tools"
	"github.com/bimstream/bimstream/projections"
)

// deltaData is what differs between two states of a model, with the bodies that differ.
type deltaData struct {
	From       momentData   `json:"from"`
	To         momentData   `json:"to"`
	Reload     bool         `json:"reload"`
	Changes    []changeData `json:"changes"`
	Rows       rowsData     `json:"rows"`
	Levels     []levelData  `json:"levels"`
	After      chunkData    `json:"after"`
	BeforeRows rowsData     `json:"before_rows"`
	Before     chunkData    `json:"before"`
}

type changeData struct {
	ID       domain.ID       `json:"id"`
	Change   string          `json:"change"`
	Facets   []string        `json:"facets"`
	Category domain.Category `json:"category"`
	Name     string          `json:"name"`
	Level    string          `json:"level"`
}

// maxChanges bounds a difference that is told element by element. Beyond it the page loads the state anew, which costs
// about as much.
const maxChanges = 3000

// delta serves what differs between two points.
func (s *Server) delta(w http.ResponseWriter, r *http.Request, who mcp.Principal) error {
	q := r.URL.Query()
	to, toHead, err := s.viewAndHead(r, who, q.Get("to"))
	if err != nil {
		return err
	}
	from, fromHead := projections.EmptyView(to.ModelID, to.Branch), toHead
	var touched []domain.ID
	if q.Get("from") == beginning && to.Origin() == nil {
		touched = elementsOf(to)
	} else if from, fromHead, err = s.fromOf(r, who, to, q.Get("from")); err == nil {
		touched, err = s.reader(who).Touched(r.Context(), from, to)
	}
	if err != nil {
		return err
	}
	d, err := tools.DifferenceOf(r.Context(), from, to, touched, maxChanges)
	if err != nil {
		return err
	}
	out, err := s.deltaOf(r.Context(), who, from, to, d)
	if err != nil {
		return err
	}
	out.From, out.To = momentOf(from, fromHead), momentOf(to, toHead)
	answer(w, out)
	return nil
}

// beginning is the point before the first event of a branch: nothing, or what the branch was forked from.
const beginning = "-1"

// fromOf returns the state that a difference begins with.
func (s *Server) fromOf(r *http.Request, who mcp.Principal, to *projections.View,
	point string) (*projections.View, uint64, error) {
	if point == beginning {
		origin := to.Origin()
		point = origin.Branch + "@" + strconv.FormatUint(origin.Revision, 10)
	}
	return s.viewAndHead(r, who, point)
}

func elementsOf(v *projections.View) []domain.ID {
	ids := make([]domain.ID, 0, v.Model.Len())
	v.Model.Each(func(e *domain.Element) bool {
		ids = append(ids, e.ID)
		return true
	})
	return ids
}

// deltaOf tells a difference, as far as a person may know of it.
func (s *Server) deltaOf(ctx context.Context, who mcp.Principal, from, to *projections.View,
	d tools.Difference) (*deltaData, error) {
	reader := s.reader(who)
	was, is := side{from, reader.Tells(from), levelling{}}, side{to, reader.Tells(to), levelling{}}
	was.levelling, is.levelling = levelsOf(from, was.tells), levelsOf(to, is.tells)
	out := &deltaData{Levels: is.levels, Reload: d.Len() > maxChanges}
	changes := []changeData{}
	if !out.Reload {
		changes = changesOf(was, is, d)
	}
	if out.Reload = out.Reload || len(changes) > maxChanges; out.Reload {
		changes = []changeData{}
	}
	out.Changes = changes
	var after, before []*domain.Element
	for _, c := range changes {
		if e, ok := is.told(c.ID); ok && c.Change != deleted {
			after = append(after, e)
		}
		if e, ok := was.told(c.ID); ok && c.Change != added && !s.looksTheSame(was, is, c.ID) {
			before = append(before, e)
		}
	}
	var err error
	if out.Rows, out.After, err = s.bodiesOf(ctx, is, after); err != nil {
		return nil, err
	}
	if out.BeforeRows, out.Before, err = s.bodiesOf(ctx, was, before); err != nil {
		return nil, err
	}
	for i := range out.Changes {
		s.tellMoved(&out.Changes[i], was, is)
	}
	return out, nil
}

// tellMoved says of an element that has another geometry by its parameters, but the same body elsewhere, that it has
// another place.
func (s *Server) tellMoved(c *changeData, was, is side) {
	at := slices.Index(c.Facets, inGeometry)
	if at < 0 || !drawn(c.Category) {
		return
	}
	from, to := s.surfacesOf(was, c.ID), s.surfacesOf(is, c.ID)
	if len(from) == 0 || !slices.EqualFunc(from, to, func(a, b encoded) bool { return a.mesh.hash == b.mesh.hash }) {
		return
	}
	c.Facets = slices.Delete(c.Facets, at, at+1)
	same := slices.EqualFunc(from, to, func(a, b encoded) bool { return a.origin == b.origin })
	if !same && !slices.Contains(c.Facets, inPlace) {
		c.Facets = append(c.Facets, inPlace)
		slices.Sort(c.Facets)
	}
}

// looksTheSame reports whether an element of both states has one body in one place: a ghost of it would lie in it.
func (s *Server) looksTheSame(was, is side, id domain.ID) bool {
	from, to := s.surfacesOf(was, id), s.surfacesOf(is, id)
	return len(from) > 0 && slices.EqualFunc(from, to, func(a, b encoded) bool {
		return a.mesh.hash == b.mesh.hash && a.origin == b.origin
	})
}

// surfacesOf returns what is drawn of an element that the person may be told of, nil where there is nothing.
func (s *Server) surfacesOf(of side, id domain.ID) []encoded {
	e, ok := of.told(id)
	if !ok || !drawn(e.Category) {
		return nil
	}
	return s.bodies.of(of.view, e).surfaces
}

// side is one of two states that are compared.
type side struct {
	view  *projections.View
	tells func(domain.ID) bool
	levelling
}

// told returns an element of lists, if the person may be told of it.
func (s side) told(id domain.ID) (*domain.Element, bool) {
	e, ok := s.view.Model.Element(id)
	return e, ok && listed(e.Category) && s.tells(id)
}

// bodiesOf tells elements of a state, and keeps their bodies as a blob.
func (s *Server) bodiesOf(ctx context.Context, of side, elements []*domain.Element) (rowsData, chunkData, error) {
	elements = of.sorted(elements)
	content, triangles, err := s.encode(ctx, of.view, elements)
	if err != nil {
		return rowsData{}, chunkData{}, err
	}
	return of.rows(elements, of.tells), chunkData{URL: s.blobs.keep(content), Bytes: len(content), Level: -1,
		Count: len(elements), Triangles: triangles}, nil
}

// The words of a difference.
const (
	added    = "added"
	modified = "modified"
	deleted  = "deleted"
	derived  = "derived"
)

// changesOf lists what differs, of what is in lists: added, modified, deleted, then what follows from these.
func changesOf(was, is side, d tools.Difference) []changeData {
	out := []changeData{}
	add := func(from side, id domain.ID, change string, facets []string) {
		e, ok := from.told(id)
		if !ok {
			return
		}
		level := ""
		if at := from.place(e); at >= 0 {
			level = from.levels[at].Name
		}
		out = append(out, changeData{id, change, facets, e.Category, e.Name, level})
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
	for _, e := range d.Derived {
		add(is, e.ID, derived, aspectsOf(e.Aspects))
	}
	return out
}

// The sides of an element by which a page tells a change from another.
const (
	inGeometry   = "geometry"
	inPlace      = "place"
	inProperties = "properties"
	inRelations  = "relations"
)

// sideOf says to which side a facet belongs.
func sideOf(f domain.Facet) string {
	switch f {
	case domain.FacetPlacement, domain.FacetLevel:
		return inPlace
	case domain.FacetName, domain.FacetMaterial, domain.FacetClassification:
		return inProperties
	case domain.FacetHost, domain.FacetFills, domain.FacetAssembly, domain.FacetJoin:
		return inRelations
	case domain.FacetType:
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

func facetsOf(changes []domain.Change) []string {
	return distinct(len(changes), func(i int) string { return sideOf(changes[i].Facet) })
}

// sidesOfAspects says to which side what follows from other changes belongs.
var sidesOfAspects = map[projections.Aspect]string{
	projections.AspectBody: inGeometry, projections.AspectPlace: inPlace, projections.AspectRelations: inRelations,
	projections.AspectExtent: inGeometry, projections.AspectBounds: inRelations,
	projections.AspectOpenings: inRelations, projections.AspectNeighbours: inRelations,
}

func aspectsOf(aspects []projections.Aspect) []string {
	return distinct(len(aspects), func(i int) string { return sidesOfAspects[aspects[i]] })
}

// distinct returns n words, sorted, each once.
func distinct(n int, word func(i int) string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = word(i)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
