package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// DeliveryPrefix begins the names of the branches that hold deliveries.
const DeliveryPrefix = "delivery/"

// LastDelivery returns the branch and revision that the latest file of a model's source produced, ignoring files after
// until if it is set.
func (b *Backend) LastDelivery(ctx context.Context, model string, until time.Time) (branch string, revision uint64,
	err error) {
	all, err := b.Live.Models(ctx)
	if err != nil {
		return "", 0, err
	}
	branch = projections.MainBranch
	var since time.Time
	for _, m := range all {
		if m.ID != model {
			continue
		}
		for _, other := range m.Branches {
			_, archived := m.Register.Archived(other.Name)
			late := !until.IsZero() && other.CreatedAt.After(until)
			if strings.HasPrefix(other.Name, DeliveryPrefix) && !archived && !late && !other.CreatedAt.Before(since) {
				branch, since = other.Name, other.CreatedAt
			}
		}
	}
	revision, err = b.lastImport(ctx, model, branch, until)
	return branch, revision, err
}

// Delivered is a file that a model was made from.
type Delivered struct {
	Name     string // of the delivery, "" for the first file
	File     string
	At       time.Time
	Revision uint64 // the branch's revision at which the file was complete
}

// DeliveredAt returns the last file that a branch was made from, as of a revision; ok is false if there is none.
func (b *Backend) DeliveredAt(ctx context.Context, model, branch string, revision uint64) (d Delivered, ok bool,
	err error) {
	file := ""
	for r, err := range b.Store.Read(ctx, projections.StreamName(model, branch), 0) {
		if err != nil {
			return d, ok, err
		}
		if r.Revision > revision {
			break
		}
		if r.Type != "import.started" && r.Type != "import.completed" && r.Type != "model.delivered" {
			continue
		}
		event, meta, err := projections.DecodeRecorded(r)
		if err != nil {
			return d, ok, err
		}
		switch e := event.(type) {
		case *state.ImportStarted:
			file = e.FileName
		case *state.ImportCompleted:
			d, ok = Delivered{File: file, At: meta.OccurredAt, Revision: r.Revision}, true
		case *state.ModelDelivered:
			d, ok = Delivered{Name: e.Name, File: e.FileName, At: meta.OccurredAt, Revision: r.Revision}, true
		}
	}
	return d, ok, nil
}

// DeliveredModel is a model that was made from files.
type DeliveredModel struct {
	ID, Name       string
	Files, Digests []string // of the files, oldest first
}

// DeliveredModels returns the models that a principal may read and that were made from files, in the order of their
// ids.
func (b *Backend) DeliveredModels(ctx context.Context, p mcp.Principal) ([]DeliveredModel, error) {
	all, err := b.Models(ctx, p)
	if err != nil {
		return nil, err
	}
	var out []DeliveredModel
	for _, m := range all {
		d := DeliveredModel{ID: m.ID, Name: m.Name}
		branches := slices.Clone(m.Branches)
		slices.SortStableFunc(branches, func(x, y projections.BranchEntry) int {
			return x.CreatedAt.Compare(y.CreatedAt)
		})
		for _, branch := range branches {
			if branch.Name != projections.MainBranch && !strings.HasPrefix(branch.Name, DeliveryPrefix) {
				continue
			}
			if err := b.addFiles(ctx, &d, branch.Name); err != nil {
				return nil, err
			}
		}
		if len(d.Files) > 0 {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(x, y DeliveredModel) int { return strings.Compare(x.ID, y.ID) })
	return out, nil
}

// addFiles adds the files that a branch was made from.
func (b *Backend) addFiles(ctx context.Context, d *DeliveredModel, branch string) error {
	for r, err := range b.Store.Read(ctx, projections.StreamName(d.ID, branch), 0) {
		if err != nil {
			return err
		}
		if r.Type != "import.started" && r.Type != "model.delivered" {
			continue
		}
		event, _, err := projections.DecodeRecorded(r)
		if err != nil {
			return err
		}
		switch e := event.(type) {
		case *state.ImportStarted:
			d.Files, d.Digests = append(d.Files, e.FileName), append(d.Digests, e.SHA256)
		case *state.ModelDelivered:
			d.Files, d.Digests = append(d.Files, e.FileName), append(d.Digests, e.SHA256)
		}
	}
	return nil
}
