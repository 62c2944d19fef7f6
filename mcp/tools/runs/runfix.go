package runs

import (
	"context"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/fixes"
	"github.com/bimstream/bimstream/projections/validation"
)

// chosen is the next fix of a run with its gate and finding.
type chosen struct {
	call    *fixes.Call
	gate    string
	finding string
}

// pick returns the next fix after a round of checks: in the order of the failing gates, the first finding that has a
// fix and was not tried. It returns nil if there is none; skipped counts the findings without a fix.
func (w *worker) pick(ctx context.Context, round []runs.CheckResult) (next *chosen, skipped int, err error) {
	run := w.state.Is
	if err := w.look(ctx); err != nil {
		return nil, 0, err
	}
	record, err := w.checks.Record(ctx, w.modelID)
	if err != nil {
		return nil, 0, err
	}
	for i, c := range round {
		if c.OK {
			continue
		}
		check, err := record.Run(c.CheckID)
		if err != nil {
			return nil, 0, err
		}
		_, counting, err := w.counting(ctx, run.Config.Gates[i], check)
		if err != nil {
			return nil, 0, err
		}
		if n := w.pickFrom(run.Config.Gates[i], check, counting, &skipped); n != nil {
			return n, skipped, nil
		}
	}
	return nil, skipped, nil
}

func (w *worker) pickFrom(gate runs.Gate, check *validation.Run, counting []validation.Finding, skipped *int) *chosen {
	for _, f := range counting {
		if w.state.Is.Tried(gate.Name, f.Key) {
			continue
		}
		if call, _ := w.fixOf(gate, check, f); call != nil {
			return &chosen{call, gate.Name, f.Key}
		}
		*skipped++
	}
	return nil
}

// look loads the current state of the run's branch.
func (w *worker) look(ctx context.Context) (err error) {
	w.view, err = w.backend.Live.View(ctx, w.modelID, w.state.Is.Config.Branch)
	return err
}

// prepareFix returns the call of the next fix. If no fix is left, it pauses the run and returns no call.
func (w *worker) prepareFix(ctx context.Context, item runs.Item) (string, func(context.Context) error, error) {
	run := w.state.Is
	next, _, err := w.pick(ctx, run.Report)
	if err != nil {
		return "", nil, err
	}
	if next == nil || run.Exhausted() {
		events, err := run.NoFixLeft()
		if err != nil {
			return "", nil, err
		}
		return "", nil, w.store(ctx, run.Moved(), events)
	}
	w.fixing = false // the call asked for one fix
	fix := &runs.FixDone{Fix: next.call.Fix, Gate: next.gate, Finding: next.finding, Tool: next.call.Tool, OK: true}
	args := next.call.Args
	args["model_id"], args["branch"] = w.modelID, run.Config.Branch
	return next.call.Tool, func(ctx context.Context) error {
		return w.change(ctx, item, next.call.Tool, args, fix, "fix "+next.call.Fix+" of finding "+next.finding, true)
	}, nil
}

// fixNext fixes one finding and runs the gates again.
func (r *executions) fixNext(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	before := 0
	out, err := r.steer(ctx, c, func(run *runs.Run) ([]runs.Event, error) {
		before = len(run.Fixes)
		return nil, run.CheckFix()
	}, true)
	if err != nil {
		return nil, err
	}
	data := out.Data.(runData)
	data.fixDone = fixDoneBy(data.run, before)
	out.Data = data
	return out, nil
}
