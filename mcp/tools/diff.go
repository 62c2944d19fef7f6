package tools

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

type diffRevisions struct {
	From    mcp.At    `json:"from" jsonschema:"revision, time or tag"`
	To      mcp.At    `json:"to,omitempty" jsonschema:"default the last revision"`
	ModelID string    `json:"model_id,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	Limit   mcp.Limit `json:"limit,omitempty"`
	Cursor  string    `json:"cursor,omitempty"`

	Effects effectDetail `json:"effects,omitempty"`
}

type revisionDiff struct {
	ModelID string     `json:"model_id"`
	Branch  string     `json:"branch"`
	From    uint64     `json:"from_revision"`
	To      uint64     `json:"to_revision"`
	Counts  diffCounts `json:"counts"`
	Changes []diffLine `json:"changes"`
	Paging
}

type diffBranches struct {
	Source  string       `json:"source" jsonschema:"the other branch"`
	Effects effectDetail `json:"effects,omitempty"`
	mcp.ReadArguments
}

type branchDiff struct {
	ModelID string     `json:"model_id"`
	Target  pointData  `json:"target" jsonschema:"the branch asked about"`
	Source  pointData  `json:"source"`
	Base    pointData  `json:"base" jsonschema:"the newest state that both had"`
	Ours    diffCounts `json:"target_counts" jsonschema:"what the branch changed since the base"`
	Theirs  diffCounts `json:"source_counts"`
	Changes []diffLine `json:"changes" jsonschema:"the source's first"`
	Paging
}

type pointData struct {
	Branch   string `json:"branch"`
	Revision uint64 `json:"revision"`
}

type diffCounts struct {
	Added    int `json:"added"`
	Deleted  int `json:"deleted"`
	Modified int `json:"modified"`
	Derived  int `json:"derived" jsonschema:"that follow from these"`
}

type diffLine struct {
	Side   string `json:"side,omitempty" jsonschema:"source or target"`
	Change string `json:"change" jsonschema:"added, deleted, modified or derived: it follows from the others"`
	domain.DifferentElement
	Changed []string   `json:"changed,omitempty" jsonschema:"of a derived one: body, place, relations; of rooms extent, bounds, openings, neighbours"`
	Long    []longList `json:"long_lists,omitempty" jsonschema:"of the line, told in part: get_element with at pages them"`
	Before  *Figures   `json:"before,omitempty" jsonschema:"with effects figures"`
	After   *Figures   `json:"after,omitempty"`
}

// difference is what differs between two states: in what events say, and in what follows from it.
type difference struct {
	before, after *projections.View
	domain.Difference
	derived []projections.Effect
}

// differenceOf compares two states of which the touched elements and definitions may differ.
func differenceOf(ctx context.Context, before, after *projections.View, touched []domain.ID) (difference, error) {
	d := difference{before: before, after: after, Difference: domain.Diff(before.Model, after.Model, touched)}
	named := map[domain.ID]bool{}
	for _, e := range d.Modified {
		named[e.ElementID] = true
	}
	effects, err := projections.EffectsBetween(ctx, before, after, touched)
	d.derived = slices.DeleteFunc(effects, func(e projections.Effect) bool { return named[e.ID] })
	return d, err
}

func (d difference) counts() diffCounts {
	return diffCounts{len(d.Added), len(d.Deleted), len(d.Modified), len(d.derived)}
}

// lines lists a difference: what was added, then deleted, modified, and what follows from these.
func (d difference) lines(side string, effects effectDetail) ([]diffLine, error) {
	out := make([]diffLine, 0, d.Len()+len(d.derived))
	var failed error
	add := func(line diffLine) {
		if mayBeLong(line.Changes) {
			var err error
			if line.Changes, line.Long, err = beginningOf(line.Changes, "/changes", changesBytes); err != nil {
				failed = err
			}
		}
		if line.Side = side; effects == effectFigures {
			line.Before, line.After = figuresOf(d.before, line.ElementID), figuresOf(d.after, line.ElementID)
		}
		out = append(out, line)
	}
	for _, part := range []struct {
		change string
		list   []domain.DifferentElement
	}{{"added", d.Added}, {"deleted", d.Deleted}, {"modified", d.Modified}} {
		for _, e := range part.list {
			add(diffLine{Change: part.change, DifferentElement: e})
		}
	}
	for _, e := range d.derived {
		category, name := named(d.after.Model, e.ID)
		add(diffLine{Change: "derived", DifferentElement: domain.DifferentElement{ElementID: e.ID, Category: category,
			Name: name, Changes: []domain.Change{}}, Changed: aspectNames(e.Aspects)})
	}
	return out, failed
}

// mayBeLong reports whether changes may have a long list. That of most is seen without encoding them: a character takes
// six bytes of a reply at most.
func mayBeLong(changes []domain.Change) bool {
	const escaped = 6
	n := 0
	for _, c := range changes {
		n += len(c.From) + len(c.To)
	}
	return escaped*n > longListBytes
}

// changesBytes is what the long lists of an element's changes may take of a reply: both values of two polygons.
const changesBytes = 2 * longListBytes

func (b *Backend) diffRevisions(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a diffRevisions
	p, err := decodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	v, err := b.view(ctx, c)
	if err != nil {
		return nil, err
	}
	if a.From == "" {
		return nil, domain.Errorf(domain.InvalidInput,
			"from is empty: give a revision, a time or a tag").With("parameter", "from")
	}
	from, err := b.viewFor(ctx, c, v, "from", string(a.From))
	if err != nil {
		return nil, err
	}
	to, err := b.laterOf(ctx, c, v, string(a.To), p)
	if err != nil {
		return nil, err
	}
	both, err := b.Live.Compare(ctx, from, to)
	if err != nil {
		return nil, err
	}
	d, err := differenceOf(ctx, from, to, append(both.OursTouched.IDs(), both.TheirsTouched.IDs()...))
	if err != nil {
		return nil, err
	}
	p.revision = to.Revision
	data := revisionDiff{ModelID: v.ModelID, Branch: v.Branch, From: from.Revision, To: to.Revision, Counts: d.counts()}
	lines, err := d.lines("", a.Effects)
	if err != nil {
		return nil, err
	}
	data.Changes, data.Paging = take(p, lines, bytesOf[diffLine])
	return &mcp.Outcome{Data: data}, nil
}

// laterOf returns the second state of a comparison: the one that the first page was about, the one asked for, or the
// present one.
func (b *Backend) laterOf(ctx context.Context, c *mcp.Call, v *projections.View, to string,
	p *page) (*projections.View, error) {
	if p.resumed {
		return b.Live.At(ctx, v.ModelID, v.Branch, p.revision)
	}
	return b.viewFor(ctx, c, v, "to", to)
}

func (b *Backend) diffBranches(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a diffBranches
	p, err := decodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	v, err := b.viewAt(ctx, c, p)
	if err != nil {
		return nil, err
	}
	source, err := b.sourceView(ctx, c, v, a.Source)
	if err != nil {
		return nil, err
	}
	both, err := b.Live.Compare(ctx, v, source)
	if err != nil {
		return nil, err
	}
	p.revision = v.Revision
	data, err := branchDiffOf(ctx, both, a.Effects, p)
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: data}, nil
}

func branchDiffOf(ctx context.Context, c *projections.Comparison, effects effectDetail, p *page) (branchDiff, error) {
	theirs, err := differenceOf(ctx, c.Base, c.Theirs, c.TheirsTouched.IDs())
	if err != nil {
		return branchDiff{}, err
	}
	ours, err := differenceOf(ctx, c.Base, c.Ours, c.OursTouched.IDs())
	if err != nil {
		return branchDiff{}, err
	}
	d := branchDiff{
		ModelID: c.Ours.ModelID, Target: pointOf(c.Ours), Source: pointOf(c.Theirs),
		Base: pointTold(p.caller, pointOf(c.Base)), Ours: ours.counts(), Theirs: theirs.counts(),
	}
	lines, err := theirs.lines("source", effects)
	if err != nil {
		return d, err
	}
	more, err := ours.lines("target", effects)
	d.Changes, d.Paging = take(p, append(lines, more...), bytesOf[diffLine])
	return d, err
}

func pointOf(v *projections.View) pointData { return pointData{v.Branch, v.Revision} }

// viewFor is stateOf for an argument of another name than at: an error says which one is wrong.
func (b *Backend) viewFor(ctx context.Context, c *mcp.Call, v *projections.View, argument,
	at string) (*projections.View, error) {
	past, err := b.stateOf(ctx, c, v, at)
	return past, ofArgument(argument, at, err)
}

// ofArgument says of an error about a state by which argument it was named.
func ofArgument(argument, at string, err error) error {
	if e, ok := errors.AsType[*domain.Error](err); ok && at != "" {
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
