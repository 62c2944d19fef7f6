package domain

import (
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

// Attachments are what the top and the base of a wall or column follow, in place of its own height and offset: roofs,
// floors, ceilings and levels. Of several the lowest counts at the top, the highest at the base. Where none of them
// lies over the element, or under it, its own height holds.
type Attachments struct {
	Top, Base []ID
}

// none reports whether nothing is attached.
func (a Attachments) none() bool { return len(a.Top)+len(a.Base) == 0 }

// all lists what the element is attached to, each once.
func (a Attachments) all() []ID { return sortedOnce(slices.Concat(a.Top, a.Base)) }

// attachable is a category whose top and base can be attached: walls and columns.
type attachable interface {
	attachments() Attachments
	// attached returns the parameters with other attachments.
	attached(a Attachments) Params
}

// attachmentCategories are what walls and columns can be attached to.
var attachmentCategories = []Category{CategoryRoof, CategoryFloor, CategoryCeiling, CategoryLevel}

// AttachmentsOf returns what an element is attached to; nothing for what cannot be attached, or has a fixed shape.
func AttachmentsOf(e *Element) Attachments {
	p, ok := e.Params.(attachable)
	if !ok || FixedOf(e) != nil {
		return Attachments{}
	}
	return p.attachments()
}

func (w *Wall) attachments() Attachments { return Attachments{w.AttachedTop, w.AttachedBase} }

func (w *Wall) attached(a Attachments) Params {
	c := *w
	c.AttachedTop, c.AttachedBase = sortedOnce(a.Top), sortedOnce(a.Base)
	return &c
}

// adjusted sorts what the wall is attached to.
func (w *Wall) adjusted(string) Params { return w.attached(w.attachments()) }

func (c *Column) attachments() Attachments { return Attachments{c.AttachedTop, c.AttachedBase} }

func (c *Column) attached(a Attachments) Params {
	k := *c
	k.AttachedTop, k.AttachedBase = sortedOnce(a.Top), sortedOnce(a.Base)
	return &k
}

// checkAttachments refuses attachments to what is not there or cannot carry them.
func (m *Model) checkAttachments(a Attachments) error {
	for _, id := range a.all() {
		e, err := m.find(id)
		if err != nil {
			return err
		}
		if !slices.Contains(attachmentCategories, e.Category) {
			return Errorf(IllegalState, "%s %q is nothing to attach to: give roofs, floors, ceilings or levels",
				e.Category, e.Name).
				With("element_id", id).With("state", e.Category).With("allowed", attachmentCategories)
		}
	}
	return nil
}

// attachedTo returns the walls and columns that are attached to an element.
func (m *Model) attachedTo(id ID) []ID {
	e, ok := m.Element(id)
	if !ok || !slices.Contains(attachmentCategories, e.Category) {
		return nil
	}
	return slices.DeleteFunc(m.Mentioning(id), func(by ID) bool {
		e, ok := m.Element(by)
		return !ok || !slices.Contains(AttachmentsOf(e).all(), id)
	})
}

// surfaceOf returns the surface of an element that an attached top or base follows: the undersides at a top, the upper
// sides at a base, and the plan that they cover, nil for a level, which is everywhere.
func (m *Model) surfaceOf(id ID, top bool, within geometry.Region) (facets []geometry.Facet,
	covered geometry.Region, err error) {
	e, ok := m.Element(id)
	if !ok {
		return nil, geometry.Region{}, nil
	}
	if level, ok := e.Params.(*Level); ok {
		return facetsOver(within, levelPlane(level.Elevation)), nil, nil
	}
	facets, covered, err = m.surface(e, top)
	if err != nil || FixedOf(e) == nil {
		return facets, covered, err
	}
	lo, hi := within.Bounds()
	facets = slices.DeleteFunc(facets, func(f geometry.Facet) bool {
		flo, fhi := f.Plan.Bounds()
		return flo.X >= hi.X || fhi.X <= lo.X || flo.Y >= hi.Y || fhi.Y <= lo.Y
	})
	if len(facets) > maxSurfaceFaces {
		return nil, nil, Errorf(DegenerateGeometry, "%s %q has %d faces over the element, more than %d: attach to a "+
			"level or a simpler roof", e.Category, e.Name, len(facets), maxSurfaceFaces).
			With("element_id", e.ID)
	}
	return facets, covered, nil
}

// surface returns the undersides or upper sides of a floor, ceiling or roof, and the plan that they cover.
func (m *Model) surface(e *Element, top bool) (facets []geometry.Facet, covered geometry.Region, err error) {
	if FixedOf(e) != nil {
		return m.fixedSurface(e, top)
	}
	roof, ok := e.Params.(*Roof)
	if !ok {
		p, _ := m.Plate(e) // one that is not level covers nothing
		z := p.Bottom
		if !top {
			z = p.Top
		}
		return facetsOver(p.Region, levelPlane(z)), append(geometry.Region{}, p.Region...), nil
	}
	z := m.elevation(e.LevelID) + roof.Offset
	if !top {
		z += roof.vertical(m.RoofThickness(e))
	}
	if covered, err = roof.outline(); err != nil {
		return nil, nil, err
	}
	facets, err = roof.facets(m.stop, z)
	return facets, covered, err
}

func levelPlane(z geometry.Length) geometry.Plane {
	return geometry.Plane{Origin: geometry.Point3{Z: z}, Normal: r3.Vector{Z: 1}}
}

// maxSurfaceFaces is how many faces of a body may lie over one wall or column: a roof of more is curved, and its chords
// would cut the wall into as many strips.
const maxSurfaceFaces = 200

// fixedSurface returns the faces of a body that look down, at a top, or up, at a base.
func (m *Model) fixedSurface(e *Element, top bool) (facets []geometry.Facet, covered geometry.Region, err error) {
	body, err := m.Body(e.ID)
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

// facetOfFace returns a face that looks down or up as a facet; false for one that looks the other way, or is upright.
func facetOfFace(world []geometry.Point3, s geometry.Solid, f geometry.Face, down bool) (geometry.Facet, bool) {
	normal := s.MeasureFace(f).Normal
	if down {
		normal = geometry.Times(normal, -1)
	}
	if normal.Z < steepest {
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

// steepest is the least Z of the unit normal of a face that a top or base follows: about a degree from upright. At a
// steeper face heights would be lengths of kilometres.
const steepest = 0.0175
