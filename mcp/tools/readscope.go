package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// readBounds returns the scope of what a caller may read of the branch that a call is about, nil when that is all of
// it. Tools that heed it say so (mcp.Tool.ReadScoped); the others are refused to who has one.
func readBounds(c *mcp.Call) *mcp.Scope { return boundsOn(c.Principal, c.BranchName()) }

// boundsOn is readBounds of any branch: a scope with nothing in it where the branch may not be read.
func boundsOn(p mcp.Principal, branch string) *mcp.Scope {
	if !p.ReadsBranch(branch) {
		return &mcp.Scope{Categories: nothing, Levels: nothing}
	}
	s, _ := p.Scope(mcp.OpRead)
	if !s.Bounded() {
		return nil
	}
	return &s
}

// tells reports whether an element may be told of.
func tells(s *mcp.Scope, v *projections.View, id domain.ID) bool {
	if s == nil {
		return true
	}
	e, ok := v.Model.Element(id)
	return ok && s.Allows(scopeCategory(v.Model, e), []mcp.Place{placeOf(v, e)})
}

// tellsDefinition reports whether a type or material may be told of. It lies nowhere: it is told of to who may read an
// element that is made of it, and a type also to who may read its category wherever that stands.
func tellsDefinition(s *mcp.Scope, v *projections.View, id domain.ID) bool {
	if s == nil {
		return true
	}
	if t, ok := v.Model.Type(id); ok {
		return s.Allows(string(t.Category), nil) ||
			slices.ContainsFunc(v.Model.OfType(id), func(of domain.ID) bool { return tells(s, v, of) })
	}
	if _, ok := v.Model.Material(id); !ok {
		return false
	}
	if s.Allows("material", nil) {
		return true
	}
	for _, t := range v.Model.Types() {
		if ofMaterial(id, t.MaterialID, t.Layers, nil) && tellsDefinition(s, v, t.ID) {
			return true
		}
	}
	found := false
	v.Model.Each(func(e *domain.Element) bool {
		found = ofMaterial(id, e.MaterialID, nil, domain.FixedOf(e)) && tells(s, v, e.ID)
		return !found
	})
	return found
}

// ofMaterial reports whether something is made of a material: as a whole, in one of its layers, or in a part of its
// fixed shape.
func ofMaterial(material, whole domain.ID, layers []domain.Layer, fixed *domain.FixedShape) bool {
	return whole == material ||
		slices.ContainsFunc(layers, func(l domain.Layer) bool { return l.MaterialID == material }) ||
		fixed != nil && slices.ContainsFunc(fixed.Parts,
			func(part domain.FixedPart) bool { return part.MaterialID == material })
}

// withoutHidden takes the ids of what may not be told of out of parameters as JSON has them: a reference becomes empty,
// and leaves a list.
func (p *page) withoutHidden(v *projections.View, params json.RawMessage) (json.RawMessage, error) {
	if p.bounds == nil {
		return params, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(params))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	hidden := func(value any) bool {
		id, ok := value.(string)
		return ok && holds(v.Model, domain.ID(id)) && !p.tells(v, domain.ID(id))
	}
	return json.Marshal(withoutReferences(value, hidden))
}

func withoutReferences(value any, hidden func(any) bool) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			v[name] = withoutReferences(member, hidden)
		}
	case []any:
		v = slices.DeleteFunc(v, hidden)
		for i := range v {
			v[i] = withoutReferences(v[i], hidden)
		}
		return v
	case string:
		if hidden(v) {
			return ""
		}
	}
	return value
}

// narrowPorts leaves out what ports are connected to where that may not be told of.
func (p *page) narrowPorts(v *projections.View, ports []PortEcho) {
	for i, port := range ports {
		if port.ConnectedTo != nil && !p.tells(v, port.ConnectedTo.ElementID) {
			ports[i].ConnectedTo = nil
		}
	}
}

// knows returns which elements, types, materials and levels a caller may name.
func (p *page) knows(v *projections.View) func(domain.ID) bool {
	return func(id domain.ID) bool { return !holds(v.Model, id) || p.tells(v, id) }
}

// tells reports whether the caller may be told of an element, type or material, or of a level as the place of others.
func (p *page) tells(v *projections.View, id domain.ID) bool {
	if p.bounds == nil {
		return true
	}
	if inLibrary(v.Model, id) {
		return tellsDefinition(p.bounds, v, id)
	}
	e, ok := v.Model.Element(id)
	return ok && (tells(p.bounds, v, id) || e.Category == domain.CategoryLevel && p.bounds.AllowsLevel(string(id)))
}

