package services

import (
	"math"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/golang/geo/r3"
)

// FittingShape is the body of a fitting. A bend has one profile that is swept along an arc; every other fitting has
// straight arms, each of which is an extruded profile.
type FittingShape struct {
	Bend *BendShape // nil for other fittings
	Arms []shape.MemberShape
}

// BendShape is a profile that is swept along an arc.
type BendShape struct {
	// Section is the profile's plane at the first port, with the axes X and Y of the profile and Z out of the bend.
	Section geometry.Placement
	Profile geometry.Profile
	// Frame has its origin in the centre of the arc, X towards the first port, and Z as its axis. The arc runs
	// counter-clockwise about Z.
	Frame  geometry.Placement
	Radius float64 // of the line, in micrometres
	Turn   geometry.Angle
}

// FittingShapeOf returns the body of a fitting in world coordinates.
func FittingShapeOf(m *state.Model, e *state.Element) (FittingShape, error) {
	f, ok := e.Params.(*Fitting)
	if !ok {
		return FittingShape{}, state.Errorf(state.IllegalState, "a %s is not a fitting", e.Category)
	}
	if f.Fixed != nil {
		return FittingShape{}, shape.FixedOnly(e)
	}
	return f.shape(m, e)
}

func (f *Fitting) shape(m *state.Model, e *state.Element) (FittingShape, error) {
	up := geometry.Point3{Z: shape.ElevationOf(m, e.LevelID)}
	if f.FittingType == FittingBend {
		bend, err := f.bend(up)
		return FittingShape{Bend: &bend}, err
	}
	return FittingShape{Arms: f.arms(up)}, nil
}

func (s FittingShape) body() (geometry.Body, error) {
	if s.Bend != nil {
		return shape.OneSolid(s.Bend.solid())
	}
	var out geometry.Body
	for _, arm := range s.Arms {
		part, err := arm.Body()
		if err != nil {
			return nil, err
		}
		out = append(out, part...)
	}
	return out, nil
}

// measures returns the outer surface in m2, without the ends, and the volume in m3. For each piece they are the
// perimeter of the outline and the area of the section, each times the length of the path of its centroid (theorems of
// Pappus and Guldin). A bend is measured as the exact arc.
func (s FittingShape) measures() (surface, content float64, err error) {
	if s.Bend != nil {
		return s.Bend.measures()
	}
	for _, arm := range s.Arms {
		if arm.Length <= 0 {
			return 0, 0, shape.GeometryError(geometry.ErrNoHeight)
		}
		way := arm.Length.M()
		around, section, err := sectionMeasures(arm.Profile)
		if err != nil {
			return 0, 0, err
		}
		surface += float64(around * way)
		content += float64(section * way)
	}
	return surface, content, nil
}

// sectionMeasures returns the perimeter of a profile's outline in m and its area in m2.
func sectionMeasures(p geometry.Profile) (around, section float64, err error) {
	outline, err := shape.OutlineOf(p)
	if err != nil {
		return 0, 0, shape.GeometryError(err)
	}
	if around, err = shape.Perimeter(outline); err != nil {
		return 0, 0, err
	}
	section, err = p.Area()
	return around, section, shape.GeometryError(err)
}

// Length returns the length of the arc or of all arms in m.
func (s FittingShape) Length() float64 {
	if s.Bend != nil {
		return float64(s.Bend.Radius*s.Bend.Turn.Degrees()) * (math.Pi / 180) / float64(geometry.Metre)
	}
	var sum geometry.Length
	for _, arm := range s.Arms {
		sum += arm.Length
	}
	return sum.M()
}

// arms returns the straight pieces of a fitting. If two opposite ports have the same profile, one piece, the run, goes
// through both. Every other port has its own piece, which begins at the surface of the run or, without a run, at the
// location.
func (f *Fitting) arms(up geometry.Point3) []shape.MemberShape {
	a, b, through := f.run()
	var out []shape.MemberShape
	if through {
		frame := f.Frame(b, up)
		frame.Origin = f.Ports[a].At.Add(up)
		out = append(out, shape.MemberShape{Frame: frame, Profile: f.Ports[a].Profile, Length: f.reach(a) + f.reach(b)})
	}
	for i, p := range f.Ports {
		if through && (i == a || i == b) {
			continue
		}
		frame, from := f.Frame(i, up), geometry.Length(0)
		if through {
			from = min(f.surface(a, i), f.reach(i)-shape.MinimumExtent)
		}
		frame.Origin = frame.Point(geometry.Point3{Z: from})
		out = append(out, shape.MemberShape{Frame: frame, Profile: p.Profile, Length: f.reach(i) - from})
	}
	return out
}

// run returns the first two ports that are opposite each other and have one profile.
func (f *Fitting) run() (a, b int, ok bool) {
	for a := range f.Ports {
		for b := a + 1; b < len(f.Ports); b++ {
			if f.Ports[a].Profile == f.Ports[b].Profile &&
				SameDirection(f.Direction(a), geometry.Times(f.Direction(b), -1)) {
				return a, b, true
			}
		}
	}
	return 0, 0, false
}

// surface returns the distance from the location at which the arm of a port starts on the surface of the run. The run
// is given by one of its ports. On a round run it is the distance at which the sides of the arm meet the surface, so
// that no gap is left.
func (f *Fitting) surface(run, arm int) geometry.Length {
	frame, outwards := f.Frame(run, geometry.Point3{}), f.Direction(arm)
	p := f.Ports[run].Profile
	if !shape.Round(p) {
		return HalfExtent(p, frame, outwards)
	}
	across := shape.Unit(frame.Z.Cross(outwards))
	half := float64(HalfExtent(f.Ports[arm].Profile, f.Frame(arm, geometry.Point3{}), across))
	radius := float64(p.Diameter) / 2
	return fabric.RoundLength(math.Sqrt(max(0, float64(radius*radius)-float64(half*half))))
}

// HalfExtent returns how far a profile extends from its middle in a direction.
func HalfExtent(p geometry.Profile, frame geometry.Placement, direction r3.Vector) geometry.Length {
	if shape.Round(p) {
		return (p.Diameter + 1) / 2
	}
	x, y := math.Abs(frame.X.Dot(direction)), math.Abs(frame.Y().Dot(direction))
	reach := float64(float64(p.Width)*x) + float64(float64(p.Depth)*y)
	return geometry.Length(math.Ceil(reach/2 - axisNoise))
}
