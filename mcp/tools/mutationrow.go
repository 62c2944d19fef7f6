package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// mutationRow is one change of the model that is a domain operation: its public face, and how arguments become the
// operation. The tool and the steps of a batch use the same row.
type mutationRow struct {
	tool mcp.Tool
	// decode reads arguments; names in them are those of a model.
	decode func(raw json.RawMessage, m *domain.Model) (domain.Operation, error)
}

// row makes the row of an operation. Its arguments are the operation's fields and those that all changes take.
func row[O domain.Operation](b *Backend, t mcp.Tool, narrower ...narrowed) mutationRow {
	t.Server, t.Category, t.Speculative = cmp.Or(t.Server, "geometry"), mcp.CategoryMutation, true
	t.Input, t.Output = composed(reflect.TypeFor[O](), narrower...), Change{}
	r := mutationRow{t, func(raw json.RawMessage, m *domain.Model) (domain.Operation, error) {
		var operation O
		err := (&mcp.Call{Arguments: raw}).Decode(&operation)
		if err == nil {
			err = nameArguments(m, &operation)
		}
		return operation, err
	}}
	r.tool.Handle = func(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
		var common struct {
			replyArguments
			mcp.MutationArguments
		}
		if err := c.Decode(&common); err != nil {
			return nil, err
		}
		return b.change(ctx, c, func(v *projections.View, commandID string) (domain.Decision, error) {
			operation, err := r.decode(c.Arguments, v.Model)
			if err != nil {
				return domain.Decision{}, err
			}
			return v.Decide(domain.Command{ID: commandID, Do: operation})
		}, nil)
	}
	return r
}

// narrowed gives a field of an operation a type that admits fewer values in the schema.
type narrowed struct {
	field string
	to    reflect.Type
}

// composed returns the zero value of a struct with the fields of an operation and the common arguments of mutations, from
// which the tool's input schema is derived.
func composed(operation reflect.Type, narrower ...narrowed) any {
	var fields []reflect.StructField
	for _, t := range []reflect.Type{operation, reflect.TypeFor[replyArguments](), reflect.TypeFor[mcp.MutationArguments]()} {
		for _, f := range reflect.VisibleFields(t) {
			if f.Anonymous || !f.IsExported() {
				continue
			}
			if i := slices.IndexFunc(narrower, func(n narrowed) bool { return n.field == f.Name }); i >= 0 {
				f.Type = narrower[i].to
			}
			fields = append(fields, reflect.StructField{Name: f.Name, Type: f.Type, Tag: f.Tag})
		}
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

// typeCategory is a category that define_type takes.
type typeCategory string

// Enum lists the categories.
func (typeCategory) Enum() []string { return domain.DefinedCategories() }
