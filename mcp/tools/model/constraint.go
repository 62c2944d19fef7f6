package model

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/spatial"
	"github.com/bimstream/bimstream/projections"
)

type listConstraints struct {
	ElementIDs []state.ID `json:"element_ids,omitempty" jsonschema:"only those about these; default all"`
	mcp.ReadArguments
}

// constraintList is a page of the constraints of a model, in the order in which the model evaluates them.
type constraintList struct {
	Revision    uint64           `json:"revision"`
	Constraints []constraintEcho `json:"constraints"`
	app.Paging
}

type constraintEcho struct {
	ID        state.ID              `json:"constraint_id"`
	Name      string                `json:"name"`
	Number    int                   `json:"number"`
	Kind      change.ConstraintKind `json:"kind"`
	Says      string                `json:"says" jsonschema:"the constraint in words"`
	Follows   *spatial.NamedRef     `json:"follows,omitempty" jsonschema:"not where a query says which"`
	Leads     *spatial.NamedRef     `json:"leads,omitempty" jsonschema:"element or level; not of fixed"`
	Value     geometry.Length       `json:"value"`
	Parameter string                `json:"parameter,omitempty"`
	End       change.ConstraintEnd  `json:"end,omitempty"`
	Holds     bool                  `json:"holds"`
	Measured  string                `json:"measured" jsonschema:"what is there, in words"`

	Query      *change.ConstraintQuery `json:"query,omitempty" jsonschema:"elements that follow, now and later"`
	OtherQuery *change.ConstraintQuery `json:"other_query,omitempty" jsonschema:"that they keep clear of"`
}

// constraintTools are the tools that query constraints.
func constraintTools(b *Backend) []mcp.Tool {
	return []mcp.Tool{{
		Name: "list_constraints", Title: "List constraints", Server: "geometry", Set: mcp.SetFull,
		Category: mcp.CategoryRead, Idempotent: true,
		Description: "Lists constraints in the order in which they are looked at, with what they measure now.",
		Input:       listConstraints{}, Output: constraintList{}, Handle: app.Reading(b.Backend, b.listConstraints),
	}}
}

func (b *Backend) listConstraints(_ context.Context, v *projections.View, a *listConstraints,
	p *app.Page) (constraintList, error) {
	for _, id := range a.ElementIDs {
		if _, ok := v.Model.Element(id); !ok {
			return constraintList{}, state.Errorf(state.NotFound,
				"no element %q in this model and branch: list elements with query_elements", id).With("element_id", id)
		}
	}
	all := []constraintEcho{}
	for _, id := range v.Model.OfCategory(state.CategoryConstraint) {
		e, _ := v.Model.Element(id)
		c := e.Params.(*change.Constraint)
		if len(a.ElementIDs) > 0 && !slices.Contains(a.ElementIDs, id) && !c.Bears(v.Model, a.ElementIDs) {
			continue
		}
		all = append(all, echoConstraint(v.Model, e, c))
	}
	slices.SortFunc(all, func(a, b constraintEcho) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), strings.Compare(string(a.ID), string(b.ID)))
	})
	data := constraintList{Revision: v.Revision}
	data.Constraints, data.Paging = app.Take(p, all, app.BytesOf[constraintEcho])
	return data, nil
}

func echoConstraint(m *state.Model, e *state.Element, c *change.Constraint) constraintEcho {
	out := constraintEcho{ID: e.ID, Name: e.Name, Number: c.Number, Kind: c.Kind,
		Value: c.Value, Parameter: c.Parameter, End: c.End, Says: change.DescribeConstraint(m, c),
		Query: c.Query, OtherQuery: c.OtherQuery}
	if c.ElementID != "" {
		follows := spatial.RefOf(m, c.ElementID)
		out.Follows = &follows
	}
	if c.OtherID != "" {
		leads := spatial.RefOf(m, c.OtherID)
		out.Leads = &leads
	}
	_, holds, words, err := change.ConstraintState(m, e.ID)
	out.Holds, out.Measured = holds, words
	if err != nil {
		out.Measured = err.Error()
	}
	return out
}
