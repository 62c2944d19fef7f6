package spatial

import (
	"context"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/measuring"
)

type boundingAnalysis struct {
	ElementID state.ID `json:"element_id" jsonschema:"a room or any element with a body"`
	app.LinkedArguments
	mcp.ReadArguments
}

// boundReport describes the boundary of an element: the sides, floor and ceiling of a room, or the elements that touch
// another element.
type boundReport struct {
	Revision  uint64       `json:"revision"`
	ElementID state.ID     `json:"element_id"`
	Category  string       `json:"category"`
	Name      string       `json:"name"`
	Sides     []boundSide  `json:"sides" jsonschema:"of a room: stretches of its outline, in order"`
	Floor     []boundPlate `json:"floor" jsonschema:"of a room: what is under it"`
	Ceiling   []boundPlate `json:"ceiling" jsonschema:"of a room: what is over it, at its height"`
	Rooms     []NamedRef   `json:"rooms" jsonschema:"that the element bounds"`
	Touching  []touching   `json:"touching" jsonschema:"elements that touch or overlap the body"`
	app.Paging
}

type boundSide struct {
	From    geometry.Point2 `json:"from"`
	To      geometry.Point2 `json:"to"`
	Length  geometry.Length `json:"length"`
	Wall    *NamedRef       `json:"wall,omitempty" jsonschema:"absent: open"`
	Beyond  *NamedRef       `json:"beyond,omitempty" jsonschema:"the room behind the middle; absent: none"`
	Filling []NamedRef      `json:"doors_and_windows,omitempty"`
}

type boundPlate struct {
	Element *NamedRef `json:"element,omitempty" jsonschema:"absent: open"`
	AreaM2  float64   `json:"area_m2"`
}

type touching struct {
	Element  NamedRef           `json:"element"`
	Relation measuring.Relation `json:"relation"`
	Where    string             `json:"where" jsonschema:"above, below, beside or within, by their boxes"`
}

// CheckPlace refuses a point outside the model's bounds.
func CheckPlace(m *state.Model, parameter string, q geometry.Point3) error {
	if m.Bounds().Contains(geometry.Box{Min: q, Max: q}) {
		return nil
	}
	return state.Errorf(state.OutOfModelBounds, "%s lies outside the model's bounds of %s mm about the origin",
		parameter, m.Info().HalfExtent).With("parameter", parameter)
}

func (b *Backend) boundingAnalysis(_ context.Context, v *projections.View, a *boundingAnalysis,
	p *app.Page) (boundReport, error) {
	e, ok := v.Model.Element(a.ElementID)
	if !ok {
		return boundReport{}, state.Errorf(state.NotFound,
			"no element %q in this model and branch: list elements with query_elements",
			a.ElementID).With("element_id", a.ElementID)
	}
	data := boundReport{
		Revision: v.Revision, ElementID: e.ID, Category: string(e.Category), Name: e.Name, Sides: []boundSide{},
		Floor: []boundPlate{}, Ceiling: []boundPlate{},
		Rooms: []NamedRef{}, Touching: []touching{},
	}
	if e.Category == state.CategoryRoom {
		shape, err := v.Rooms().Shape(e.ID)
		if err != nil {
			return boundReport{}, err
		}
		if shape.Bounded {
			data.Floor, data.Ceiling = platesAt(v, shape, shape.Base), platesAt(v, shape, shape.Base+shape.Height)
			if !shape.Level() {
				data.Ceiling = slopesOver(v, shape)
			}
		}
		sides := sidesOf(v, e, shape)
		data.Sides, data.Paging = app.Take(p, sides, app.BytesOf[boundSide])
		return data, nil
	}
	data.Rooms = refs(v.Model, v.Rooms().Along(e.ID))
	all, err := touchingOf(v, e)
	if err != nil {
		return boundReport{}, err
	}
	data.Touching, data.Paging = app.Take(p, all, app.BytesOf[touching])
	return data, nil
}

// sidesOf returns the outline of a room in stretches, or none if the room is not bounded.
func sidesOf(v *projections.View, e *state.Element, shape room.RoomShape) []boundSide {
	if !shape.Bounded {
		return nil
	}
	facts, err := v.Rooms().Analyse(e.ID)
	if err != nil {
		return nil
	}
	fillings := slices.Concat(facts.Doors, facts.Windows)
	var out []boundSide
	for _, s := range shape.Sides(room.RoomFinderOf(v.Model, nil).Walls(e, shape)) {
		side := boundSide{From: s.From, To: s.To, Length: geometry.Distance(s.From, s.To)}
		if s.Wall != "" {
			wall := RefOf(v.Model, s.Wall)
			side.Wall, side.Filling = &wall, refs(v.Model, alongSide(v, s, fillings))
		}
		if beyond := roomAt(v, e, s.Behind(0.5)); beyond != "" {
			room := RefOf(v.Model, beyond)
			side.Beyond = &room
		}
		out = append(out, side)
	}
	return out
}

