package model

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections"
)

// mutationRow is a change of the model that is a domain operation: its tool, and how arguments become the operation.
// The tool and the steps of a batch use the same row.
type mutationRow struct {
	Tool mcp.Tool
	// Decode reads arguments; names in them resolve within the model, and names and queries find only elements that the
	// caller knows.
	Decode func(raw json.RawMessage, m *state.Model, known func(state.ID) bool) (change.Operation, error)
	// prepare replaces arguments that name a record outside the model, such as a clash; nil if there are none.
	prepare preparation
}

// preparation returns arguments in which recorded values replace the name of their record.
type preparation func(ctx context.Context, c *mcp.Call, raw json.RawMessage) (json.RawMessage, error)

func (p preparation) of(ctx context.Context, c *mcp.Call, raw json.RawMessage) (json.RawMessage, error) {
	if p == nil {
		return raw, nil
	}
	return p(ctx, c, raw)
}

// Row returns the row of an operation. Its arguments are the operation's fields and the arguments common to all
// changes.
func Row[O change.Operation](b *Backend, t mcp.Tool, narrower ...narrowed) mutationRow {
	t.Server, t.Category, t.Speculative = cmp.Or(t.Server, "geometry"), mcp.CategoryMutation, true
	t.Input, t.Output = composed(reflect.TypeFor[O](), narrower...), app.Change{}
	r := mutationRow{Tool: t, Decode: func(raw json.RawMessage, m *state.Model,
		known func(state.ID) bool) (change.Operation, error) {
		var operation O
		err := (&mcp.Call{Arguments: raw}).Decode(&operation)
		if err == nil {
			err = app.NameKnown(m, &operation, known)
		}
		if err == nil && app.MayName(raw, `"query"`) && slices.Contains(narrower, queried) {
			err = takeQuery(m, raw, &operation, known)
		}
		return operation, err
	}}
	if slices.Contains(narrower, clashed) {
		r.prepare = b.clashArguments
	}
	r.Tool.Handle = func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		var common struct {
			app.ReplyArguments
			mcp.MutationArguments
		}
		if err := c.Decode(&common); err != nil {
			return nil, err
		}
		raw, err := r.prepare.of(ctx, c, c.Arguments)
		if err != nil {
			return nil, err
		}
		return b.Change(ctx, c, func(v *projections.View, commandID string) (change.Decision, error) {
			operation, err := r.Decode(raw, v.Model, app.KnownTo(c, v))
			if err != nil {
				return change.Decision{}, err
			}
			return v.DecideUntil(ctx, change.Command{ID: commandID, Do: operation})
		}, nil)
	}
	return r
}

// narrowed gives a field of an operation a type that admits fewer values in the schema.
type narrowed struct {
	field string
	to    reflect.Type
}

// queried lets a call give a query in place of an operation's ElementIDs; clashed lets it give a clash in place of its
// HostID.
var (
	queried = narrowed{"ElementIDs", reflect.TypeFor[[]state.ID]()}
	clashed = narrowed{"HostID", reflect.TypeFor[state.ID]()}
)

// inPlaceOf holds, for queried and clashed, the argument that can replace the field, and the tag that makes the field
// optional.
var inPlaceOf = map[narrowed]struct {
	optional reflect.StructTag
	field    reflect.StructField
}{
	queried: {`json:"element_ids,omitempty"`, reflect.StructField{
		Name: "Query", Type: reflect.TypeFor[*checks.Selection](), Tag: `json:"query,omitempty" jsonschema:"in place of ids"`,
	}},
	clashed: {`json:"host_id,omitempty"`, reflect.StructField{
		Name: "Finding", Type: reflect.TypeFor[string](),
		Tag: `json:"finding,omitempty" jsonschema:"of a clash, for host_id and through"`,
	}},
}

// takeQuery puts the elements that a query finds into an operation, if the call gives a query.
func takeQuery(m *state.Model, raw json.RawMessage, operation any, known func(state.ID) bool) error {
	var a struct {
		Query *checks.Selection `json:"query"`
	}
	if err := (&mcp.Call{Arguments: raw}).Decode(&a); err != nil || a.Query == nil {
		return err
	}
	field := reflect.ValueOf(operation).Elem().FieldByName("ElementIDs")
	if field.Len() > 0 {
		return state.Errorf(state.InvalidInput,
			"element_ids and query both say which elements: give one of them").With("parameter", "query")
	}
	if err := app.NameKnown(m, a.Query, known); err != nil {
		return err
	}
	found, err := a.Query.Find(m)
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(e *state.Element) bool { return !known(e.ID) })
	if len(found) == 0 {
		return state.Errorf(state.NotFound,
			"no element is like the query: nothing was changed; query_elements takes the same filters").With(
			"parameter", "query")
	}
	ids := make([]state.ID, len(found))
	for i, e := range found {
		ids[i] = e.ID
	}
	slices.Sort(ids)
	field.Set(reflect.ValueOf(ids))
	return nil
}

// composed returns the zero value of a struct from which the tool's input schema is derived. The struct has the fields
// of an operation and the common arguments of mutations.
func composed(operation reflect.Type, narrower ...narrowed) any {
	var fields []reflect.StructField
	for _, t := range []reflect.Type{operation, reflect.TypeFor[app.ReplyArguments](),
		reflect.TypeFor[mcp.MutationArguments]()} {
		for _, f := range reflect.VisibleFields(t) {
			if f.Anonymous || !f.IsExported() {
				continue
			}
			if i := slices.IndexFunc(narrower, func(n narrowed) bool { return n.field == f.Name }); i >= 0 {
				f.Type = narrower[i].to
				if stands, ok := inPlaceOf[narrower[i]]; ok {
					f.Tag = stands.optional
					fields = append(fields, stands.field)
				}
			}
			fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
		}
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

// standing is the position of an object that stands on its level: a point in plan and an optional height above the
// level.
type standing geometry.Point3

// JSONSchema admits two or three numbers.
func (standing) JSONSchema() string {
	return `{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":3}`
}

// sheetTitleBlock holds the fields of a title block other than number and title, which are the sheet's own.
type sheetTitleBlock struct {
	Owner        string `json:"owner,omitempty" jsonschema:"default the model's organization"`
	Project      string `json:"project,omitempty" jsonschema:"default the model's name"`
	Address      string `json:"address,omitempty" jsonschema:"default the site's"`
	Creator      string `json:"creator,omitempty" jsonschema:"default the model's author"`
	Approver     string `json:"approver,omitempty" jsonschema:"default the revision's"`
	DocumentType string `json:"document_type,omitempty" jsonschema:"default general arrangement"`
	Status       string `json:"status,omitempty" jsonschema:"default preliminary"`
	Date         string `json:"date,omitempty" jsonschema:"of issue; default that of the revision"`
	Sheet        string `json:"sheet,omitempty" jsonschema:"such as 2 / 5"`
	Notes        string `json:"notes,omitempty" jsonschema:"lines"`
}

// typeCategory is a category that define_type takes.
type typeCategory string

// Enum lists the categories.
func (typeCategory) Enum() []string { return elements.DefinedCategories() }
