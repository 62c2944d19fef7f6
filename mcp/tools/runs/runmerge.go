package runs

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/branches"
	"github.com/bimstream/bimstream/projections"
)

type runMerge struct {
	RunID  string            `json:"run_id" jsonschema:"from run_start or run_list"`
	Policy state.MergePolicy `json:"policy,omitempty" jsonschema:"for conflicts with what the base has got since that resolve_conflict has not decided"`
	steering
}

// openMerge asks for the merge of a run. It merges only what the gates have checked: neither a branch that has changed
// since, nor an unchecked combination with a base that has moved on.
func (r *executions) openMerge(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a runMerge
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	f, err := r.steered(ctx, c, a.RunID)
	if err != nil {
		return nil, err
	}
	release, err := r.lock(a.RunID)
	if err != nil {
		return nil, err
	}
	defer release()
	w := &worker{executions: r, call: c, modelID: f.modelID, id: a.RunID}
	if err := w.reread(ctx); err != nil {
		return nil, err
	}
	head, err := r.backend.Store.Head(ctx, projections.StreamName(w.modelID, w.state.Is.Config.Branch))
	if err != nil {
		return nil, err
	}
	if err := w.state.Is.CheckMerge(head.Revision); err != nil {
		return nil, err
	}
	seen, err := w.judgeMerge(ctx, a.Policy)
	if err != nil {
		return nil, err
	}
	if !c.DryRun() {
		if err := w.merge(ctx, a, head, seen); err != nil {
			return nil, err
		}
	}
	out, err := r.answer(ctx, c, w.modelID, a.RunID, w.events)
	if err != nil {
		return nil, err
	}
	data := out.Data.(runData)
	data.Merged, data.mergeDone = seen.report, w.merged
	if out.Data = data; w.merged.MergeEvent != "" {
		out.EventID = w.merged.MergeEvent
	}
	return out, nil
}

// mergeDoneBy describes the changes of a merge on the base.
func mergeDoneBy(m branches.MergeData) mergeDone {
	base := m.Revision - uint64(m.EventCount)
	counts := m.Counts.ChangeCounts
	out := mergeDone{BaseRevision: &base, Counts: &counts}
	if n := len(m.Events); n > 0 {
		out.MergeEvent = m.Events[n-1].EventID
	}
	var lists struct{ Created, Modified, Deleted []effectNamed }
	if text, err := json.Marshal(m); err == nil && json.Unmarshal(text, &lists) == nil {
		out.Created = lists.Created[:min(len(lists.Created), mergeNamed)]
		out.Modified = lists.Modified[:min(len(lists.Modified), mergeNamed)]
		out.Deleted = lists.Deleted[:min(len(lists.Deleted), mergeNamed)]
	}
	return out
}

// mergeNamed bounds each list of elements that a merge affected.
const mergeNamed = 50

// merge calls merge_branch on the branch in the state that the gates checked. The events of the merge are stored
// together with the end of the run.
func (w *worker) merge(ctx context.Context, a runMerge, head eventstore.Head, seen *mergeSeen) error {
	run := w.state.Is
	args := map[string]any{"model_id": w.modelID, "branch": run.Config.Base, "source": run.Config.Branch}
	if a.Policy != "" {
		args["policy"] = a.Policy
	}
	if asked := run.Asked; asked != nil && asked.Revision == head.Revision &&
		asked.Principal == w.call.Principal.ID && asked.ApprovalID != "" {
		args["approval_id"] = asked.ApprovalID
	}
	var stored eventstore.Append
	out, err := w.call.Invoke(ctx, mcp.Invocation{
		Tool: "merge_branch", Arguments: app.MustEncode(args),
		CommandID: run.Command(runs.Item{Kind: "merge"}), RunID: run.ID,
		Reasoning: reasonOf(run, runs.Item{Kind: "merge"}, "all gates passed", w.call.Common.Reasoning),
		Records: func(reply mcp.Envelope, _ int) ([]eventstore.Append, error) {
			var merged branches.MergeData
			if err := json.Unmarshal(reply.Data, &merged); err != nil {
				return nil, err
			}
			if merged.Source.Revision != head.Revision {
				return nil, run.CheckMerge(merged.Source.Revision)
			}
			if err := seen.checkBase(merged); err != nil {
				return nil, err
			}
			w.merged = mergeDoneBy(merged)
			events, err := run.Merge(cmp.Or(w.merged.MergeEvent, *reply.EventID))
			if err != nil {
				return nil, err
			}
			stored = w.append("merge", events)
			return []eventstore.Append{stored}, nil
		},
	})
	switch {
	case err != nil:
		return err
	case out.Error != nil:
		return w.asked(ctx, out.Error, head.Revision, seen)
	case !out.Recorded: // the base already has all changes of the branch
		events, err := run.Merge("")
		if err != nil {
			return err
		}
		return w.store(ctx, "merge", events)
	}
	w.events = append(w.events, refsAfter(stored)...)
	return nil
}

// asked records that a person has to approve the merge, and returns the refusal of the call as the error. The approver
// finds the report of the run and the diff of the branch under the run's id.
func (w *worker) asked(ctx context.Context, e *mcp.Failure, revision uint64, seen *mergeSeen) error {
	answer := &state.Error{Code: state.Code(e.Code), Message: e.Message, Data: e.Data}
	if answer.Code != state.ApprovalRequired && answer.Code != state.PermissionDenied {
		return answer
	}
	approval, _ := e.Data["approval_id"].(string)
	run := w.state.Is
	if run.Asked == nil || run.Asked.Revision != revision || run.Asked.ApprovalID != approval && approval != "" {
		about := "merge_asked:" + approval + ":" + string(state.DeriveID(w.call.CommandID, 0))
		err := w.store(ctx, about, []runs.Event{&runs.MergeAsked{RunID: run.ID, ApprovalID: approval,
			Principal: w.call.Principal.ID, Message: e.Message, Revision: revision}})
		if err != nil {
			return err
		}
	}
	report, _ := json.Marshal(run.Report)
	if seen.report != nil {
		answer = answer.With("merged_report", seen.report)
	}
	return answer.With("run_id", run.ID).With("state", run.State).With("report", json.RawMessage(report)).
		With("diff", map[string]any{"tool": "diff_branches",
			"arguments": map[string]any{"source": run.Config.Branch, "branch": run.Config.Base}})
}
