package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/projections"
)

// batchArguments holds several operations, which are stored in one append or not at all.
type batchArguments struct {
	Operations []batchStep `json:"operations" jsonschema:"in order"`
	app.ReplyArguments
	mcp.MutationArguments
}

// batchStep is one operation of a batch.
type batchStep struct {
	Tool string         `json:"tool" jsonschema:"name of a geometry tool"`
	Args map[string]any `json:"args" jsonschema:"its arguments, without those of the batch; \"$ref\" is what an earlier step made, \"$ref.1\" its second"`
	Ref  string         `json:"ref,omitempty" jsonschema:"name for later steps"`
}

// maxBatch bounds the operations of a batch, so that its append stays well below the store's size limit.
const maxBatch = 1000

// batch runs batches over the tools of the mutation table.
type batch struct {
	rows    map[string]mutationRow
	schemas map[string]func() (stepSchema, error) // compiled when first needed
	has     func(tool string) bool                // reports false for a tool that this server leaves out
}

// stepSchema is the input schema of a step's tool.
type stepSchema struct {
	text json.RawMessage
	*schema.Validator
}

func newBatch(rows []mutationRow, has func(tool string) bool) *batch {
	b := &batch{map[string]mutationRow{}, map[string]func() (stepSchema, error){}, has}
	for _, r := range rows {
		b.rows[r.Tool.Name] = r
		input := reflect.TypeOf(r.Tool.Input)
		b.schemas[r.Tool.Name] = sync.OnceValues(func() (stepSchema, error) {
			text, err := schema.ForInput(input, nil)
			if err != nil {
				return stepSchema{}, err
			}
			compiled, err := schema.Compile(text)
			return stepSchema{text, compiled}, err
		})
	}
	return b
}

func batchTool(b *Backend, rows []mutationRow) mcp.Tool {
	runner := newBatch(rows, func(tool string) bool { return b.Invocable == nil || b.Invocable.Find(tool) != nil })
	return mcp.Tool{
		Name: "apply_batch", Title: "Apply batch", Server: "geometry", Set: mcp.SetFull,
		Category: mcp.CategoryMutation, Speculative: true, AlsoNeeds: batchNeeds,
		Description: "Runs several geometry tools as one change: all or nothing.",
		Input:       batchArguments{}, Output: app.Change{},
		Handle: func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
			var a batchArguments
			if err := c.Decode(&a); err != nil {
				return nil, err
			}
			if len(a.Operations) == 0 || len(a.Operations) > maxBatch {
				return nil, state.Errorf(state.InvalidInput, "operations has %d steps: give 1 to %d",
					len(a.Operations), maxBatch)
			}
			var steps []app.StepEcho
			return b.Change(ctx, c, func(v *projections.View, commandID string) (change.Decision, error) {
				var err error
				var decision change.Decision
				decision, steps, err = runner.run(ctx, v, commandID, a.Operations, c)
				return decision, err
			}, func() []app.StepEcho { return steps })
		},
	}
}

// batchNeeds returns the permissions that the operations of a batch need.
func batchNeeds(arguments json.RawMessage, all *mcp.Registry) (out []mcp.Operation) {
	var a batchArguments
	if json.Unmarshal(arguments, &a) != nil {
		return nil
	}
	for _, o := range a.Operations {
		if e := all.Find(o.Tool); e != nil {
			out = append(out, e.Needs())
		}
	}
	return out
}

// run decides the steps one after the other, each on the state that the earlier ones leave.
func (b *batch) run(ctx context.Context, v *projections.View, commandID string, operations []batchStep,
	c *mcp.Call) (change.Decision, []app.StepEcho, error) {
	all := change.Decision{}
	size, decide := 0, func(c change.Command) (change.Decision, error) { return v.DecideUntil(ctx, c) }
	steps := make([]app.StepEcho, 0, len(operations))
	made, known := map[string][]state.ID{}, app.KnownTo(c, v)
	for i, step := range operations {
		if err := ctx.Err(); err != nil {
			return all, nil, err
		}
		model := v.Model
		if all.After != nil {
			model = all.After
		}
		operation, taken, err := b.parse(ctx, c, step, made, model, known)
		if err != nil {
			return all, nil, atStep(err, i, step.Tool)
		}
		// A step's command id derives from the batch's, so that a retried batch makes the same ids.
		id := string(state.DeriveID(commandID, -1-i))
		decision, err := decide(change.Command{ID: id, Do: operation})
		if err != nil {
			return all, nil, atStep(err, i, step.Tool)
		}
		all.After = decision.After
		decide = func(c change.Command) (next change.Decision, err error) {
			defer processors.Stopped(&err)
			c.Revision, c.Stop = state.Revision(v.Revision), processors.Until(ctx)
			return domain.Decide(all.After, c)
		}
		for _, data := range decision.Data {
			size += len(data)
		}
		if size > eventstore.MaxAppendBytes { // the store would refuse the events
			return all, nil, atStep(state.Errorf(state.OperationTooLarge,
				"the events of the steps up to this one have %d bytes, one append holds %d: divide the batch", size,
				eventstore.MaxAppendBytes), i, step.Tool)
		}
		all.Events, all.Data = append(all.Events, decision.Events...), append(all.Data, decision.Data...)
		if len(taken) > 0 {
			warning := mcp.SynonymsTaken(taken)
			all.Warnings = append(all.Warnings, change.Warning{Code: warning.Code, Message: warning.Message})
		}
		all.Warnings = append(all.Warnings, decision.Warnings...)
		created := state.MadeBy(decision.Events)
		steps = append(steps, app.StepEcho{Step: i, Tool: step.Tool, Ref: step.Ref, Created: created})
		if step.Ref != "" {
			made[step.Ref] = created
		}
		c.Progress(float64(i+1), float64(len(operations)), step.Tool)
	}
	return all, steps, nil
}

