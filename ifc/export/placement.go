package export

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// placing is an IfcLocalPlacement with its frame in the world.
type placing struct {
	ref   step.Ref
	frame geometry.Placement
	lift  geometry.Length // height of its frame above the placement's frame: not 0 for a level that is not a storey
}

// place writes a placement with a frame given in the parent's frame.
func (x *exporter) place(parent placing, local geometry.Placement) placing {
	var to step.Value = null
	if parent.ref != 0 {
		to = parent.ref
	}
	lifted := local
	lifted.Origin.Z += parent.lift
	return placing{ref: x.add("IFCLOCALPLACEMENT", to, x.axes(lifted)), frame: parent.frame.Compose(local)}
}

// placeWorld writes a placement with a frame given in the world.
func (x *exporter) placeWorld(parent placing, world geometry.Placement) placing {
	at := x.place(parent, geometry.Placement{Origin: parent.frame.Local(world.Origin), X: into(parent.frame, world.X),
		Z: into(parent.frame, world.Z)})
	at.frame = world
	return at
}

// relative returns a frame expressed in another frame with the same parent. Frames with equal axes give exactly
// parallel axes.
func relative(frame, other geometry.Placement) geometry.Placement {
	out := geometry.World()
	if frame.X != other.X || frame.Z != other.Z {
		out.X, out.Z = into(frame, other.X), into(frame, other.Z)
	}
	out.Origin = frame.Local(other.Origin)
	return out
}

// inParent returns a point of a frame in the frame's parent, not rounded, in micrometres.
func inParent(frame geometry.Placement, p geometry.Point3) r3.Vector {
	v, y := p.Vector(), frame.Y()
	return r3.Vector{
		X: float64(frame.Origin.X) + float64(frame.X.X*v.X) + float64(y.X*v.Y) + float64(frame.Z.X*v.Z),
		Y: float64(frame.Origin.Y) + float64(frame.X.Y*v.X) + float64(y.Y*v.Y) + float64(frame.Z.Y*v.Z),
		Z: float64(frame.Origin.Z) + float64(frame.X.Z*v.X) + float64(y.Z*v.Y) + float64(frame.Z.Z*v.Z),
	}
}

// into returns a vector of the world expressed in a frame.
func into(frame geometry.Placement, v r3.Vector) r3.Vector {
	return r3.Vector{X: geometry.Dot(frame.X, v), Y: geometry.Dot(frame.Y(), v), Z: geometry.Dot(frame.Z, v)}
}

// axes writes a frame. It omits axes that are equal to the axes of the parent.
func (x *exporter) axes(p geometry.Placement) step.Ref {
	return x.axesAt(x.point3(p.Origin), p.X, p.Z)
}

func (x *exporter) axesAt(origin step.Ref, toX, toZ r3.Vector) step.Ref {
	if (toX == r3.Vector{X: 1} && toZ == r3.Vector{Z: 1}) {
		return x.share("IFCAXIS2PLACEMENT3D", origin, null, null)
	}
	return x.share("IFCAXIS2PLACEMENT3D", origin, x.direction3(toZ), x.direction3(toX))
}

// origin writes the frame of an element's own coordinates.
func (x *exporter) origin() step.Ref { return x.axes(geometry.World()) }

// axes2 writes a frame in a plane, parallel to the plane's own.
func (x *exporter) axes2(origin geometry.Point2) step.Ref {
	return x.share("IFCAXIS2PLACEMENT2D", x.point2(origin), null)
}

func (x *exporter) point2(p geometry.Point2) step.Ref {
	return x.share("IFCCARTESIANPOINT", step.List{mm(p.X), mm(p.Y)})
}

func (x *exporter) point3(p geometry.Point3) step.Ref {
	return x.share("IFCCARTESIANPOINT", step.List{mm(p.X), mm(p.Y), mm(p.Z)})
}

// point writes a point, given in micrometres, that is not on the model's grid, such as a corner of a sloped plane.
func (x *exporter) point(coordinates ...float64) step.Ref {
	out := make(step.List, len(coordinates))
	for i, c := range coordinates {
		out[i] = step.Real(rounded(c/float64(geometry.Millimetre), perMillimetre))
	}
	return x.share("IFCCARTESIANPOINT", out)
}

func (x *exporter) direction2(v r3.Vector) step.Ref {
	return x.share("IFCDIRECTION", step.List{step.Real(v.X), step.Real(v.Y)})
}

// direction3 writes a direction. It remembers directions, because there are few and each is used many times.
func (x *exporter) direction3(v r3.Vector) step.Ref {
	ref, known := x.directions[v]
	if !known {
		ref = x.share("IFCDIRECTION", step.List{step.Real(v.X), step.Real(v.Y), step.Real(v.Z)})
		x.directions[v] = ref
	}
	return ref
}

// up writes +Z, the direction of most extrusions.
func (x *exporter) up() step.Ref { return x.direction3(r3.Vector{Z: 1}) }

// mm returns a length in the unit of the file.
func mm(l geometry.Length) step.Real { return step.Real(l.MM()) }

// perMillimetre and perUnit are the numbers of steps per unit to which computed numbers are rounded. The steps are a
// nanometre of length and a billionth of a square or cubic metre. Both steps are far smaller than the model's
// resolution of a micrometre. They are larger than the last bit of a number of that size, so that rounding errors of a
// computation never show.
const (
	perMillimetre = 1e6
	perUnit       = 1e9
)

func rounded(v, steps float64) float64 { return math.Round(v*steps) / steps }
