package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

type DiffCounts struct {
	Added    int `json:"added"`
	Deleted  int `json:"deleted"`
	Modified int `json:"modified"`
	Derived  int `json:"derived" jsonschema:"that follow from these"`
}

type DiffLine struct {
	Side   string `json:"side,omitempty" jsonschema:"source or target"`
	Change string `json:"change" jsonschema:"added, deleted, modified or derived: it follows from the others"`
	merge.DifferentElement
	Changed []string   `json:"changed,omitempty" jsonschema:"of a derived one: body, place, relations; of rooms extent, bounds, openings, neighbours"`
	Long    []LongList `json:"long_lists,omitempty" jsonschema:"of the line, told in part: get_element with at pages them"`
	Before  *Figures   `json:"before,omitempty" jsonschema:"with effects figures"`
	After   *Figures   `json:"after,omitempty"`
}

// difference is the difference between two states: the changes by events and their derived effects.
type difference struct {
	before, after *projections.View
	merge.Difference
	derived []projections.Effect
}

// Compare compares two states that differ at most in the touched elements and definitions.
func Compare(ctx context.Context, before, after *projections.View, touched []state.ID) (difference, error) {
	d := difference{before: before, after: after, Difference: merge.Diff(before.Model, after.Model, touched)}
	named := map[state.ID]bool{}
	for _, e := range d.Modified {
		named[e.ElementID] = true
	}
	effects, err := projections.EffectsBetween(ctx, before, after, touched)
	d.derived = slices.DeleteFunc(effects, func(e projections.Effect) bool { return named[e.ID] })
	return d, err
}

func (d difference) Counts() DiffCounts {
	return DiffCounts{len(d.Added), len(d.Deleted), len(d.Modified), len(d.derived)}
}

// Lines lists a difference: added, deleted, modified, then derived elements. Constraints, arrays and links come after
// the elements, and views and sheets last.
func (d difference) Lines(side string, effects EffectDetail) ([]DiffLine, error) {
	out := make([]DiffLine, 0, d.Len()+len(d.derived))
	var failed error
	add := func(line DiffLine) {
		if mayBeLong(line.Changes) {
			var err error
			if line.Changes, line.Long, err = BeginningOf(line.Changes, "/changes", changesBytes); err != nil {
				failed = err
			}
		}
		if line.Side = side; effects == effectFigures {
			line.Before, line.After = FiguresOf(d.before, line.ElementID), FiguresOf(d.after, line.ElementID)
		}
		out = append(out, line)
	}
	for _, part := range []struct {
		change string
		list   []merge.DifferentElement
	}{{"added", d.Added}, {"deleted", d.Deleted}, {"modified", d.Modified}} {
		for _, e := range part.list {
			add(DiffLine{Change: part.change, DifferentElement: e})
		}
	}
	for _, e := range d.derived {
		category, name := Named(d.after.Model, e.ID)
		add(DiffLine{Change: "derived", DifferentElement: merge.DifferentElement{ElementID: e.ID, Category: category,
			Name: name, Changes: []state.Change{}}, Changed: AspectNames(e.Aspects)})
	}
	slices.SortStableFunc(out, func(a, b DiffLine) int { return asideOf(a) - asideOf(b) })
	return out, failed
}

// asideOf ranks a line for sorting: elements first, then constraints, arrays and links, then views and sheets.
func asideOf(l DiffLine) int {
	switch l.Category {
	case string(state.CategoryConstraint), string(state.CategoryArray), merge.CategoryLink:
		return 1
	case string(state.CategoryView), string(state.CategorySheet):
		return 2
	}
	return 0
}

// CategoryCounts counts the differences in one category.
type CategoryCounts struct {
	Category string `json:"category"`
	DiffCounts
}

// Summary counts a difference by category, in the order of the categories; types and materials come last.
func (d difference) Summary() []CategoryCounts {
	all := map[string]*DiffCounts{}
	of := func(category string) *DiffCounts {
		if all[category] == nil {
			all[category] = &DiffCounts{}
		}
		return all[category]
	}
	for _, e := range d.Added {
		of(e.Category).Added++
	}
	for _, e := range d.Deleted {
		of(e.Category).Deleted++
	}
	for _, e := range d.Modified {
		of(e.Category).Modified++
	}
	for _, e := range d.derived {
		category, _ := Named(d.after.Model, e.ID)
		of(category).Derived++
	}
	out := []CategoryCounts{}
	order := state.Category("").Enum()
	for _, category := range order {
		if c := all[category]; c != nil {
			out = append(out, CategoryCounts{category, *c})
		}
	}
	for _, category := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(order, category) {
			out = append(out, CategoryCounts{category, *all[category]})
		}
	}
	return out
}

// mayBeLong reports whether changes may contain a long list. It estimates from the text lengths without encoding,
// because one character takes at most six bytes of a reply.
func mayBeLong(changes []state.Change) bool {
	const escaped = 6
	n := 0
	for _, c := range changes {
		n += len(c.From) + len(c.To)
	}
	return escaped*n > LongListBytes
}

// changesBytes is the space in bytes that the long lists of an element's changes may take in a reply: enough for the
// old and the new value of a polygon.
const changesBytes = 2 * LongListBytes

// ViewFor is StateOf for an argument whose name is not at, so that an error names the right argument. The name of the
// parent branch means the state at the fork, which is revision 0.
func (b *Backend) ViewFor(ctx context.Context, c *mcp.Call, v *projections.View, argument,
	at string) (*projections.View, error) {
	past, err := b.StateOf(ctx, c, v, at)
	if state.CodeOf(err) == state.NotFound && v.Branch != projections.MainBranch {
		parent, failed := b.Live.ParentName(ctx, v.ModelID, v.Branch)
		if failed == nil && parent == at {
			return b.StateOf(ctx, c, v, "0")
		}
	}
	return past, ofArgument(argument, at, err)
}

// ofArgument puts the name and the value of an argument into an error about the state that the argument names.
func ofArgument(argument, at string, err error) error {
	if e, ok := errors.AsType[*state.Error](err); ok && at != "" {
		named := *e
		if named.Data = maps.Clone(e.Data); strings.HasPrefix(e.Message, "at is ") {
			named.Message = argument + strings.TrimPrefix(e.Message, "at")
		} else {
			named.Message = fmt.Sprintf("%s is %q: %s", argument, at, e.Message)
		}
		return named.With("parameter", argument)
	}
	return err
}
