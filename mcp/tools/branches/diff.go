package branches

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
)

type diffRevisions struct {
	From    mcp.At    `json:"from" jsonschema:"revision, time or tag"`
	To      mcp.At    `json:"to,omitempty" jsonschema:"default the last revision"`
	ModelID string    `json:"model_id,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	Limit   mcp.Limit `json:"limit,omitempty"`
	Cursor  string    `json:"cursor,omitempty"`

	Effects app.EffectDetail `json:"effects,omitempty"`
}

type revisionDiff struct {
	ModelID string         `json:"model_id"`
	Branch  string         `json:"branch"`
	From    uint64         `json:"from_revision"`
	To      uint64         `json:"to_revision"`
	Counts  app.DiffCounts `json:"counts"`

	Summary []app.CategoryCounts `json:"summary" jsonschema:"by category"`
	Changes []app.DiffLine       `json:"changes" jsonschema:"constraints last"`
	app.Paging
}

type diffBranches struct {
	Source  string           `json:"source" jsonschema:"the other branch"`
	Effects app.EffectDetail `json:"effects,omitempty"`
	mcp.ReadArguments
}

type branchDiff struct {
	ModelID string          `json:"model_id"`
	Target  model.PointData `json:"target" jsonschema:"the branch asked about"`
	Source  model.PointData `json:"source"`
	Base    model.PointData `json:"base" jsonschema:"the newest state that both had"`
	Ours    app.DiffCounts  `json:"target_counts" jsonschema:"what the branch changed since the base"`
	Theirs  app.DiffCounts  `json:"source_counts"`
	Changes []app.DiffLine  `json:"changes" jsonschema:"the source's first"`
	app.Paging
}

func (b *Backend) diffRevisions(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a diffRevisions
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	v, err := b.View(ctx, c)
	if err != nil {
		return nil, err
	}
	if a.From == "" {
		return nil, state.Errorf(state.InvalidInput,
			"from is empty: give a revision, a time or a tag").With("parameter", "from")
	}
	from, err := b.ViewFor(ctx, c, v, "from", string(a.From))
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
	d, err := app.Compare(ctx, from, to, append(both.OursTouched.IDs(), both.TheirsTouched.IDs()...))
	if err != nil {
		return nil, err
	}
	b.AddLinks(ctx, c.Principal, &d)
	p.Revision = to.Revision
	data := revisionDiff{ModelID: v.ModelID, Branch: v.Branch, From: from.Revision, To: to.Revision, Counts: d.Counts(),
		Summary: d.Summary()}
	lines, err := d.Lines("", a.Effects)
	if err != nil {
		return nil, err
	}
	data.Changes, data.Paging = app.Take(p, lines, app.BytesOf[app.DiffLine])
	return &mcp.Outcome{Data: data}, nil
}

// laterOf returns the second state of a comparison: on later pages the state of the first page, else the state that the
// call names, else the current one.
func (b *Backend) laterOf(ctx context.Context, c *mcp.Call, v *projections.View, to string,
	p *app.Page) (*projections.View, error) {
	if p.Resumed {
		return b.Live.At(ctx, v.ModelID, v.Branch, p.Revision)
	}
	return b.ViewFor(ctx, c, v, "to", to)
}

func (b *Backend) diffBranches(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a diffBranches
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	v, err := b.ViewAt(ctx, c, p)
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
	p.Revision = v.Revision
	data, err := b.branchDiffOf(ctx, both, a.Effects, p)
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: data}, nil
}

func (b *Backend) branchDiffOf(ctx context.Context, c *projections.Comparison, effects app.EffectDetail,
	p *app.Page) (branchDiff, error) {
	theirs, err := app.Compare(ctx, c.Base, c.Theirs, c.TheirsTouched.IDs())
	if err != nil {
		return branchDiff{}, err
	}
	ours, err := app.Compare(ctx, c.Base, c.Ours, c.OursTouched.IDs())
	if err != nil {
		return branchDiff{}, err
	}
	b.AddLinks(ctx, p.Caller, &theirs)
	b.AddLinks(ctx, p.Caller, &ours)
	d := branchDiff{
		ModelID: c.Ours.ModelID, Target: PointOf(c.Ours), Source: PointOf(c.Theirs),
		Base: model.PointTold(p.Caller, PointOf(c.Base)), Ours: ours.Counts(), Theirs: theirs.Counts(),
	}
	lines, err := theirs.Lines("source", effects)
	if err != nil {
		return d, err
	}
	more, err := ours.Lines("target", effects)
	d.Changes, d.Paging = app.Take(p, append(lines, more...), app.BytesOf[app.DiffLine])
	return d, err
}

func PointOf(v *projections.View) model.PointData {
	return model.PointData{Branch: v.Branch, Revision: v.Revision}
}