// mustTell refuses elements that the caller may not be told of, as those that are not there.
func (p *page) mustTell(v *projections.View, ids ...domain.ID) error {
	for _, id := range ids {
		if id != "" && holds(v.Model, id) && !p.tells(v, id) {
			return domain.Errorf(domain.NotFound, "no element %q", id)
		}
	}
	return nil
}

// knownTo returns what the caller of a mutation may name.
func knownTo(c *mcp.Call, v *projections.View) func(domain.ID) bool {
	bounds := readBounds(c)
	switch {
	case bounds == nil:
		return everything
	case blind(c):
		return saidByID(c, v)
	}
	return (&page{bounds: bounds}).knows(v)
}

// unfound gives what is not there and what may not be told of one answer.
func unfound(err error) error {
	if domain.CodeOf(err) != domain.NotFound {
		return err
	}
	return domain.Errorf(domain.NotFound,
		"there is no such thing in this model and branch, or none that you may read: query_elements lists what you may")
}

// within takes out of what is told of an element the others that may not be told of: its host, the opening that it
// fills, and levels.
func (p *page) within(v *projections.View, e ElementEcho) ElementEcho {
	if p.bounds == nil {
		return e
	}
	for _, id := range []*domain.ID{&e.HostID, &e.FillsID, &e.StoreyID} {
		if *id != "" && !p.tells(v, *id) {
			*id = ""
		}
	}
	if e.LevelID != "" && !p.tells(v, e.LevelID) {
		e.LevelID, e.LevelName = "", ""
	}
	return e
}

// known returns those of some elements of which the caller may be told.
func (p *page) known(v *projections.View, ids []domain.ID) []domain.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id domain.ID) bool { return !p.tells(v, id) })
}

// narrow leaves of what is known of a room what its caller may be told of.
func (p *page) narrow(v *projections.View, f *projections.RoomFacts) {
	if p.bounds == nil {
		return
	}
	if !p.tells(v, f.HeightOf) {
		f.HeightOf = ""
	}
	f.Unreached = p.known(v, f.Unreached)
	f.Bounding, f.Doors, f.Windows, f.Openings = p.known(v, f.Bounding), p.known(v, f.Doors),
		p.known(v, f.Windows), p.known(v, f.Openings)
	f.Adjacent = slices.DeleteFunc(slices.Clone(f.Adjacent),
		func(a projections.Adjacency) bool { return !p.tells(v, a.RoomID) })
	for i, a := range f.Adjacent {
		f.Adjacent[i].Walls, f.Adjacent[i].Doors, f.Adjacent[i].Openings = p.known(v, a.Walls),
			p.known(v, a.Doors), p.known(v, a.Openings)
	}
	f.OpenTo = slices.DeleteFunc(slices.Clone(f.OpenTo),
		func(a projections.OpenTo) bool { return !p.tells(v, a.RoomID) })
	for i, a := range f.OpenTo {
		f.OpenTo[i].Openings, f.OpenTo[i].Stairs = p.known(v, a.Openings), p.known(v, a.Stairs)
	}
}

// candidateless takes what else a name may mean out of an error, for callers who may not read everything.
func candidateless(err error) error {
	e, ok := errors.AsType[*domain.Error](err)
	if !ok || e.Data["candidates"] == nil {
		return err
	}
	return domain.Errorf(domain.InvalidInput, "a name is that of several things: give an id").With("parameter",
		e.Data["parameter"])
}

// relating are the fields of lists that tell of other elements than the one of the row.
var relating = []string{"host", "room", "from_room", "to_room"}

// readable returns the elements that may be told of.
func (p *page) readable(v *projections.View, found []*domain.Element) []*domain.Element {
	if p.bounds == nil {
		return found
	}
	return slices.DeleteFunc(found, func(e *domain.Element) bool { return !tells(p.bounds, v, e.ID) })
}

// hide takes out of a reply what the caller may not read. The counts stay: they are what limits and approvals go by.
func (d *done) hide(s *mcp.Scope, reply *Change) {
	if s == nil {
		return
	}
	hidden := func(id domain.ID) bool {
		return has(d.before.Model, id) && !tells(s, d.before, id) || has(d.after.Model, id) && !tells(s, d.after, id)
	}
	reply.Modified = slices.DeleteFunc(reply.Modified, func(m ModifiedEcho) bool { return hidden(m.ElementID) })
	reply.Deleted = slices.DeleteFunc(reply.Deleted, func(e DeletedEcho) bool { return hidden(e.ElementID) })
	reply.Created = slices.DeleteFunc(reply.Created, func(e ElementEcho) bool { return hidden(e.ElementID) })
	reply.Unbounded = slices.DeleteFunc(reply.Unbounded, hidden)
	for i := range reply.Events {
		if hidden(reply.Events[i].ElementID) {
			reply.Events[i].ElementID = ""
		}
	}
}
