package app

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/projections"
)

// ExportOptions configure how a view is written as IFC.
type ExportOptions struct {
	Schema, MVD, Target, Version string
	SpaceBoundaries, SecondLevel bool
	Rules                        bool // also run the rules of verify_ifc, which always run if elements were imported
	Archive                      string
}

func (o ExportOptions) TargetName() string {
	if o.Target == "" {
		return string(export.TargetGeneric)
	}
	return o.Target
}

// WriteIFC writes to w the same bytes as [ExportIFC] writes to a file, and makes the same checks.
func WriteIFC(ctx context.Context, store eventstore.Store, v *projections.View, w io.Writer,
	o ExportOptions) (export.Summary, error) {
	options, err := OptionsOf(ctx, store, v, o)
	if err != nil {
		return export.Summary{}, err
	}
	return export.Write(ctx, w, v.Model, options)
}

// OptionsOf collects the export options, including those that come from the log.
func OptionsOf(ctx context.Context, store eventstore.Store, v *projections.View,
	o ExportOptions) (export.Options, error) {
	export.Prepare(o.Schema)
	if err := CheckWhole(ctx, store, v); err != nil {
		return export.Options{}, err
	}
	owners, imported, err := ownerHistory(ctx, store, v)
	if err != nil {
		return export.Options{}, err
	}
	return export.Options{
		Schema: o.Schema, MVD: o.MVD, Target: export.Target(o.TargetName()), SpaceBoundaries: o.SpaceBoundaries,
		SecondLevel: o.SecondLevel, Revision: v.Revision, Stamp: v.At,
		History:     func(id state.ID) (export.OwnerHistory, bool) { h, ok := owners[id]; return h, ok },
		Application: export.Application{Version: o.Version}, Rules: imported || o.Rules,
		Archive: o.Archive,
	}, nil
}

// ownerHistory returns who created and who last changed each element, and whether any element was imported. It reads
// the log of the branch and of its ancestors once.
func ownerHistory(ctx context.Context, store eventstore.Store,
	v *projections.View) (owners map[state.ID]export.OwnerHistory, imported bool, err error) {
	owners = make(map[state.ID]export.OwnerHistory, v.Model.Len())
	importer := "" // events of an import create its elements step by step, so they do not count as changes
	for _, part := range v.Lineage() {
		for r, err := range store.Read(ctx, projections.StreamName(part.ModelID, part.Branch), 0) {
			if err != nil {
				return nil, false, err
			}
			if r.Revision > part.Revision {
				break
			}
			imported = imported || r.Type == importStarted
			if err := noteOwner(owners, r, &importer); err != nil {
				return nil, false, err
			}
		}
	}
	return owners, imported, nil
}

// importStarted is the type of the event that opens an import.
var importStarted, _ = state.EventType(&state.ImportStarted{})

// importCompleted is the type of the event that ends an import.
var importCompleted, _ = state.EventType(&state.ImportCompleted{})

// noteOwner records from an event who created or changed elements. importer holds the user, agent and tool of the
// current import. An interrupted import has no closing event, so changes by others count even while an import is open.
func noteOwner(owners map[state.ID]export.OwnerHistory, r eventstore.Recorded, importer *string) error {
	meta, err := projections.DecodeMeta(r.Meta)
	if err != nil {
		return state.Errorf(state.StoreCorrupt, "the metadata of event %s does not decode: %w", r.ID, err)
	}
	who := meta.UserID + "\x00" + meta.AgentID + "\x00" + meta.Tool
	if r.Type == importStarted {
		*importer = who
	}
	importing := *importer == who
	if importing && r.Type == importCompleted {
		*importer = ""
	}
	change := export.Change{User: strings.Clone(meta.UserID), Agent: strings.Clone(meta.AgentID), At: meta.OccurredAt}
	for _, touch := range meta.Touched {
		h, known := owners[touch.ElementID]
		if !known {
			h.Created = change
		} else if !importing && !change.At.Equal(h.Created.At) {
			h.Modified = change
		}
		owners[touch.ElementID] = h
	}
	return nil
}

// FileError returns the error of a file system operation with an error code.
func FileError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return state.Errorf(state.StorageFull, "no room is left for the file; nothing was changed; free some "+
			"and call again")
	case errors.Is(err, fs.ErrPermission):
		return state.Errorf(state.PathNotAllowed, "the output folder cannot be written to")
	}
	return err
}
