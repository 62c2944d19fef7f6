package spatial

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// ScheduleRef describes a schedule in an argument of another tool: by the name of a template, or in full as for
// generate_schedule. A full schedule is checked against the schema of generate_schedule when it is read.
type ScheduleRef json.RawMessage

// JSONSchema admits a name or an object. It does not repeat the schema of the object, because the list of tools has it
// in generate_schedule.
func (ScheduleRef) JSONSchema() string {
	names, err := json.Marshal(tables.Template("").Enum())
	if err != nil {
		panic("tools: the names of templates: " + err.Error())
	}
	return fmt.Sprintf(`{"anyOf":[{"type":"string","enum":%s},{"type":"object"}]}`, names)
}

// UnmarshalJSON keeps the JSON unchanged.
func (r *ScheduleRef) UnmarshalJSON(text []byte) error {
	*r = bytes.Clone(text)
	return nil
}

// MarshalJSON writes the JSON unchanged.
func (r ScheduleRef) MarshalJSON() ([]byte, error) { return json.RawMessage(r).MarshalJSON() }

// Query parses the schedule. The error is INVALID_INPUT with the fault.
func (r ScheduleRef) Query() (q ScheduleQuery, err error) {
	if bytes.HasPrefix(r, []byte{'"'}) {
		return q, json.Unmarshal(r, &q.Template)
	}
	if issues := scheduleValidator().Check(r); len(issues) > 0 {
		return q, state.Errorf(state.InvalidInput, "the schedule does not match what generate_schedule takes: %s: %s",
			issues[0].Pointer, issues[0].Reason).With("parameter", "schedule").
			With("issues", issues[:min(len(issues), app.CandidatesShown)])
	}
	if err := json.Unmarshal(scheduleValidator().PlainWholes(r), &q); err != nil {
		return q, state.Errorf(state.InvalidInput, "the schedule cannot be read: %w", err).With("parameter",
			"schedule")
	}
	return q, nil
}

// scheduleValidator returns the validator for the schema of schedules.
var scheduleValidator = sync.OnceValue(func() *schema.Validator {
	text, err := schema.ForInput(reflect.TypeFor[ScheduleQuery](), nil)
	if err != nil {
		panic("tools: a schedule has no schema: " + err.Error())
	}
	v, err := schema.Compile(text)
	if err != nil {
		panic("tools: the schema of schedules does not compile: " + err.Error())
	}
	return v
})

// File returns a take-off as a table for a file or a sheet.
func (q *TakeoffQuery) File(ctx context.Context, v *projections.View) (*table.Table, error) {
	if err := app.CheckCategories(q.Categories); err != nil {
		return nil, err
	}
	return tables.Takeoff(ctx, v, CategoriesFrom(q.Categories), q.Grouping, q.AreaRule)
}

// TakeoffQuery describes the contents of a take-off.
type TakeoffQuery struct {
	Categories []string        `json:"categories,omitempty"`
	Grouping   tables.Grouping `json:"grouping,omitempty"`
	AreaRule   room.AreaRule   `json:"area_rule,omitempty"`
}

// File returns a schedule as a table for a file. A schedule of single elements carries its query and its state, so that
// import_table can read it back.
func (q ScheduleQuery) File(ctx context.Context, v *projections.View) (*table.Table, error) {
	t, err := tables.Schedule(ctx, v, q.Query())
	if err != nil || q.Summary {
		return t, err
	}
	text, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	t.Origin = &table.Origin{ModelID: v.ModelID, Branch: v.Branch, Revision: v.Revision, Query: text}
	return t, nil
}