// alongSide returns the doors and windows in a side's wall whose middle lies along the side.
func alongSide(v *projections.View, s room.RoomSide, ids []state.ID) []state.ID {
	var out []state.ID
	d := geometry.Direction(s.From, s.To)
	length := float64(geometry.Distance(s.From, s.To))
	for _, id := range ids {
		e, ok := v.Model.Element(id)
		if !ok || e.HostID != s.Wall {
			continue
		}
		if box := v.BoundsOf(id); !box.Empty() {
			lo, hi := box.Min, box.Max
			middle := geometry.Point2{X: lo.X + (hi.X-lo.X)/2, Y: lo.Y + (hi.Y-lo.Y)/2}
			w := middle.Sub(s.From)
			if along := float64(d.X*float64(w.X)) + float64(d.Y*float64(w.Y)); along >= 0 && along <= length {
				out = append(out, id)
			}
		}
	}
	return out
}

// roomAt returns the other room on a room's level that contains a point, or "".
func roomAt(v *projections.View, e *state.Element, p geometry.Point2) state.ID {
	for _, id := range v.Rooms().OnLevel(elements.StoreyOf(v.Model, e)) {
		if id == e.ID {
			continue
		}
		if shape, err := v.Rooms().Shape(id); err == nil && shape.Bounded &&
			shape.Region.Contains(p) != geometry.Outside {
			return id
		}
	}
	return ""
}

// platesAt returns the slabs, ceilings and flat roofs that cover a room's plan at a height, and the open rest.
func platesAt(v *projections.View, shape room.RoomShape, height geometry.Length) []boundPlate {
	lo, hi := shape.Region.Bounds()
	box := geometry.Box{Min: lo.At(height - plateReach), Max: hi.At(height + plateReach)}
	var plates []fabric.Plate
	for _, hit := range v.Spatial().Intersecting(box, state.CategoryFloor,
		state.CategoryCeiling, state.CategoryRoof) {
		if e, ok := v.Model.Element(hit.ID); ok {
			if p, ok := fabric.PlateOf(v.Model, e); ok && room.PlateMeets(p, height) {
				plates = append(plates, p)
			}
		}
	}
	areas := map[state.ID]float64{}
	var order []state.ID
	for _, c := range shape.Cover(height, plates) {
		if _, known := areas[c.Plate]; !known {
			order = append(order, c.Plate)
		}
		areas[c.Plate] += c.Polygon.Area()
	}
	out := []boundPlate{}
	for _, id := range order {
		plate := boundPlate{AreaM2: app.Round6(areas[id])}
		if id != "" {
			element := RefOf(v.Model, id)
			plate.Element = &element
		}
		out = append(out, plate)
	}
	return out
}

// slopesOver returns the elements that cover a room below slopes, and the open rest, with their areas in plan.
func slopesOver(v *projections.View, shape room.RoomShape) []boundPlate {
	areas := shape.CoveredAreas()
	out := []boundPlate{}
	for _, id := range slices.Sorted(maps.Keys(areas)) {
		plate := boundPlate{AreaM2: app.Round6(areas[id])}
		if id != "" {
			element := RefOf(v.Model, id)
			plate.Element = &element
		}
		out = append(out, plate)
	}
	return out
}

// plateReach is how far above and below a height plates are searched for: more than the gap at which a plate still
// meets the height.
const plateReach = 10 * geometry.Millimetre

// touchReach is the gap up to which two bodies count as touching, since bodies in skew positions are rounded.
const touchReach = geometry.Millimetre

// touchingOf returns the elements that touch or overlap an element, in the order of their names.
func touchingOf(v *projections.View, e *state.Element) ([]touching, error) {
	own, err := v.MeasureOf(e.ID)
	if err != nil || own.Bounds.Empty() {
		return nil, err
	}
	var ids []state.ID
	found := map[state.ID]touching{}
	for _, hit := range v.Spatial().Intersecting(own.Bounds.Grow(touchReach)) {
		if hit.ID == e.ID || hit.Category == state.CategoryRoom || hit.Category == state.CategoryOpening {
			continue
		}
		d, err := measuring.Between(v, measuring.Place{ElementID: e.ID}, measuring.Place{ElementID: hit.ID})
		if err != nil || d.Relation == measuring.Apart && d.Distance > touchReach {
			continue
		}
		ids = append(ids, hit.ID)
		found[hit.ID] = touching{RefOf(v.Model, hit.ID), d.Relation, whereTo(own.Bounds, hit.Bounds)}
	}
	out := make([]touching, 0, len(ids))
	for _, r := range refs(v.Model, ids) {
		out = append(out, found[r.ElementID])
	}
	return out, nil
}

// whereTo returns where another box lies relative to a box.
func whereTo(own, other geometry.Box) string {
	switch {
	case other.Min.Z >= own.Max.Z-touchReach:
		return "above"
	case other.Max.Z <= own.Min.Z+touchReach:
		return "below"
	case own.Contains(other):
		return "within"
	}
	return "beside"
}
