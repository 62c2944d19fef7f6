package domain

import (
	"errors"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// Body returns an element's solids in world coordinates, with its openings cut and its joins made; nil for an element
// without a body.
func (m *Model) Body(id ID) (geometry.Body, error) {
	e, err := m.find(id)
	if err != nil {
		return nil, err
	}
	if f := FixedOf(e); f != nil {
		return f.body(m, e)
	}
	if b, ok := e.Params.(bodied); ok {
		return b.body(m, e)
	}
	return nil, nil
}

// elevation returns the height of the level that an element stands on.
func (m *Model) elevation(levelID ID) geometry.Length {
	if e, ok := m.Element(levelID); ok {
		if l, ok := e.Params.(*Level); ok {
			return l.Elevation
		}
	}
	return 0
}

// horizontal returns a frame parallel to the world's at a height.
func horizontal(z geometry.Length) geometry.Placement {
	frame := geometry.World()
	frame.Origin.Z = z
	return frame
}

// geometryError turns an error of package geometry into one of the table.
func geometryError(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	if errors.Is(err, geometry.ErrEmpty) {
		return Errorf(EmptyResult, "nothing is left of the body: %w", err)
	}
	return Errorf(DegenerateGeometry, "%w", err)
}

// oneSolid wraps a constructor's result.
func oneSolid(s geometry.Solid, err error) (geometry.Body, error) {
	if err != nil {
		return nil, geometryError(err)
	}
	return geometry.Body{s}, nil
}

// layersThickness returns the thickness of an element that has either a layered type or a thickness of its own.
func (m *Model) layersThickness(e *Element, own geometry.Length) geometry.Length {
	if t, ok := m.Type(e.TypeID); ok && len(t.Layers) > 0 {
		return t.Thickness()
	}
	return own
}

// checkThickness refuses an element with neither or with two contradicting thicknesses.
func (m *Model) checkThickness(e *Element, own geometry.Length) error {
	t, typed := m.Type(e.TypeID)
	hasLayers := typed && len(t.Layers) > 0
	switch {
	case !hasLayers && own == 0:
		return Errorf(DegenerateGeometry, "%s has no thickness: give thickness, or a type_id of a type with layers",
			e.Category).With("parameter", "thickness")
	case hasLayers && own != 0 && own != t.Thickness():
		return Errorf(ConstraintViolated,
			"thickness %s mm contradicts type %q, whose layers add up to %s mm: leave thickness out or change the type",
			own, t.Name, t.Thickness()).
			With("parameter", "thickness").With("type_id", t.ID).With("type_thickness", t.Thickness())
	}
	return nil
}

// profileOf returns the cross section of an element that has either a profiled type or a profile of its own.
func (m *Model) profileOf(e *Element, own *geometry.Profile) (geometry.Profile, error) {
	if own != nil {
		return *own, nil
	}
	if t, ok := m.Type(e.TypeID); ok && t.Profile != nil {
		return *t.Profile, nil
	}
	return geometry.Profile{}, Errorf(DegenerateGeometry,
		"%s has no profile: give profile, or a type_id of a type with a profile",
		e.Category).With("parameter", "profile")
}

// ProfileOf returns the cross section of a column, beam or segment, its own or that of its type; false for what has
// none.
func (m *Model) ProfileOf(e *Element) (geometry.Profile, bool) {
	var own *geometry.Profile
	switch p := e.Params.(type) {
	case *Column:
		own = p.Profile
	case *Beam:
		own = p.Profile
	case *Segment:
		own = p.Profile
	default:
		return geometry.Profile{}, false
	}
	profile, err := m.profileOf(e, own)
	return profile, err == nil && FixedOf(e) == nil
}

// planCuts returns the plan regions of the openings of a floor or roof.
func (m *Model) planCuts(host ID) []geometry.Region {
	var out []geometry.Region
	for _, id := range m.HostedBy(host) {
		if e, ok := m.Element(id); ok {
			if o, ok := e.Params.(*Opening); ok && len(o.Polygon) > 0 {
				if p, err := geometry.NewPolygon(slices.Clone(o.Polygon)); err == nil {
					out = append(out, geometry.Region{p})
				}
			}
		}
	}
	return out
}

// checkOwnProfile refuses a member with neither or with two contradicting profiles.
func (m *Model) checkOwnProfile(e *Element, own *geometry.Profile) error {
	if t, ok := m.Type(e.TypeID); ok && t.Profile != nil && own != nil && *own != *t.Profile {
		return Errorf(ConstraintViolated, "profile contradicts that of type %q: leave profile out or change the type",
			t.Name).
			With("parameter", "profile").With("type_id", t.ID)
	}
	_, err := m.profileOf(e, own)
	return err
}

// checkHeights refuses what reaches above or below the model's bounds.
func (m *Model) checkHeights(name string, heights ...geometry.Length) error {
	for _, z := range heights {
		if err := m.checkBounds(name, geometry.Point3{Z: z}); err != nil {
			return err
		}
	}
	return nil
}

// checkOutline refuses a boundary that is thinner than the shortest line that is accepted, on average over its length.
// Thinner ones collapse when they are rounded to the grid together with what they meet.
func checkOutline(name string, outer geometry.Ring, holes ...geometry.Ring) error {
	polygon, err := geometry.NewPolygon(outer, holes...)
	if err != nil {
		return geometryError(err)
	}
	if width := 2 * polygon.Area() / polygon.Perimeter().M(); width < minimumExtent.M() {
		return Errorf(DegenerateGeometry, "%s encloses a sliver of %.3f mm: give a boundary at least %s mm wide", name,
			width*1000, minimumExtent).With("parameter", name)
	}
	return nil
}
