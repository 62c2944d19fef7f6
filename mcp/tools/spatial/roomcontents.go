package spatial

import (
	"cmp"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// roomContent counts the elements of one category and one model in a room.
type roomContent struct {
	Model    string `json:"model,omitempty" jsonschema:"link that it comes by"`
	Category string `json:"category"`
	Count    int    `json:"count"`
}

// contentsOf counts the elements in a room: the middle of their box lies within the room's outline, above its floor and
// below its height. Elements that bound the room, and elements in a wall, do not count.
func contentsOf(v *projections.View, f projections.RoomFacts, p *app.Page) ([]roomContent, error) {
	shape, err := v.Rooms().Shape(f.ID)
	if err != nil || !shape.Bounded {
		return []roomContent{}, err
	}
	low, high := shape.Region.Bounds()
	box := geometry.Box{Min: low.At(shape.Base), Max: high.At(shape.Base + shape.Height)}
	counts := map[roomContent]int{}
	for _, hit := range v.Spatial().Intersecting(box) {
		e, ok := v.Model.Element(hit.ID)
		if !ok || e.HostID != "" || e.Category == state.CategoryRoom || slices.Contains(f.Bounding, e.ID) ||
			p.Bounds != nil && !app.Tells(p.Bounds, v, e.ID) {
			continue
		}
		lo, hi := hit.Bounds.Min, hit.Bounds.Max
		z := (lo.Z + hi.Z) / 2
		middle := geometry.Point2{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}
		if z < box.Min.Z || z > box.Max.Z || shape.Region.Contains(middle) == geometry.Outside {
			continue
		}
		counts[roomContent{Model: app.ModelNameOf(v, e.ID), Category: string(e.Category)}]++
	}
	out := []roomContent{}
	for c, n := range counts {
		c.Count = n
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b roomContent) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Category, b.Category))
	})
	return out, nil
}
