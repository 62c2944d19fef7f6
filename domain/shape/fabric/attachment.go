package fabric

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// attachmentCategories are the categories that walls and columns can be attached to.
var attachmentCategories = []state.Category{state.CategoryRoof, state.CategoryFloor, state.CategoryCeiling,
	state.CategoryLevel}

func (w *Wall) Attachments() state.Attachments {
	return state.Attachments{Top: w.AttachedTop, Base: w.AttachedBase}
}

func (w *Wall) Attached(a state.Attachments) state.Params {
	c := *w
	c.AttachedTop, c.AttachedBase = state.SortedOnce(a.Top), state.SortedOnce(a.Base)
	return &c
}

// Adjusted returns the wall with its attachments sorted and without duplicates.
func (w *Wall) Adjusted(string) state.Params { return w.Attached(w.Attachments()) }

// CheckAttachments refuses attachments to elements that do not exist or to which walls and columns cannot be attached.
func CheckAttachments(m *state.Model, a state.Attachments) error {
	for _, id := range a.All() {
		e, err := m.Find(id)
		if err != nil {
			return err
		}
		if !slices.Contains(attachmentCategories, e.Category) {
			return state.Errorf(state.IllegalState,
				"%s %q is nothing to attach to: give roofs, floors, ceilings or levels",
				e.Category, e.Name).
				With("element_id", id).With("state", e.Category).With("allowed", attachmentCategories)
		}
	}
	return nil
}

// AttachedTo returns the walls and columns that are attached to an element.
func AttachedTo(m *state.Model, id state.ID) []state.ID {
	e, ok := m.Element(id)
	if !ok || !slices.Contains(attachmentCategories, e.Category) {
		return nil
	}
	return slices.DeleteFunc(m.Mentioning(id), func(by state.ID) bool {
		e, ok := m.Element(by)
		return !ok || !slices.Contains(state.AttachmentsOf(e).All(), id)
	})
}

// SurfaceOf returns the surface of an element that an attached top or base follows: the undersides for a top, the upper
// sides for a base. The second result is the region in plan that the surface covers, or nil for a level, which extends
// everywhere.
func SurfaceOf(m *state.Model, id state.ID, top bool, within geometry.Region) (facets []geometry.Facet,
	covered geometry.Region, err error) {
	e, ok := m.Element(id)
	if !ok {
		return nil, geometry.Region{}, nil
	}
	if level, ok := e.Params.(*bodyshape.Level); ok {
		return facetsOver(within, levelPlane(level.Elevation)), nil, nil
	}
	facets, covered, err = Surface(m, e, top)
	if err != nil || state.FixedOf(e) == nil {
		return facets, covered, err
	}
	lo, hi := within.Bounds()
	facets = slices.DeleteFunc(facets, func(f geometry.Facet) bool {
		flo, fhi := f.Plan.Bounds()
		return flo.X >= hi.X || fhi.X <= lo.X || flo.Y >= hi.Y || fhi.Y <= lo.Y
	})
	if len(facets) > MaxSurfaceFaces {
		return nil, nil, state.Errorf(state.DegenerateGeometry,
			"%s %q has %d faces over the element, more than %d: attach to a "+
				"level or a simpler roof", e.Category, e.Name, len(facets), MaxSurfaceFaces).
			With("element_id", e.ID)
	}
	return facets, covered, nil
}

// Surface returns the undersides or upper sides of a floor, ceiling or roof, and the plan that they cover.
func Surface(m *state.Model, e *state.Element, top bool) (facets []geometry.Facet, covered geometry.Region, err error) {
	if state.FixedOf(e) != nil {
		return fixedSurface(m, e, top)
	}
	roof, ok := e.Params.(*Roof)
	if !ok {
		p, _ := PlateOf(m, e) // a plate that is not level covers nothing
		z := p.Bottom
		if !top {
			z = p.Top
		}
		if floor, is := e.Params.(*Floor); is && !top && len(floor.Falls) > 0 {
			facets, err = floor.FallFacets(z)
			return facets, append(geometry.Region{}, p.Region...), err
		}
		return facetsOver(p.Region, levelPlane(z)), append(geometry.Region{}, p.Region...), nil
	}
	z := bodyshape.ElevationOf(m, e.LevelID) + roof.Offset
	if !top {
		z += roof.Vertical(RoofThickness(m, e))
	}
	if covered, err = roof.Outline(); err != nil {
		return nil, nil, err
	}
	facets, err = roof.Facets(m.Stop, z)
	return facets, covered, err
}

func levelPlane(z geometry.Length) geometry.Plane {
	return geometry.Plane{Origin: geometry.Point3{Z: z}, Normal: r3.Vector{Z: 1}}
}

// MaxSurfaceFaces is the largest number of faces of a body that may lie over one wall or column. A roof with more faces
// is curved, and each of its faces would cut another strip of the wall.
const MaxSurfaceFaces = 200

// fixedSurface returns the faces of a fixed shape that an attached end follows: for a top the faces that look down, for
// a base the faces that look up.
func fixedSurface(m *state.Model, e *state.Element, top bool) (facets []geometry.Facet, covered geometry.Region,
	err error) {
	body, err := bodyshape.Body(m, e.ID)
	if err != nil {
		return nil, geometry.Region{}, err
	}
	for _, solid := range body {
		world := solid.World()
		for _, f := range solid.Flattened().Faces {
			if facet, ok := facetOfFace(world, solid, f, top); ok {
				facets = append(facets, facet)
			}
		}
	}
	box := body.Bounds()
	return facets, body.Shadow(box.Min.Z, box.Max.Z), nil
}

// facetOfFace returns a face that looks down or up as a facet, and false for a face that looks the other way or is
// upright.
func facetOfFace(world []geometry.Point3, s geometry.Solid, f geometry.Face, down bool) (geometry.Facet, bool) {
	normal := s.MeasureFace(f).Normal
	if down {
		normal = geometry.Times(normal, -1)
	}
	if normal.Z < Steepest {
		return geometry.Facet{}, false
	}
	rings := make([]geometry.Ring, len(f.Loops))
	for i, loop := range f.Loops {
		for _, v := range loop {
			rings[i] = append(rings[i], world[v].XY())
		}
	}
	plan, err := geometry.NewPolygon(rings[0], rings[1:]...)
	if err != nil {
		return geometry.Facet{}, false
	}
	return geometry.Facet{Plan: plan, Plane: geometry.Plane{Origin: world[f.Loops[0][0]], Normal: normal}}, true
}

// Steepest is the least Z of the unit normal of a face that a top or base follows: the face is then about a degree from
// upright. A steeper face would give heights of kilometres.
const Steepest = 0.0175

// AttachedToAny returns the walls and columns that are attached to one of several elements.
func AttachedToAny(m *state.Model, ids []state.ID) []state.ID {
	var out []state.ID
	for _, id := range ids {
		out = append(out, AttachedTo(m, id)...)
	}
	return state.SortedOnce(out)
}
