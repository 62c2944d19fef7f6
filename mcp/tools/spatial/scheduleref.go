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

// ScheduleRef says a schedule where a table is an argument among others: by the name of a template, or in full as
// generate_schedule takes it. It is held against the schema of that when it is read.
type ScheduleRef json.RawMessage

// JSONSchema says both ways, and no more of the second one than that it is an object: the list of tools has it once.
func (ScheduleRef) JSONSchema() string {
	names, err := json.Marshal(tables.Template("").Enum())
	if err != nil {
		panic("tools: the names of templates: " + err.Error())
	}
	return fmt.Sprintf(`{"anyOf":[{"type":"string","enum":%s},{"type":"object"}]}`, names)
}

// UnmarshalJSON keeps what is there.
func (r *ScheduleRef) UnmarshalJSON(text []byte) error {
	*r = bytes.Clone(text)
	return nil
}

// MarshalJSON writes what is there.
func (r ScheduleRef) MarshalJSON() ([]byte, error) { return json.RawMessage(r).MarshalJSON() }

// Query reads what is said. INVALID_INPUT names what is wrong with it.
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

// scheduleValidator holds schedules against their schema.
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

// File makes a take-off for a file or a sheet.
func (q *TakeoffQuery) File(ctx context.Context, v *projections.View) (*table.Table, error) {
	if err := app.CheckCategories(q.Categories); err != nil {
		return nil, err
	}
	return tables.Takeoff(ctx, v, CategoriesFrom(q.Categories), q.Grouping, q.AreaRule)
}

// TakeoffQuery says what a take-off adds up.
type TakeoffQuery struct {
	Categories []string        `json:"categories,omitempty"`
	Grouping   tables.Grouping `json:"grouping,omitempty"`
	AreaRule   room.AreaRule   `json:"area_rule,omitempty"`
}

// File makes a schedule for a file: one of single elements says what it was made of, so that import_table can read it
// back.
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
