package spatial

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/measuring"
)

type measureArguments struct {
	From       *measuring.Place  `json:"from,omitempty" jsonschema:"with to: distance and angle"`
	To         *measuring.Place  `json:"to,omitempty"`
	ElementIDs []state.ID        `json:"element_ids,omitempty" jsonschema:"box, volume and surface of each, and their sums"`
	FacesOf    state.ID          `json:"faces_of,omitempty" jsonschema:"element: area, normal and centre of its faces"`
	Points     []geometry.Point3 `json:"points,omitempty" jsonschema:"path: length, angles, enclosed area"`
	app.LinkedArguments
	mcp.ReadArguments
}

type measured struct {
	Revision uint64              `json:"revision"`
	Distance *measuring.Distance `json:"distance,omitempty"`
	Elements []measuring.Element `json:"elements,omitempty"`
	Totals   *measuring.Totals   `json:"totals,omitempty" jsonschema:"of all elements, on whatever page"`
	Faces    []measuring.Face    `json:"faces,omitempty"`
	Path     *measuring.Path     `json:"path,omitempty"`
	app.Paging
}

// kinds counts the kinds of measuring that the arguments ask for.
func (a *measureArguments) kinds() (asked int) {
	for _, there := range []bool{a.From != nil || a.To != nil, len(a.ElementIDs) > 0,
		a.FacesOf != "", len(a.Points) > 0} {
		if there {
			asked++
		}
	}
	return asked
}

// named returns the ids of the elements to measure.
func (a *measureArguments) named() []state.ID {
	out := append([]state.ID{a.FacesOf}, a.ElementIDs...)
	for _, place := range []*measuring.Place{a.From, a.To} {
		if place != nil {
			out = append(out, place.ElementID)
		}
	}
	return out
}

func (b *Backend) measure(_ context.Context, v *projections.View, a *measureArguments, p *app.Page) (measured, error) {
	data := measured{Revision: v.Revision}
	if a.kinds() != 1 || (a.From == nil) != (a.To == nil) {
		return data, state.Errorf(state.InvalidInput, "give one of: from with to, element_ids, faces_of, or points")
	}
	if err := p.MustTell(v, a.named()...); err != nil {
		return data, err
	}
	var err error
	switch {
	case a.From != nil:
		data.Distance, err = measuring.Between(v, *a.From, *a.To)
	case a.FacesOf != "":
		var all []measuring.Face
		all, err = measuring.Faces(v, a.FacesOf)
		data.Faces, data.Paging = app.Take(p, all, app.BytesOf[measuring.Face])
	case len(a.Points) > 0:
		data.Path, err = measuring.Along(v, a.Points)
	default:
		var all []measuring.Element
		var totals measuring.Totals
		all, totals, err = measuring.Elements(v, a.ElementIDs)
		data.Elements, data.Paging = app.Take(p, all, app.BytesOf[measuring.Element])
		data.Totals = &totals
	}
	return data, err
}
