package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// ReadBounds returns the scope that limits what a caller may read of the call's branch, or nil if the caller may read
// all of it. Tools that respect the scope set mcp.Tool.ReadScoped; other tools are refused to such callers.
func ReadBounds(c *mcp.Call) *mcp.Scope { return BoundsOn(c.Principal, c.BranchName()) }

// BoundsOn is ReadBounds for any branch. It returns a scope that allows nothing if the principal may not read the
// branch.
func BoundsOn(p mcp.Principal, branch string) *mcp.Scope {
	if !p.ReadsBranch(branch) {
		return &mcp.Scope{Categories: Nothing, Levels: Nothing}
	}
	s, _ := p.Scope(mcp.OpRead)
	if !s.Bounded() {
		return nil
	}
	return &s
}

// Tells reports whether a scope allows an element to be shown.
func Tells(s *mcp.Scope, v *projections.View, id state.ID) bool {
	if s == nil {
		return true
	}
	e, ok := v.Model.Element(id)
	return ok && s.Allows(scopeCategory(v.Model, e), []mcp.Place{placeOf(v, e)})
}

// tellsDefinition reports whether a scope allows a type or material to be shown. It has no place, so it is visible to
// whoever may read an element made of it. A type is also visible to whoever may read its category anywhere.
func tellsDefinition(s *mcp.Scope, v *projections.View, id state.ID) bool {
	if s == nil {
		return true
	}
	if t, ok := v.Model.Type(id); ok {
		return s.Allows(string(t.Category), nil) ||
			slices.ContainsFunc(v.Model.OfType(id), func(of state.ID) bool { return Tells(s, v, of) })
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
	v.Model.Each(func(e *state.Element) bool {
		found = ofMaterial(id, e.MaterialID, nil, state.FixedOf(e)) && Tells(s, v, e.ID)
		return !found
	})
	return found
}

// ofMaterial reports whether something is made of a material, as a whole, in one of its layers, or in a part of its
// fixed shape.
func ofMaterial(material, whole state.ID, layers []state.Layer, fixed *state.FixedShape) bool {
	return whole == material ||
		slices.ContainsFunc(layers, func(l state.Layer) bool { return l.MaterialID == material }) ||
		fixed != nil && slices.ContainsFunc(fixed.Parts,
			func(part state.FixedPart) bool { return part.MaterialID == material })
}

// WithoutHidden removes the ids of hidden things from parameters in JSON: a single reference becomes empty, and a list
// loses the entry.
func (p *Page) WithoutHidden(v *projections.View, params json.RawMessage) (json.RawMessage, error) {
	if p.Bounds == nil {
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
		return ok && Holds(v.Model, state.ID(id)) && !p.Tells(v, state.ID(id))
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

// NarrowPorts removes the connections of ports to hidden elements.
func (p *Page) NarrowPorts(v *projections.View, ports []PortEcho) {
	for i, port := range ports {
		if port.ConnectedTo != nil && !p.Tells(v, port.ConnectedTo.ElementID) {
			ports[i].ConnectedTo = nil
		}
	}
}

// Knows returns a filter for the elements, types, materials and levels that a caller may name.
func (p *Page) Knows(v *projections.View) func(state.ID) bool {
	return func(id state.ID) bool { return !Holds(v.Model, id) || p.Tells(v, id) }
}

// Tells reports whether the caller may see an element, type or material, or a level as the place of other elements.
func (p *Page) Tells(v *projections.View, id state.ID) bool {
	if p.Bounds == nil {
		return true
	}
	if inLibrary(v.Model, id) {
		return tellsDefinition(p.Bounds, v, id)
	}
	e, ok := v.Model.Element(id)
	return ok && (Tells(p.Bounds, v, id) || e.Category == state.CategoryLevel && p.Bounds.AllowsLevel(string(id)))
}

// MustTell returns an error if one of the ids is hidden from the caller, the same as for a missing element.
func (p *Page) MustTell(v *projections.View, ids ...state.ID) error {
	for _, id := range ids {
		if id != "" && Holds(v.Model, id) && !p.Tells(v, id) {
			return state.Errorf(state.NotFound, "no element %q", id)
		}
	}
	return nil
}

// KnownTo returns a filter for the ids that the caller of a mutation may name.
func KnownTo(c *mcp.Call, v *projections.View) func(state.ID) bool {
	bounds := ReadBounds(c)
	switch {
	case bounds == nil:
		return Everything
	case Blind(c):
		return saidByID(c, v)
	}
	return (&Page{Bounds: bounds}).Knows(v)
}

// unfound makes the error about a hidden thing equal to the error about a missing thing.
func unfound(err error) error {
	if state.CodeOf(err) != state.NotFound {
		return err
	}
	return state.Errorf(state.NotFound,
		"there is no such thing in this model and branch, or none that you may read: query_elements lists what you may")
}

// Within removes hidden things from the description of an element: its host, the opening that it fills, and levels.
func (p *Page) Within(v *projections.View, e ElementEcho) ElementEcho {
	if p.Bounds == nil {
		return e
	}
	for _, id := range []*state.ID{&e.HostID, &e.FillsID, &e.StoreyID} {
		if *id != "" && !p.Tells(v, *id) {
			*id = ""
		}
	}
	if e.LevelID != "" && !p.Tells(v, e.LevelID) {
		e.LevelID, e.LevelName = "", ""
	}
	return e
}

// Known returns the ids of the elements that the caller may see.
func (p *Page) Known(v *projections.View, ids []state.ID) []state.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id state.ID) bool { return !p.Tells(v, id) })
}

