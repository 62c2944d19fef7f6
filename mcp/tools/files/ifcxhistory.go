package files

import (
	"context"
	"encoding/hex"
	"io"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/ifcx"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
)

// IFCXSummary describes a file in IFC5's draft.
type IFCXSummary struct {
	Layers, Nodes int
	LeftOut       []scenes.LeftOut // elements whose bodies cannot be made
}

// WriteIFCX writes a view in the alpha draft of IFC5. The revision becomes one document. With history it becomes an
// archive of layers, one for each change set of the branch and of the branches that it was forked from. Progress may be
// nil.
//
// A revision within a change of several events is refused, as by [ExportIFC].
func WriteIFCX(ctx context.Context, store eventstore.Store, live *projections.Live, v *projections.View, w io.Writer,
	history bool, progress func(done, total uint64)) (IFCXSummary, error) {
	if err := app.CheckWhole(ctx, store, v); err != nil {
		return IFCXSummary{}, err
	}
	x := layering{live: live, layers: ifcx.NewLayers(), progress: progress, total: revisionsOf(v)}
	if !history {
		if err := x.whole(ctx, v); err != nil {
			return IFCXSummary{}, err
		}
		return x.summary(v), ifcx.WriteDocument(w, x.layers, x.made[0])
	}
	before := projections.EmptyView(v.ModelID, v.Branch)
	for _, part := range v.Lineage() {
		var err error
		if before, err = x.branch(ctx, before, part); err != nil {
			return IFCXSummary{}, err
		}
	}
	return x.summary(v), ifcx.WriteArchive(w, x.layers, x.made)
}

// layering makes the layers of a view or of its history.
type layering struct {
	live        *projections.Live
	layers      *ifcx.Layers
	made        []*ifcx.Layer
	progress    func(done, total uint64)
	done, total uint64 // revisions
}

// revisionsOf counts the events that lead to a view.
func revisionsOf(v *projections.View) (n uint64) {
	for _, part := range v.Lineage() {
		n += part.Revision + 1
	}
	return n
}

func (x *layering) summary(v *projections.View) IFCXSummary {
	out := IFCXSummary{Layers: len(x.made)}
	for _, l := range x.made {
		out.Nodes += l.Nodes()
	}
	for _, id := range slices.Sorted(maps.Keys(x.layers.Bodiless)) {
		out.LeftOut = append(out.LeftOut, scenes.LeftOut{ElementID: id, Reason: x.layers.Bodiless[id].Error()})
	}
	return out
}

// whole makes one layer of everything in a view, with the metadata of its last change set.
func (x *layering) whole(ctx context.Context, v *projections.View) error {
	var last changeSet
	err := x.live.Events(ctx, v.ModelID, v.Branch, v.Revision, v.Revision, func(r eventstore.Recorded,
		_ state.Event) (err error) {
		last.meta, err = projections.DecodeMeta(r.Meta)
		last.last, last.hash = r.Revision, r.Hash
		return err
	})
	if err != nil {
		return err
	}
	return x.add(ctx, v, last, nil)
}

// changeSet is the set of events that one command wrote to a branch.
type changeSet struct {
	meta    projections.Meta
	last    uint64 // its last revision
	hash    [32]byte
	touched []state.ID
}

// branch makes the layers of a branch from its beginning, which is the view before, to the view until.
func (x *layering) branch(ctx context.Context, before, until *projections.View) (*projections.View, error) {
	var open changeSet
	step := func() error {
		after, err := x.live.At(ctx, until.ModelID, until.Branch, open.last)
		if err != nil {
			return err
		}
		effects, err := projections.EffectsBetween(ctx, before, after, open.touched)
		if err != nil {
			return err
		}
		reached := slices.Clone(open.touched)
		for _, e := range effects {
			reached = append(reached, e.ID)
		}
		before = after
		return x.add(ctx, after, open, reached)
	}
	begun := false
	err := x.live.Events(ctx, until.ModelID, until.Branch, 0, until.Revision, func(r eventstore.Recorded,
		e state.Event) error {
		meta, err := projections.DecodeMeta(r.Meta)
		if err != nil {
			return err
		}
		if begun && meta.CommandID != open.meta.CommandID {
			if err := step(); err != nil {
				return err
			}
			open = changeSet{}
		}
		begun, open.meta, open.last, open.hash = true, meta, r.Revision, r.Hash
		for _, t := range e.Touched() {
			open.touched = append(open.touched, t.ElementID)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return before, step()
}

// add makes the layer of the change set that led to a view.
func (x *layering) add(ctx context.Context, v *projections.View, c changeSet, reached []state.ID) error {
	measures := v.Measures()
	source := ifcx.Source{Model: v.Model, Quantities: measures.Quantities,
		Bodies: func(e *state.Element) ([]ifcx.Body, error) {
			surfaces, err := scenes.Surfaces(v, e)
			out := make([]ifcx.Body, len(surfaces))
			for i, s := range surfaces {
				out[i] = ifcx.Body{Mesh: s.Mesh, Colour: s.Colour}
			}
			return out, err
		}}
	layer, err := x.layers.Add(ctx, source, ifcx.Change{ModelID: v.ModelID, Branch: v.Branch, Revision: c.last,
		User: c.meta.UserID, Agent: c.meta.AgentID, Tool: c.meta.Tool, CommandID: c.meta.CommandID,
		Reason: c.meta.Reasoning, At: c.meta.OccurredAt, Hash: hex.EncodeToString(c.hash[:])}, reached)
	if err != nil {
		return err
	}
	x.made = append(x.made, layer)
	x.done = c.last + 1
	if x.progress != nil {
		x.progress(x.done, x.total)
	}
	return nil
}