// Permitted refuses a step whose tool needs a permission that the caller lacks, so that a batch cannot get round
// permissions.
func Permitted(c *mcp.Call, t *mcp.Tool) error {
	if _, ok := c.Principal.Scope(t.Needs()); !ok {
		return state.Errorf(state.PermissionDenied, "%s may not %s", c.Principal.ID, t.Needs())
	}
	return nil
}

// parse reads the arguments of a step. taken names the argument names that it accepted as synonyms.
func (b *batch) parse(ctx context.Context, c *mcp.Call, step batchStep, made map[string][]state.ID,
	m *state.Model, known func(state.ID) bool) (_ change.Operation, taken []string, _ error) {
	row, ok := b.rows[step.Tool]
	if ok && !b.has(step.Tool) {
		return nil, nil, state.Errorf(state.InvalidInput, "this server was started without the tool %q", step.Tool)
	}
	if !ok {
		names := slices.DeleteFunc(slices.Sorted(maps.Keys(b.rows)), func(name string) bool { return !b.has(name) })
		return nil, nil, state.Errorf(state.InvalidInput, "a batch takes geometry tools, not %q%s", step.Tool,
			app.Suggestion(step.Tool, names))
	}
	if err := Permitted(c, &row.Tool); err != nil {
		return nil, nil, err
	}
	for _, name := range app.CommonNames {
		if _, ok := step.Args[name]; ok {
			return nil, nil, state.Errorf(state.InvalidInput, "%s belongs to the batch, not to a step", name)
		}
	}
	resolved, err := resolve(step.Args, made)
	if err != nil {
		return nil, nil, err
	}
	raw, err := json.Marshal(resolved)
	if err != nil {
		return nil, nil, state.Errorf(state.InvalidInput, "the arguments cannot be written as JSON: %w", err)
	}
	arguments, err := b.schemas[step.Tool]()
	if err != nil {
		return nil, nil, err
	}
	if issues := arguments.Check(raw); len(issues) > 0 {
		understood, names := mcp.Understand(arguments.text, raw)
		left := arguments.Check(understood)
		if len(names) > 0 && len(left) > 0 && len(left) < len(issues) {
			issues = left // report the wrong names only, not the accepted synonyms
		}
		if len(names) == 0 || len(left) > 0 {
			return nil, nil, state.Errorf(state.InvalidInput, "the arguments do not match %s: %s %s", step.Tool,
				issues[0].Pointer, issues[0].Reason).With("issues", issues)
		}
		raw, taken = understood, names
	}
	raw = arguments.PlainWholes(raw)
	if raw, err = row.prepare.of(ctx, c, raw); err != nil {
		return nil, nil, err
	}
	operation, err := row.Decode(raw, m, known)
	return operation, taken, err
}

// resolve returns a value with its references replaced by ids.
func resolve(v any, made map[string][]state.ID) (any, error) {
	switch v := v.(type) {
	case string:
		if name, ok := strings.CutPrefix(v, "$"); ok {
			return reference(name, made)
		}
		return v, nil
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			r, err := resolve(item, made)
			if err != nil {
				return nil, err
			}
			out[i] = r
		}
		return out, nil
	case map[string]any:
		if v == nil {
			return map[string]any{}, nil
		}
		out := make(map[string]any, len(v))
		for k, item := range v {
			r, err := resolve(item, made)
			if err != nil {
				return nil, err
			}
			out[k] = r
		}
		return out, nil
	}
	return v, nil
}

func reference(name string, made map[string][]state.ID) (any, error) {
	name, index, _ := strings.Cut(name, ".")
	created, ok := made[name]
	n := 0
	if ok && index != "" {
		parsed, err := strconv.Atoi(index)
		if err != nil {
			ok = false
		}
		n = parsed
	}
	if !ok || n < 0 || n >= len(created) {
		return nil, state.Errorf(state.InvalidInput,
			"$%s names nothing that an earlier step made: give that step ref %q", name, name)
	}
	return string(created[n]), nil
}

// atStep adds to an error the step that it comes from, and the statement that nothing was done.
func atStep(err error, i int, tool string) error {
	e, ok := errors.AsType[*state.Error](err)
	if !ok {
		return err
	}
	at := *e
	at.Message = fmt.Sprintf("step %d (%s): %s; nothing of the batch was done", i, tool, e.Message)
	at.Data = map[string]any{}
	for k, v := range e.Data {
		at.Data[k] = v
	}
	at.Data["step"] = i
	return &at
}
