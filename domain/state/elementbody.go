package state

import (
	"github.com/bimstream/bimstream/geometry"
)

// LayersThickness returns the thickness of an element that has either a layered type or a thickness of its own.
func (m *Model) LayersThickness(e *Element, own geometry.Length) geometry.Length {
	if t, ok := m.Type(e.TypeID); ok && len(t.Layers) > 0 {
		return t.Thickness()
	}
	return own
}

// CheckThickness refuses an element without a thickness or with two contradicting thicknesses.
func (m *Model) CheckThickness(e *Element, own geometry.Length) error {
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

// OwnOrTypeProfile returns the cross section of an element that has either a profiled type or a profile of its own.
func (m *Model) OwnOrTypeProfile(e *Element, own *geometry.Profile) (geometry.Profile, error) {
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

// CheckOwnProfile refuses a member without a profile or with two contradicting profiles.
func (m *Model) CheckOwnProfile(e *Element, own *geometry.Profile) error {
	if t, ok := m.Type(e.TypeID); ok && t.Profile != nil && own != nil && *own != *t.Profile {
		return Errorf(ConstraintViolated, "profile contradicts that of type %q: leave profile out or change the type",
			t.Name).
			With("parameter", "profile").With("type_id", t.ID)
	}
	_, err := m.OwnOrTypeProfile(e, own)
	return err
}

// CheckHeights refuses heights above or below the model's bounds.
func (m *Model) CheckHeights(name string, heights ...geometry.Length) error {
	for _, z := range heights {
		if err := m.CheckBounds(name, geometry.Point3{Z: z}); err != nil {
			return err
		}
	}
	return nil
}
