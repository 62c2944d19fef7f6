package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/branches"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/deliveries"
)

// deliveryData describes the differences of a newer file of a model's source.
type deliveryData struct {
	Name    string              `json:"name"`
	Branch  string              `json:"branch" jsonschema:"that has it; merge_branch brings it to main"`
	Last    model.PointData     `json:"last" jsonschema:"delivery that it was compared with"`
	Matched deliveries.Matching `json:"matched" jsonschema:"by what elements were known again"`
	Counts  []deliveredCount    `json:"counts" jsonschema:"a moved and resized element is in both"`
	Lines   []string            `json:"lines" jsonschema:"for a coordinator"`
	Changes []deliveries.Change `json:"changes" jsonschema:"the first; diff_branches has all of them"`
	Total   int                 `json:"changes_total"`
}

type deliveredCount struct {
	Kind  deliveries.Kind `json:"kind"`
	Count int             `json:"count"`
}

// deliveredBytes is the share of a reply that the changes of a delivery may take.
const deliveredBytes = 12_000

// deliver compares a newer file of a model's source with the last delivery. It puts the differences as one change on a
// branch that forks from that delivery.
func (b *Backend) deliver(ctx context.Context, c *mcp.Call, a *importIFC, p *app.Page) (*mcp.Outcome, error) {
	last, first, name, err := b.deliverable(ctx, c, a)
	if err != nil {
		return nil, err
	}
	data, err := b.ReadIFC(ctx, c, a.File)
	if err != nil {
		return nil, err
	}
	plan, state, err := deliveredState(ctx, data, first, importProgress(c))
	if err != nil {
		return nil, err
	}
	newer, matching := deliveries.Match(last.Model, state, plan.Unnamed)
	changes := deliveries.Compare(last.Model, newer)
	sum := sha256.Sum256(data)
	digest := hex.EncodeToString(sum[:])
	decision, err := last.DecideUntil(ctx, change.Command{ID: c.CommandID, Do: change.Deliver{To: newer,
		Name: a.Delivery, FileName: filepath.Base(a.File), SHA256: digest}})
	if err != nil {
		return nil, err
	}
	description := fmt.Sprintf("delivery %s: %s", a.Delivery, filepath.Base(a.File))
	events := projections.EncodeEvents(append(last.ForkEvents(name, description), decision.Events...),
		app.MetaOf(c, last.Revision))
	findings, err := branches.New(b.Backend).FindingsForked(ctx, c, last, name)
	if err != nil {
		return nil, err
	}
	reply := &importData{ModelID: last.ModelID, Branch: name, ImportID: c.CommandID, Schema: plan.Schema,
		SHA256: digest, Appends: 1, Elements: newer.Len(), LeftCount: plan.Report.Counts(),
		Delivery: deliveryOf(a.Delivery, name, last, matching, changes),
		Events:   []app.EventRef{{EventID: events[0].ID, Type: events[0].Type}}}
	for _, t := range plan.Report.Taken {
		reply.Taken = append(reply.Taken, takenCount{t.Class, string(t.Category), t.Count})
	}
	reply.LeftOut, reply.Paging = app.Take(p, plan.Report.Left, func(l importer.Left) int {
		return leftBytes + len(l.Name) + len(l.Reason) + len(l.Detail)
	})
	return &mcp.Outcome{
		Data: reply, Affected: len(changes), EventID: events[0].ID,
		Commit: b.Storing(projections.StreamName(last.ModelID, name), eventstore.NoStream, events, findings...),
		Reach:  app.ModelWide(mcp.EffectCreated, "delivery", filepath.Base(a.File)), Plan: app.PlanOf(last, events,
			digest),
	}, nil
}

