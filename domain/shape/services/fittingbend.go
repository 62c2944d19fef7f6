package services

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/solids"
	"github.com/golang/geo/r3"
)

// bend returns the arc through the two ports of a bend that touches the lines from the location.
func (f *Fitting) bend(up geometry.Point3) (BendShape, error) {
	if len(f.Ports) != 2 || f.Ports[0].Profile != f.Ports[1].Profile {
		return BendShape{}, notABend()
	}
	a, b := f.Direction(0), f.Direction(1)
	cosine, sine := -a.Dot(b), Norm3(a.Cross(b))
	if cosine >= Straightness || cosine <= -Straightness {
		return BendShape{}, notABend()
	}
	// A tangent of length l touches an arc of turn t at radius l / tan(t/2), and tan(t/2) = sin t / (1 + cos t).
	radius := float64(f.reach(0)) * (1 + cosine) / sine
	inwards := shape.Unit(b.Sub(Scaled(a, a.Dot(b))))
	section := f.Frame(0, up)
	section.Origin = f.Ports[0].At.Add(up)
	if inner := HalfExtent(f.Ports[0].Profile, section, inwards); float64(inner) >= radius {
		return BendShape{}, state.Errorf(state.DegenerateGeometry,
			"a bend with a radius of %s mm is too tight for its profile, which reaches %s mm inwards: leave more "+
				"room about the corner", fabric.RoundLength(radius), inner).
			With("radius", fabric.RoundLength(radius)).With("min", inner)
	}
	centre := Along3(section.Origin, inwards, fabric.RoundLength(radius))
	frame := geometry.Placement{Origin: centre, X: geometry.Times(inwards, -1), Z: inwards.Cross(a)}
	return BendShape{section, f.Ports[0].Profile, frame, radius, angleOf(cosine, sine)}, nil
}

func notABend() error {
	return state.Errorf(state.DegenerateGeometry,
		"a bend has two ports of one profile that are neither opposite each other nor at one side").With("parameter",
		"ports")
}

func Norm3(v r3.Vector) float64 { return math.Sqrt(v.Dot(v)) }

// bendSagitta is the greatest distance between the arc of a bend and the polygon that approximates it from inside. The
// gores of a segmented duct bend and the coupling of a pipe also deviate by about 1 mm. A usual elbow has six pieces
// with this tolerance.
const bendSagitta = geometry.Millimetre

// solid returns the arc as a polyhedron in the frame of the section. Its rings lie on the exact arc.
func (b BendShape) solid() (geometry.Solid, error) {
	region, err := b.Profile.Region()
	if err != nil {
		return geometry.Solid{}, err
	}
	from, to := b.Axis()
	shape, err := solids.Revolve(region, solids.Axis{From: from, To: to}, b.Turn, bendSagitta)
	if err != nil {
		return geometry.Solid{}, err
	}
	s, err := shape.Solid()
	s.Frame = b.Section
	return s, err
}

// Axis returns two points of the arc's axis in the plane of the section, a metre apart. They point in the direction
// about which the section turns right-handed.
func (b BendShape) Axis() (from, to geometry.Point2) {
	flat := func(v r3.Vector) geometry.Point2 {
		return geometry.Point2{X: fabric.RoundLength(v.Dot(b.Section.X)), Y: fabric.RoundLength(v.Dot(b.Section.Y()))}
	}
	from = flat(b.Frame.Origin.Sub(b.Section.Origin).Vector())
	return from, from.Add(flat(Scaled(b.Frame.Z, float64(geometry.Metre))))
}

// measures returns the outer surface and the volume of the arc, see [FittingShape.measures].
func (b BendShape) measures() (surface, content float64, err error) {
	around, section, err := sectionMeasures(b.Profile)
	if err != nil {
		return 0, 0, err
	}
	region, err := b.Profile.Region()
	if err != nil {
		return 0, 0, shape.GeometryError(err)
	}
	angle := float64(b.Turn.Degrees() * (math.Pi / 180))
	surface = float64(around*b.reach(edgeCentroid(region))) * angle
	content = float64(section*b.reach(region.Centroid().At(0).Vector())) * angle
	return surface, content, nil
}

// edgeCentroid returns the centroid of the outer edges of a section, in micrometres.
func edgeCentroid(r geometry.Region) (centroid r3.Vector) {
	all := 0.0
	for _, polygon := range r {
		for i, p := range polygon.Outer {
			from, to := p.At(0).Vector(), polygon.Outer[(i+1)%len(polygon.Outer)].At(0).Vector()
			long := Norm3(to.Sub(from))
			centroid = centroid.Add(Scaled(from.Add(to), long/2))
			all += long
		}
	}
	return Scaled(centroid, 1/all)
}

// reach returns the distance in m of a point of the section, in micrometres, from the axis of the arc.
func (b BendShape) reach(p r3.Vector) float64 {
	from, to := b.Axis()
	along, out := to.Sub(from).At(0).Vector(), p.Sub(from.At(0).Vector())
	return math.Abs(float64(along.X*out.Y)-float64(along.Y*out.X)) / Norm3(along) / float64(geometry.Metre)
}
