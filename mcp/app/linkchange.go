package app

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// AddLinks adds the links that differ to a difference. For a link to a model that the caller may not read, it adds only
// the id.
func (b *Backend) AddLinks(ctx context.Context, p mcp.Principal, d *difference) {
	for _, l := range merge.DiffLinks(d.before.Model, d.after.Model) {
		e := merge.DifferentElement{ElementID: l.ID, Category: merge.CategoryLink, Changes: l.Changes()}
		for _, side := range []*state.ModelLink{l.From, l.To} {
			if side != nil {
				e.Name = side.Name
			}
		}
		if !b.readsLinked(ctx, p, d.before.Branch, l.From, l.To) {
			e.Name, e.Changes = "", []state.Change{}
		}
		switch {
		case l.From == nil:
			d.Added = append(d.Added, e)
		case l.To == nil:
			d.Deleted = append(d.Deleted, e)
		default:
			d.Modified = append(d.Modified, e)
		}
	}
}

// readsLinked reports whether a principal may read the models that links of a branch refer to.
func (b *Backend) readsLinked(ctx context.Context, p mcp.Principal, branch string, links ...*state.ModelLink) bool {
	r := b.ReaderOf(p)
	return BoundsOn(p, branch) == nil && !slices.ContainsFunc(links, func(l *state.ModelLink) bool {
		return l != nil && (r.Admits(ctx, l.ModelID) != nil || r.Bounded(BranchOfLink(*l)))
	})
}

// KnownConflicts hides details of conflicts about links to models that a principal may not read. It keeps the id of the
// link, the subject of the conflict and the choices. views are the states that contain the links.
func (b *Backend) KnownConflicts(ctx context.Context, p mcp.Principal, conflicts []merge.Conflict,
	views ...*projections.View) {
	for i, c := range conflicts {
		if c.Category != merge.CategoryLink {
			continue
		}
		ids := []state.ID{c.ElementID}
		for _, other := range c.Involved {
			ids = append(ids, other.ElementID)
		}
		if b.readsLinks(ctx, p, ids, views) {
			continue
		}
		unknown := json.RawMessage("null")
		conflicts[i].Name, conflicts[i].Base, conflicts[i].Ours, conflicts[i].Theirs = "", unknown, unknown, unknown
		conflicts[i].Involved = slices.Clone(c.Involved)
		for k := range conflicts[i].Involved {
			conflicts[i].Involved[k].Name = ""
		}
	}
}

func (b *Backend) readsLinks(ctx context.Context, p mcp.Principal, ids []state.ID, views []*projections.View) bool {
	for _, v := range views {
		for _, id := range ids {
			if l, ok := v.Model.ModelLinkOf(string(id)); ok && !b.readsLinked(ctx, p, v.Branch, &l) {
				return false
			}
		}
	}
	return true
}

// KnownAutomatic removes the names of links to models that a principal may not read from the automatic decisions of a
// merge. The ids of these links stay.
func (b *Backend) KnownAutomatic(ctx context.Context, p mcp.Principal, done []merge.Automatic,
	views ...*projections.View) {
	for i, a := range done {
		if a.Category == merge.CategoryLink && !b.readsLinks(ctx, p, []state.ID{a.ElementID}, views) {
			done[i].Name = ""
		}
	}
}
