package shape

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// NameOf returns an element's name for a message, or its id if there is no such element.
func NameOf(m *state.Model, id state.ID) string {
	if e, ok := m.Element(id); ok {
		return fmt.Sprintf("%q", e.Name)
	}
	return string(id)
}

// Body returns an element's solids in world coordinates, with its openings cut and its joins made. It returns nil for
// an element without a body.
func Body(m *state.Model, id state.ID) (geometry.Body, error) {
	e, err := m.Find(id)
	if err != nil {
		return nil, err
	}
	if f := state.FixedOf(e); f != nil {
		return fixedShapeBody(f, m, e)
	}
	if b, ok := e.Params.(state.Bodied); ok {
		return b.Body(m, e)
	}
	return nil, nil
}

// ElevationOf returns the elevation of a level, or 0 if the id names no level.
func ElevationOf(m *state.Model, levelID state.ID) geometry.Length {
	if e, ok := m.Element(levelID); ok {
		if l, ok := e.Params.(*Level); ok {
			return l.Elevation
		}
	}
	return 0
}

// Horizontal returns a frame at a height, parallel to the world's frame.
func Horizontal(z geometry.Length) geometry.Placement {
	frame := geometry.World()
	frame.Origin.Z = z
	return frame
}

// GeometryError returns an error of package geometry as a [state.Error].
func GeometryError(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*state.Error](err); ok {
		return err
	}
	if errors.Is(err, geometry.ErrEmpty) {
		return state.Errorf(state.EmptyResult, "nothing is left of the body: %w", err)
	}
	return state.Errorf(state.DegenerateGeometry, "%w", err)
}

// OneSolid returns the result of a constructor of solids as a body.
func OneSolid(s geometry.Solid, err error) (geometry.Body, error) {
	if err != nil {
		return nil, GeometryError(err)
	}
	return geometry.Body{s}, nil
}

// CheckOutline refuses a boundary whose average width is less than MinimumExtent. A thinner boundary would collapse
// when it is rounded to the grid together with its neighbours.
func CheckOutline(name string, outer geometry.Ring, holes ...geometry.Ring) error {
	polygon, err := geometry.NewPolygon(outer, holes...)
	if err != nil {
		return GeometryError(err)
	}
	if width := 2 * polygon.Area() / polygon.Perimeter().M(); width < MinimumExtent.M() {
		return state.Errorf(state.DegenerateGeometry,
			"%s encloses a sliver of %.3f mm: give a boundary at least %s mm wide", name,
			width*1000, MinimumExtent).With("parameter", name)
	}
	return nil
}

// FixedShapeMiddle returns the middle in plan of the box around the shape's body, or the shape's location if it has no
// body.
func FixedShapeMiddle(f *state.FixedShape, m *state.Model, e *state.Element) geometry.Point2 {
	at := f.Location.XY()
	body, err := fixedShapeBody(f, m, e)
	if err != nil || len(body) == 0 {
		return at
	}
	box := body.Bounds()
	return middleFrom(at, box.Min.XY(), box.Max.XY())
}

