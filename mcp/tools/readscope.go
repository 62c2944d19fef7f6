package tools

import (
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// readBounds returns the scope of what a caller may read, nil when it is bounded by nothing but branches. Tools that
// heed it say so (mcp.Tool.ReadScoped); the others are refused to who has one.
func readBounds(c *mcp.Call) *mcp.Scope {
	s, _ := c.Principal.Scope(mcp.OpRead)
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
