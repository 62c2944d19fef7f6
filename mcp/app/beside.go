package app

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/approving"
)

// besideWarned bounds the warnings of one change about concurrent work. besideNamed bounds the elements that one such
// warning names.
const (
	besideWarned = 5
	besideNamed  = 5
)

// besideWarnings warns about elements of a change that another branch or an open request changes too, because a merge
// or an approval may run into a conflict. A caller who reads only a part of the model gets no warnings, since they
// would reveal the work of others.
func (b *Backend) besideWarnings(ctx context.Context, c *mcp.Call, d *Done) ([]change.Warning, error) {
	named := map[state.ID]string{}
	for _, id := range d.modified {
		_, named[id] = namedIn(d, id)
	}
	for _, gone := range d.Deleted {
		named[gone.ElementID] = gone.Name
	}
	if len(named) == 0 || Blind(c) || ReadBounds(c) != nil {
		return nil, nil
	}
	var out []change.Warning
	branches, err := b.Live.WorkBeside(ctx, d.Before.ModelID, d.Before.Branch)
	if err != nil {
		return nil, err
	}
	for _, other := range branches {
		if c.Principal.ReadsBranch(other.Branch) {
			out = appendBeside(out, fmt.Sprintf("branch %q", other.Branch), map[string]any{"branch": other.Branch},
				named, func(id state.ID) bool { return other.Touched[id] })
		}
	}
	asked, err := b.requestsBeside(ctx, c, d.Before.ModelID)
	if err != nil {
		return nil, err
	}
	for _, r := range asked {
		ids := b.Approvals().Changing(ctx, r)
		out = appendBeside(out, fmt.Sprintf("the open request of %q on branch %q", r.Requester.ID, r.Plan.Branch),
			map[string]any{"approval_id": r.ID, "branch": r.Plan.Branch}, named,
			func(id state.ID) bool { return ids[id] })
	}
	return out[:min(len(out), besideWarned)], nil
}

func namedIn(d *Done, id state.ID) (category, name string) {
	if category, name = Named(d.After.Model, id); name == "" {
		return Named(d.Before.Model, id)
	}
	return category, name
}

// appendBeside adds a warning if somebody else changes an element that the change names.
func appendBeside(out []change.Warning, who string, data map[string]any, named map[state.ID]string,
	changes func(state.ID) bool) []change.Warning {
	var both []state.ID
	for _, id := range slices.Sorted(maps.Keys(named)) {
		if changes(id) {
			both = append(both, id)
		}
	}
	if len(both) == 0 {
		return out
	}
	data["element_ids"], data["elements"] = both[:min(len(both), besideNamed)], len(both)
	more := ""
	if len(both) > 1 {
		more = fmt.Sprintf(" and %d more", len(both)-1)
	}
	return append(out, change.Warning{Code: "CHANGED_ELSEWHERE", Message: fmt.Sprintf(
		"%s changes %q%s too: agree on it before a merge or an approval has to decide", who, named[both[0]], more),
		Data: data})
}

// requestsBeside returns the open requests of others on branches that the caller reads.
func (b *Backend) requestsBeside(ctx context.Context, c *mcp.Call, model string) ([]*approvals.Approval, error) {
	s, err := b.Approvals().Book(ctx, model)
	if err != nil {
		return nil, err
	}
	now := approving.At(c.Now)
	return slices.DeleteFunc(s.Book.All(), func(a *approvals.Approval) bool {
		return !a.StatusAt(now).Open() || a.Requester == c.Principal.Party() ||
			!c.Principal.ReadsBranch(a.Plan.Branch) ||
			a.ID == c.Common.ApprovalID
	}), nil
}

// Approvals returns the log of requests, which caches what it has read.
func (b *Backend) Approvals() *approving.Log {
	b.books.once.Do(func() { b.books.log = approving.NewLog(b.Store) })
	return b.books.log
}

// Overlap names another branch that changes elements which a branch changes too.
type Overlap struct {
	Branch   string     `json:"branch"`
	Elements int        `json:"elements" jsonschema:"that both change"`
	First    []state.ID `json:"element_ids"`
}

// overlapsAmong bounds the branches that overlaps are computed for, since the cost grows with the square of their
// number.
const overlapsAmong = 50

// OverlapsOf returns, by branch, the other branches that change the same elements, so that a merge may run into
// conflicts. With more than overlapsAmong branches it returns nothing.
func (b *Backend) OverlapsOf(ctx context.Context, model string, names []string) (map[string][]Overlap, error) {
	if len(names) > overlapsAmong {
		return nil, nil
	}
	beside := map[string]map[string]map[state.ID]bool{} // by two branches: changes of the second that the first lacks
	for _, name := range names {
		others, err := b.Live.WorkBeside(ctx, model, name)
		if err != nil {
			return nil, err
		}
		beside[name] = map[string]map[state.ID]bool{}
		for _, other := range others {
			beside[name][other.Branch] = other.Touched
		}
	}
	out := map[string][]Overlap{}
	for _, name := range names {
		for _, other := range names {
			o := Overlap{Branch: other}
			theirs := beside[name][other]
			for id := range beside[other][name] {
				if theirs[id] {
					o.First = append(o.First, id)
				}
			}
			if o.Elements = len(o.First); o.Elements > 0 {
				slices.Sort(o.First)
				o.First = o.First[:min(len(o.First), besideNamed)]
				out[name] = append(out[name], o)
			}
		}
	}
	return out, nil
}
