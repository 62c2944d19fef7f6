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

// steer decides a move of a run, stores it, and continues the run.
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

// moveNow decides a move on the current state of the run and stores it, without taking the run's lock.
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

// runAmended is a step that the tool itself checks against the schema of configurations.
type runAmended json.RawMessage

// JSONSchema admits any object.
func (runAmended) JSONSchema() string { return `{"type":"object"}` }

// UnmarshalJSON keeps the JSON unchanged.
func (s *runAmended) UnmarshalJSON(b []byte) error {
	*s = append((*s)[:0], b...)
	return nil
}

// step parses a step in the form that configurations use.
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

// resume continues a run. A step that the call gives replaces the step at which the run paused, and is checked like a
// step of a new run.
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

// cancel ends a run, even if another process works on it: that process stores nothing more.
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

// cancelTries is how often a cancellation is tried against a worker that stores events. A try fails only if the worker
// stores an event between the reading and the append of the try, which takes a few milliseconds.
const cancelTries = 16
