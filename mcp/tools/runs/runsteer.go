package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// steer lets a run decide on a move, stores it, and goes on with the run.
func (r *executions) steer(ctx context.Context, c *mcp.Call, move func(*runs.Run) ([]runs.Event, error),
	fixing bool) (*mcp.Outcome, error) {
	var a runSteer
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	f, err := r.steered(ctx, c, a.RunID)
	if err != nil {
		return nil, err
	}
	if _, err := move(f.Is); err != nil {
		return nil, err
	}
	if c.DryRun() {
		return r.foresee(ctx, c, func(over *executions, call *mcp.Call) (*mcp.Outcome, error) {
			refs, err := over.moveNow(ctx, call, f.modelID, a.RunID, move)
			if err != nil {
				return nil, err
			}
			return over.work(ctx, call, f.modelID, a.RunID, refs, fixing)
		})
	}
	release, err := r.lock(a.RunID)
	if err != nil {
		return nil, err
	}
	refs, err := r.moveNow(ctx, c, f.modelID, a.RunID, move)
	release()
	if err != nil {
		return nil, err
	}
	return r.work(ctx, c, f.modelID, a.RunID, refs, fixing)
}

// moveNow decides a move on the run as it is, with all others kept from it.
func (r *executions) moveNow(ctx context.Context, c *mcp.Call, model, id string,
	move func(*runs.Run) ([]runs.Event, error)) ([]app.EventRef, error) {
	w := &worker{executions: r, call: c, modelID: model, id: id}
	if err := w.reread(ctx); err != nil {
		return nil, err
	}
	events, err := move(w.state.Is)
	if err != nil {
		return nil, err
	}
	err = w.store(ctx, w.state.Is.Moved(), events)
	return w.events, err
}

type runResume struct {
	RunID string     `json:"run_id" jsonschema:"from run_start or run_list"`
	Step  runAmended `json:"step,omitempty" jsonschema:"{tool, args} in place of the step at which the run paused; the old one stays on record"`
	steering
}

// runAmended is a step, held against the schema of the configuration by the tool.
type runAmended json.RawMessage

// JSONSchema says no more than that it is an object.
func (runAmended) JSONSchema() string { return `{"type":"object"}` }

// UnmarshalJSON keeps what is there.
func (s *runAmended) UnmarshalJSON(b []byte) error {
	*s = append((*s)[:0], b...)
	return nil
}

// step reads a step as configurations have it.
func (s runAmended) step() (step runs.Step, err error) {
	d := json.NewDecoder(bytes.NewReader(s))
	d.DisallowUnknownFields()
	if err := d.Decode(&step); err != nil {
		return step, runs.Invalid("/step", "give {tool, args}: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if step.Playbook != "" || len(step.With) > 0 || step.Tool == "" {
		return step, runs.Invalid("/step", "give {tool, args}: one call in the place of one")
	}
	return step, nil
}

// resume goes on with a run, with another step in the place of the one at which it paused where one is given. It is
// held against all that a step is when a run begins.
func (r *executions) resume(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a runResume
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if len(a.Step) == 0 {
		return r.steer(ctx, c, (*runs.Run).Resume, false)
	}
	step, err := a.Step.step()
	if err != nil {
		return nil, err
	}
	return r.steer(ctx, c, func(run *runs.Run) ([]runs.Event, error) {
		amended, err := run.Amend(step)
		if err != nil {
			return nil, err
		}
		config, at := run.Amending(step)
		if err := config.Check(); err != nil {
			return nil, err
		}
		if err := checkStep(c, "/step", config.Steps[at]); err != nil {
			return nil, err
		}
		resumed, err := run.Resume()
		return append(amended, resumed...), err
	}, false)
}

func (r *executions) validate(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	return r.steer(ctx, c, (*runs.Run).Validate, false)
}

type runCancel struct {
	RunID string `json:"run_id" jsonschema:"from run_start or run_list"`
	steering
}

// cancel ends a run, also one that another process works on: that one stores nothing more.
func (r *executions) cancel(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a runCancel
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	f, err := r.steered(ctx, c, a.RunID)
	if err != nil {
		return nil, err
	}
	if _, err := f.Is.Cancel(c.Common.Reasoning); err != nil || c.DryRun() {
		if err != nil {
			return nil, err
		}
		return r.answer(ctx, c, f.modelID, a.RunID, nil)
	}
	var refs []app.EventRef
	for range cancelTries {
		refs, err = r.moveNow(ctx, c, f.modelID, a.RunID,
			func(run *runs.Run) ([]runs.Event, error) { return run.Cancel(c.Common.Reasoning) })
		if err == nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, c, f.modelID, a.RunID, refs)
}

// cancelTries is how often a cancellation is tried against a worker that stores events: it loses only to one that was
// stored between its reading and its append, for a few milliseconds each.
const cancelTries = 16
