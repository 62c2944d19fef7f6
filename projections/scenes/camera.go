package scenes

import (
	"math"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/render"
	"github.com/bimstream/bimstream/projections"
)

// NamedView is a direction to look from.
type NamedView string

// namedViews lists the named views with their directions. Views from a compass point are parallel projections, as
// elevations are. Views from a corner look down at 24 degrees, which shows walls and roof.
var namedViews = []struct {
	name     NamedView
	look     render.Vector
	parallel bool
}{
	{"iso_se", render.Vector{X: -1, Y: 1, Z: -0.63}, false}, {"iso_sw", render.Vector{X: 1, Y: 1, Z: -0.63}, false},
	{"iso_ne", render.Vector{X: -1, Y: -1, Z: -0.63}, false}, {"iso_nw", render.Vector{X: 1, Y: -1, Z: -0.63}, false},
	{"top", render.Vector{Z: -1}, true}, {"bottom", render.Vector{Z: 1}, true},
	{"north", render.Vector{Y: -1}, true}, {"south", render.Vector{Y: 1}, true}, {"east", render.Vector{X: -1}, true},
	{"west", render.Vector{X: 1}, true},
}

// Enum lists the names.
func (NamedView) Enum() (out []string) {
	for _, v := range namedViews {
		out = append(out, string(v.name))
	}
	return out
}

// CameraSpec defines a camera: by a named view, or by two points.
type CameraSpec struct {
	View        NamedView // default iso_se
	From, To    *geometry.Point3
	FieldOfView geometry.Angle // vertical; default 40 degrees
	LookAt      []state.ID     // elements that fill the picture; default all shown elements
}

// usualField is the default field of view: near the angle of a picture at arm's length.
const usualField = 40 * geometry.Degree

// camera returns the camera and its target.
func (s *CameraSpec) camera(v *projections.View, shown geometry.Box, aspect float64) (c render.Camera,
	target render.Vector, err error) {
	focus := shown
	if len(s.LookAt) > 0 {
		if focus, err = boxOf(v, s.LookAt); err != nil {
			return c, target, err
		}
	}
	field := s.FieldOfView
	if field == 0 {
		field = usualField
	}
	if s.From != nil {
		return s.free(focus, field, aspect)
	}
	at := namedViews[0]
	for _, n := range namedViews {
		if n.name == s.View {
			at = n
		}
	}
	corners := render.Corners(focus)
	target = middleOf(corners)
	c = render.Towards(target, at.look)
	c.Aspect = aspect
	if !at.parallel || s.FieldOfView != 0 {
		c.FieldOfView = field
	}
	c.Fit(corners)
	return c, target, nil
}

// free returns the camera between two points.
func (s *CameraSpec) free(focus geometry.Box, field geometry.Angle, aspect float64) (c render.Camera,
	target render.Vector, err error) {
	target = middleOf(render.Corners(focus))
	if s.To != nil {
		target = render.Metres(*s.To)
	}
	eye := render.Metres(*s.From)
	if target == eye {
		return c, target, state.Errorf(state.DegenerateGeometry,
			"the camera is where it looks to: give another place as to").With("parameter", "to")
	}
	c = render.Towards(eye, target.Sub(eye))
	c.FieldOfView, c.Aspect = field, aspect
	return c, target, nil
}

func middleOf(corners []render.Vector) render.Vector {
	return corners[0].Add(corners[len(corners)-1]).Times(0.5)
}

// boxOf returns the box around elements. The error is NOT_FOUND if an element does not exist, or if no element has a
// body.
func boxOf(v *projections.View, ids []state.ID) (geometry.Box, error) {
	box := geometry.EmptyBox()
	for _, id := range ids {
		if _, ok := v.Model.Element(id); !ok {
			return box, state.Errorf(state.NotFound,
				"no element %q in this model and branch: list elements with query_elements", id).With("element_id", id)
		}
		if m, err := v.Measures().Of(id); err == nil {
			box = box.Union(m.Bounds)
		}
	}
	if box.Empty() {
		return box, state.Errorf(state.NotFound, "none of the elements has a body to look at").With("parameter",
			"look_at")
	}
	return box, nil
}

// Degrees returns the field of view of a camera, rounded for display, or 0 for a parallel projection.
func Degrees(c render.Camera) float64 { return math.Round(c.FieldOfView.Degrees()*100) / 100 }