// deliverable returns the state of the last delivery, the state of the model before the first one, and the branch of
// this delivery.
func (b *Backend) deliverable(ctx context.Context, c *mcp.Call, a *importIFC) (last, first *projections.View,
	name string, err error) {
	name = app.DeliveryPrefix + strings.TrimSpace(a.Delivery)
	if a.Name != "" || a.Branch != "" && a.Branch != projections.MainBranch {
		return nil, nil, "", state.Errorf(state.InvalidInput,
			"a delivery comes on a branch of its own, %s: leave name and branch out", name).
			With("parameter", "delivery")
	}
	if err = shape.CheckBranchName(name); err != nil {
		return nil, nil, "", err
	}
	if s := c.Scope; s.Bounded() || !s.AllowsBranch(name) {
		return nil, nil, "", state.Errorf(state.PermissionDenied,
			"a delivery reaches all of a model and the branch %q, which is outside the scope of %s", name,
			c.Principal.ID).With("branch", name)
	}
	v, err := b.ExpectedView(ctx, c)
	if err != nil {
		return nil, nil, "", err
	}
	if err = branches.New(b.Backend).CheckBranchFree(ctx, v.ModelID, name); err != nil {
		return nil, nil, "", err
	}
	annotations, err := b.Live.Annotations(ctx, v.ModelID)
	if err != nil {
		return nil, nil, "", err
	}
	if t, taken := annotations.Tag(name); taken {
		return nil, nil, "", branches.TagTaken(c, t)
	}
	if first, err = b.beforeImport(ctx, v.ModelID); err != nil {
		return nil, nil, "", err
	}
	branch, revision, err := b.LastDelivery(ctx, v.ModelID, time.Time{})
	if err == nil {
		last, err = b.ReaderOf(c.Principal).ViewUnderived(ctx, v.ModelID, branch, fmt.Sprint(revision))
	}
	return last, first, name, err
}

// beforeImport returns the state of a model before the first import.
func (b *Backend) beforeImport(ctx context.Context, model string) (*projections.View, error) {
	for r, err := range b.Store.Read(ctx, projections.StreamName(model, projections.MainBranch), 0) {
		if err != nil {
			return nil, err
		}
		if r.Type == "import.started" && r.Revision > 0 {
			return b.Live.At(ctx, model, projections.MainBranch, r.Revision-1)
		}
	}
	return nil, state.Errorf(state.IllegalState,
		"no file was imported into the model yet, so that nothing is there to compare with: import_ifc without "+
			"delivery is the first one").With("state", "no delivery").
		With("allowed", []string{"import_ifc without delivery"})
}

// deliveredState returns the model that an import of the file alone would create, and the plan of that import.
func deliveredState(ctx context.Context, data []byte, first *projections.View,
	progress func(stage string, done, total int)) (*importer.Plan, *state.Model, error) {
	src, err := building.ParseContext(ctx, data)
	if err != nil {
		return nil, nil, err
	}
	plan, err := importer.Make(ctx, src, importer.Target{Info: first.Model.Info()},
		func(done, total int) { progress(stageDeciding, done, total) })
	if err != nil {
		return nil, nil, err
	}
	view := first
	for i, step := range plan.Steps {
		decision, err := view.DecideUntil(ctx, change.Command{ID: fmt.Sprintf("delivery %d", i), Do: step})
		if err != nil {
			return nil, nil, err
		}
		view = view.PreviewOf(decision)
	}
	return plan, view.Model, nil
}

func deliveryOf(delivery, branch string, last *projections.View, matching deliveries.Matching,
	changes []deliveries.Change) *deliveryData {
	out := &deliveryData{Name: delivery, Branch: branch, Last: branches.PointOf(last), Matched: matching,
		Lines: deliveries.Lines(changes), Total: len(changes), Changes: app.WithinBytes(changes, deliveredBytes)}
	for _, k := range deliveries.Kinds {
		n := 0
		for _, c := range changes {
			if slices.Contains(c.Kinds, k) {
				n++
			}
		}
		out.Counts = append(out.Counts, deliveredCount{k, n})
	}
	return out
}