// Middle returns the middle of the box around points.
func Middle(points ...geometry.Point2) geometry.Point2 {
	if len(points) == 0 {
		return geometry.Point2{}
	}
	lo, hi := points[0], points[0]
	for _, p := range points {
		lo = geometry.Point2{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
		hi = geometry.Point2{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
	}
	return middleFrom(points[0], lo, hi)
}

// middleFrom returns the middle of a box. Half micrometres are rounded towards a point in the box, so that the middle
// turns with the box. Four quarter turns about the middle then lead back exactly.
func middleFrom(at, lo, hi geometry.Point2) geometry.Point2 {
	v := lo.Sub(at).Add(hi.Sub(at))
	return at.Add(geometry.Point2{X: v.X / 2, Y: v.Y / 2})
}

// BlankElement returns an element of a category without a name and with zero parameters.
func BlankElement(id state.ID, c state.Category) *state.Element {
	return &state.Element{ID: id, Category: c, Params: state.Rows[c].Params()}
}

// Difference lists the facets in which two states of one element differ, in the order given.
func Difference(before, after *state.Element, facets []state.Facet) []state.Change {
	var out []state.Change
	for _, name := range facets {
		f, ok := state.FacetOf(before.Category, name)
		if !ok || f.Same != nil && f.Same(before, after) {
			continue
		}
		from, to := f.Get(before), f.Get(after)
		if !bytes.Equal(from, to) {
			out = append(out, state.Change{Facet: name, From: from, To: to})
		}
	}
	return out
}

// ParamFacets lists the parameter facets of a category.
func ParamFacets(c state.Category) []state.Facet {
	parameters := c.Parameters()
	out := make([]state.Facet, len(parameters))
	for i, p := range parameters {
		out[i] = state.ParamFacet(p.Name)
	}
	return out
}

// rising is a category whose parameters give bounds for the heights of an element's body, without deriving the body.
type rising interface {
	// HeightRange returns heights above the model's origin between which the body lies, if there is a body. ok is false
	// if the parameters alone do not determine such heights. The element must not have a fixed shape.
	HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool)
}

// HeightRange returns heights above the model's origin between which an element's body lies, if it has a body. They
// follow from the parameters alone, and may be farther apart than the lowest and highest point of the body. ok is false
// if the parameters do not determine such heights.
func HeightRange(m *state.Model, e *state.Element) (low, high geometry.Length, ok bool) {
	r, is := e.Params.(rising)
	if !is || state.FixedOf(e) != nil {
		return 0, 0, false
	}
	return r.HeightRange(m, e)
}

// AroundLine returns an upper bound of the distance of a profile's points from the line that it runs along. If the line
// runs through the middle, that is half the diagonal. If it runs along the top or bottom, it is up to half the depth
// more. The bound includes more than the effect of rounding to the grid.
func AroundLine(p geometry.Profile) geometry.Length { return p.Width + p.Depth + p.Diameter }

// RangeAround returns the lowest and the highest height above the model's origin of a body that reaches a distance
// around some points. The points are given above the level of the element.
func RangeAround(m *state.Model, e *state.Element, around geometry.Length, at ...geometry.Point3) (low,
	high geometry.Length) {
	low, high = at[0].Z, at[0].Z
	for _, p := range at {
		low, high = min(low, p.Z), max(high, p.Z)
	}
	z := ElevationOf(m, e.LevelID)
	return z + low - around, z + high + around
}

// The kinds of quantities and their units.
const (
	QuantityLength state.QuantityKind = "length_m"
	QuantityArea   state.QuantityKind = "area_m2"
	QuantityVolume state.QuantityKind = "volume_m3"
	QuantityCount  state.QuantityKind = "count"
)

// QuantityNamed returns the value of a quantity in a list, and whether the list contains it.
func QuantityNamed(list []state.Quantity, name string) (float64, bool) {
	for _, q := range list {
		if q.Name == name {
			return q.Value, true
		}
	}
	return 0, false
}

func Length(name string, metres float64) state.Quantity {
	return state.Quantity{Name: name, Kind: QuantityLength, Value: metres}
}

func Area(name string, m2 float64) state.Quantity {
	return state.Quantity{Name: name, Kind: QuantityArea, Value: m2}
}

func Volume(name string, m3 float64) state.Quantity {
	return state.Quantity{Name: name, Kind: QuantityVolume, Value: m3}
}

func Count(name string, n int) state.Quantity {
	return state.Quantity{Name: name, Kind: QuantityCount, Value: float64(n)}
}

func SameParameter(p state.Parameter, a, b state.Params) bool {
	return reflect.DeepEqual(p.Field(a).Interface(), p.Field(b).Interface()) || bytes.Equal(p.Get(a), p.Get(b))
}

// ChangedProperties lists the properties that differ, by name.
func ChangedProperties(a, b []state.PropertySet) []state.Facet {
	if reflect.DeepEqual(a, b) {
		return nil
	}
	var out []state.Facet
	for _, sets := range [][]state.PropertySet{a, b} {
		for _, set := range sets {
			for _, p := range set.Properties {
				va, inA := state.Lookup(a, set.Name, p.Name)
				vb, inB := state.Lookup(b, set.Name, p.Name)
				if va != vb || inA != inB {
					out = append(out, state.Facet(state.PsetPrefix+set.Name+"."+p.Name))
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b state.Facet) int { return strings.Compare(string(a), string(b)) })
	return slices.Compact(out)
}

func SortedIDs[V any](m map[state.ID]V) []state.ID {
	out := make([]state.ID, 0, len(m))
	for id := range m {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}