// Narrow removes from the facts about a room everything that the caller may not see.
func (p *Page) Narrow(v *projections.View, f *projections.RoomFacts) {
	if p.Bounds == nil {
		return
	}
	if !p.Tells(v, f.HeightOf) {
		f.HeightOf = ""
	}
	f.Unreached = p.Known(v, f.Unreached)
	f.Bounding, f.Doors, f.Windows, f.Openings = p.Known(v, f.Bounding), p.Known(v, f.Doors),
		p.Known(v, f.Windows), p.Known(v, f.Openings)
	f.Adjacent = slices.DeleteFunc(slices.Clone(f.Adjacent),
		func(a projections.Adjacency) bool { return !p.Tells(v, a.RoomID) })
	for i, a := range f.Adjacent {
		f.Adjacent[i].Walls, f.Adjacent[i].Doors, f.Adjacent[i].Openings = p.Known(v, a.Walls),
			p.Known(v, a.Doors), p.Known(v, a.Openings)
	}
	f.OpenTo = slices.DeleteFunc(slices.Clone(f.OpenTo),
		func(a projections.OpenTo) bool { return !p.Tells(v, a.RoomID) })
	for i, a := range f.OpenTo {
		f.OpenTo[i].Openings, f.OpenTo[i].Stairs = p.Known(v, a.Openings), p.Known(v, a.Stairs)
	}
}

// candidateless removes the candidates for an ambiguous name from an error, for callers who may not read everything.
func candidateless(err error) error {
	e, ok := errors.AsType[*state.Error](err)
	if !ok || e.Data["candidates"] == nil {
		return err
	}
	return state.Errorf(state.InvalidInput, "a name is that of several things: give an id").With("parameter",
		e.Data["parameter"])
}

// Relating lists the columns of lists that refer to another element than the row does.
var Relating = []string{"host", "room", "from_room", "to_room"}

// Readable returns the elements that the caller may see.
func (p *Page) Readable(v *projections.View, found []*state.Element) []*state.Element {
	if p.Bounds == nil {
		return found
	}
	return slices.DeleteFunc(found, func(e *state.Element) bool { return !Tells(p.Bounds, v, e.ID) })
}

// hide removes hidden elements from a reply. The counts stay, because limits and approvals depend on them.
func (d *Done) hide(s *mcp.Scope, reply *Change) {
	if s == nil {
		return
	}
	hidden := func(id state.ID) bool {
		return Has(d.Before.Model, id) && !Tells(s, d.Before, id) || Has(d.After.Model, id) && !Tells(s, d.After, id)
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

// Nothing is a bound that allows nothing. An empty list would allow everything.
var Nothing = []string{"-"}
