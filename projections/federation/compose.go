package federation

import (
	"fmt"
	"iter"
	"reflect"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Source is a linked model that a view is composed of.
type Source struct {
	Link  state.ModelLink
	View  *projections.View
	Place state.Transform // place of the linked model's coordinates
}

// Compose returns the view of a model together with its sources. If whole is false, the view has only site, building
// and storeys of the model itself. The same views and links give the same model.
func Compose(own *projections.View, sources []Source, whole bool) *projections.View {
	c := &composer{own: own.Model, whole: whole, taken: map[state.ID]bool{}, types: map[state.ID]*state.Type{},
		materials: map[state.ID]*state.Material{}, links: map[state.ID]bool{}}
	c.storeys = storeysOf(own.Model)
	var parts []*projections.LinkedPart
	events := []iter.Seq[state.Event]{c.ownEvents(own.Model, sources)}
	contents := []state.Content{c.ownContent(own.Model)}
	for _, s := range sources {
		p := c.part(s)
		parts = append(parts, p.made)
		events = append(events, p.events)
		contents = append(contents, p.content())
	}
	return own.Federated(func(yield func(state.Event) bool) {
		for _, list := range events {
			for e := range list {
				if !yield(e) {
					return
				}
			}
		}
	}, together(contents), parts)
}

// composer is the state of a composition: it records the elements and definitions that have been taken over.
type composer struct {
	own       *state.Model
	whole     bool // includes all elements of own
	storeys   []storey
	taken     map[state.ID]bool // elements of sources
	types     map[state.ID]*state.Type
	materials map[state.ID]*state.Material
	links     map[state.ID]bool // joins and connections of sources
}

// storey is a level of the composed model.
type storey struct {
	id       state.ID
	name     string
	height   geometry.Length
	isStorey bool
}

func storeysOf(m *state.Model) []storey {
	var out []storey
	for _, e := range shape.LevelsUnindexed(m) {
		out = append(out, storeyFrom(e))
	}
	return out
}

func storeyFrom(e *state.Element) storey {
	l := e.Params.(*shape.Level)
	return storey{e.ID, e.Name, l.Elevation, l.IsStorey}
}

// same returns the level of the composed model that replaces a level of a source: a level of the same height, and among
// several the level with the same name.
func same(of storey, among []storey) (state.ID, bool) {
	var found []storey
	for _, s := range among {
		if s.height == of.height && s.isStorey == of.isStorey {
			found = append(found, s)
		}
	}
	for _, s := range found {
		if strings.EqualFold(s.name, of.name) {
			return s.id, true
		}
	}
	if len(found) == 1 {
		return found[0].id, true
	}
	return "", false
}

// ownEvents yields the events that make the model itself without its elements, with bounds that are large enough for
// the sources too.
func (c *composer) ownEvents(m *state.Model, sources []Source) iter.Seq[state.Event] {
	info := m.Info()
	for _, s := range sources {
		info.HalfExtent = max(info.HalfExtent, s.View.Model.Info().HalfExtent)
	}
	return func(yield func(state.Event) bool) {
		if !yield(&state.ModelCreated{Info: info}) {
			return
		}
		for _, l := range m.ModelLinks() {
			if !yield(&state.ModelLinked{ModelLink: l}) {
				return
			}
		}
		definitions(m, yield)
	}
}

// ownContent returns the elements of the model itself that the composed model has.
func (c *composer) ownContent(m *state.Model) state.Content {
	out := state.Content{Elements: make([]*state.Element, 0, m.Len())}
	m.Each(func(e *state.Element) bool {
		if c.whole || stoodOn[e.Category] {
			out.Elements = append(out.Elements, e)
		}
		return true
	})
	if c.whole {
		out.Joins, out.Connections = m.Joins(), m.Connections()
	}
	return out
}

// stoodOn lists the categories on which linked elements stand.
var stoodOn = map[state.Category]bool{state.CategorySite: true, state.CategoryBuilding: true,
	state.CategoryLevel: true}

// definitions yields the events of the library of a model.
func definitions(m *state.Model, yield func(state.Event) bool) bool {
	for _, t := range m.Types() {
		if !yield(&state.TypeDefined{Type: *t}) {
			return false
		}
	}
	for _, material := range m.Materials() {
		if !yield(&state.MaterialDefined{Material: *material}) {
			return false
		}
	}
	return m.EachBody(func(b *state.FixedBody) bool { return yield(&state.BodyDefined{FixedBody: *b}) })
}

// part is a source that is being taken over into the composed model.
type part struct {
	*composer
	Source
	made    *projections.LinkedPart
	to      map[state.ID]state.ID // ids that differ in the composed model
	renamed bool                  // elements or definitions have new ids, not only storeys, site and building
	moved   map[state.ID]state.ID // site, building and storeys that have another id in the composed model
}

// part decides the ids under which a source is taken over.
func (c *composer) part(s Source) *part {
	m := s.View.Model
	p := &part{composer: c, Source: s, to: map[state.ID]state.ID{}, moved: map[state.ID]state.ID{},
		made: &projections.LinkedPart{Link: s.Link, View: s.View, Shared: map[state.ID]state.ID{}}}
	p.share(m.Info().SiteID, c.own.Info().SiteID)
	p.share(m.Info().BuildingID, c.own.Info().BuildingID)
	levels := shape.LevelsUnindexed(m)
	for _, e := range levels {
		l := storeyFrom(e)
		l.height += s.Place.Delta.Z
		if to, ok := same(l, c.storeys); ok {
			p.share(e.ID, to)
		}
	}
	for _, t := range m.Types() {
		p.define(t.ID, c.definedType(t))
	}
	for _, material := range m.Materials() {
		p.define(material.ID, c.definedMaterial(material))
	}
	m.Each(func(e *state.Element) bool {
		if _, shared := p.made.Shared[e.ID]; !shared && taken(e) {
			p.made.Elements++
			p.define(e.ID, c.claims(e.ID))
		}
		return true
	})
	for _, e := range levels {
		if _, shared := p.made.Shared[e.ID]; !shared {
			l := storeyFrom(p.element(e))
			c.storeys = append(c.storeys, l)
		}
	}
	return p
}

// taken reports whether the composed model takes over an element of a linked model.
func taken(e *state.Element) bool {
	return e.Category != state.CategoryConstraint && e.Category != state.CategoryView &&
		e.Category != state.CategorySheet && e.Category != state.CategoryArray
}

// share replaces an element by another one.
func (p *part) share(id, to state.ID) {
	p.made.Shared[id] = to
	if id != to {
		p.to[id], p.moved[id] = to, to
	}
}

// define gives an element or definition a new id if its own id is not free.
func (p *part) define(id state.ID, free bool) {
	if free {
		return
	}
	p.renamed = true
	p.to[id] = p.fresh(id)
	if p.made.Originals == nil {
		p.made.Originals = map[state.ID]state.ID{}
	}
	p.made.Originals[p.to[id]] = id
}

// fresh returns the id in the composed model for an element whose own id is not free. The id is the same in every view.
func (p *part) fresh(id state.ID) state.ID {
	return state.DeriveID(fmt.Sprintf("link/%s/%s", p.Link.ID, id), 0)
}

// claims reserves the id of an element, or returns false if another element has it.
func (c *composer) claims(id state.ID) bool {
	if _, own := c.own.Element(id); own || c.taken[id] {
		return false
	}
	c.taken[id] = true
	return true
}

// definedType takes over a type, or returns false if another type has its id.
func (c *composer) definedType(t *state.Type) bool {
	known, ok := c.own.Type(t.ID)
	if !ok {
		known, ok = c.types[t.ID]
	}
	if !ok {
		c.types[t.ID] = t
	}
	return !ok || reflect.DeepEqual(known, t)
}

// definedMaterial takes over a material, or returns false if another material has its id.
func (c *composer) definedMaterial(m *state.Material) bool {
	known, ok := c.own.Material(m.ID)
	if !ok {
		known, ok = c.materials[m.ID]
	}
	if !ok {
		c.materials[m.ID] = m
	}
	return !ok || reflect.DeepEqual(known, m)
}

// linkID returns the id of a join or a connection.
func (p *part) linkID(id state.ID) state.ID {
	if _, join := p.own.Join(id); join || p.links[id] {
		return p.fresh(id)
	}
	if _, connection := p.own.Connection(id); connection {
		return p.fresh(id)
	}
	p.links[id] = true
	return id
}

// id returns the id in the composed model of an element or definition of the source.
func (p *part) id(id state.ID) state.ID {
	if to, other := p.to[id]; other {
		return to
	}
	return id
}

// events yields the events that make the library of the source's part of the composed model.
func (p *part) events(yield func(state.Event) bool) { p.definitions(p.View.Model, yield) }

// content returns the source's elements as the composed model has them.
func (p *part) content() state.Content {
	m, out := p.View.Model, state.Content{Elements: make([]*state.Element, 0, p.made.Elements)}
	m.Each(func(e *state.Element) bool {
		if _, shared := p.made.Shared[e.ID]; !shared && taken(e) {
			out.Elements = append(out.Elements, p.element(e))
		}
		return true
	})
	sorted := !p.renamed
	for _, j := range m.Joins() {
		made := p.join(j)
		sorted = sorted && made.ID == j.ID
		out.Joins = append(out.Joins, made)
	}
	for _, k := range m.Connections() {
		made := p.connection(k)
		sorted = sorted && made.ID == k.ID
		out.Connections = append(out.Connections, made)
	}
	if !sorted {
		sortByID(&out)
	}
	return out
}

func (p *part) definitions(m *state.Model, yield func(state.Event) bool) bool {
	if !p.renamed {
		return definitions(m, yield)
	}
	for _, t := range m.Types() {
		if !yield(&state.TypeDefined{Type: *state.WithIDs(t, p.to)}) {
			return false
		}
	}
	for _, material := range m.Materials() {
		if !yield(&state.MaterialDefined{Material: *state.WithIDs(material, p.to)}) {
			return false
		}
	}
	return m.EachBody(func(b *state.FixedBody) bool { return yield(&state.BodyDefined{FixedBody: *b}) })
}

// element returns an element in the form of the composed model.
func (p *part) element(e *state.Element) *state.Element {
	out := e
	switch level, other := p.to[e.LevelID]; {
	case p.renamed || len(p.moved) > 0 && e.Mentions(p.moved):
		out = state.WithIDs(e, p.to)
	case other:
		c := *e
		c.LevelID = level
		out = &c
	}
	if p.Place != (state.Transform{}) {
		out = shape.Relocated(out, p.Place)
	}
	return out
}

// join returns a join in the form of the composed model: the same one if its ids are.
func (p *part) join(of *state.Join) *state.Join {
	j := *of
	j.ID, j.A, j.B, j.Through = p.linkID(j.ID), p.id(j.A), p.id(j.B), p.id(j.Through)
	if j == *of {
		return of
	}
	if j.A > j.B {
		j.A, j.B, j.APart, j.BPart = j.B, j.A, j.BPart, j.APart
	}
	return &j
}

// connection returns a connection in the form of the composed model: the same one if its ids are.
func (p *part) connection(of *state.Connection) *state.Connection {
	k := *of
	k.ID, k.A, k.B = p.linkID(k.ID), p.id(k.A), p.id(k.B)
	if k == *of {
		return of
	}
	if k.A > k.B || k.A == k.B && k.APort > k.BPort {
		k.A, k.B, k.APort, k.BPort = k.B, k.A, k.BPort, k.APort
	}
	return &k
}
