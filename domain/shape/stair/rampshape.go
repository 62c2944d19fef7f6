package stair

import (
	"cmp"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/ramps"
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/stairs"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// RampShape holds the parts of a ramp.
type RampShape struct {
	Frame  geometry.Placement // at the foot, X along the first run, Z up
	Spec   ramps.Spec
	Layout ramps.Layout // in the frame
	Runs   []RunShape
}

// RunShape is a run of a ramp: its side view, extruded across it. The frame's origin is at the foot on the right edge,
// X along the ascent, Y up, Z to the right. The run lies from -Width to 0.
type RunShape struct {
	Frame   geometry.Placement
	Profile geometry.Polygon
	Kerb    geometry.Polygon // side view of its kerbs; empty without kerbs
	ramps.Run
}

// RampShapeOf returns the parts of a ramp.
func RampShapeOf(m *state.Model, e *state.Element) (RampShape, error) {
	r := e.Params.(*Ramp)
	spec := r.Spec(r.RiseOf(m, e))
	out := RampShape{Frame: geometry.PlacementInPlan(r.Start.At(r.Foot(m, e)), r.Toward), Spec: spec,
		Layout: spec.Lay()}
	for _, run := range out.Layout.Runs {
		shape := RunShape{Run: run, Frame: geometry.Placement{Origin: out.Frame.Point(run.Corner.At(run.From)),
			X: quarterTurned(out.Frame.X, run.Heading), Z: out.Frame.Z}}
		shape.Frame.Z = geometry.Times(shape.Frame.Y(), -1)
		var err error
		if shape.Profile, err = geometry.NewPolygon(run.Side); err != nil {
			return RampShape{}, bodyshape.GeometryError(err)
		}
		if spec.Kerb > 0 {
			if shape.Kerb, err = geometry.NewPolygon(geometry.Ring{{}, {X: run.Going, Y: run.Rise},
				{X: run.Going, Y: run.Rise + spec.Kerb}, {Y: spec.Kerb}}); err != nil {
				return RampShape{}, bodyshape.GeometryError(err)
			}
		}
		out.Runs = append(out.Runs, shape)
	}
	return out, nil
}

// Part is a polygon in the side view of a run, extruded between two places across the run.
type Part struct {
	Profile geometry.Polygon
	Z0, Z1  geometry.Length
}

// Parts returns the slab of a run and its kerbs.
func (r *RunShape) Parts(kerb geometry.Length) []Part {
	out := []Part{{r.Profile, -r.Width, 0}}
	if len(r.Kerb.Outer) > 0 {
		out = append(out, Part{r.Kerb, -r.Width, -r.Width + kerb}, Part{r.Kerb, -kerb, 0})
	}
	return out
}

// Quantities returns the quantities of one run.
func (r *RunShape) Quantities(spec *ramps.Spec) []state.Quantity {
	all := 0.0
	for _, p := range r.Parts(spec.KerbWidth) {
		all += float64(p.Profile.Area() * (p.Z1 - p.Z0).M())
	}
	slope := pitchLength(r.Going, r.Rise)
	area := float64(slope * r.Width.M())
	return []state.Quantity{bodyshape.Length("Length", slope), bodyshape.Length("Width", r.Width.M()),
		bodyshape.Area("GrossArea", area), bodyshape.Area("NetArea", area),
		bodyshape.Volume("GrossVolume", all), bodyshape.Volume("NetVolume", all)}
}

// pitchLength returns the length along a slope in metres.
func pitchLength(going, rise geometry.Length) float64 {
	x, y := going.M(), rise.M()
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// Walk returns the walking line in world coordinates: in the middle of the width, from foot to head.
func (s *RampShape) Walk() []geometry.Point3 {
	out := make([]geometry.Point3, len(s.Layout.Walk))
	for i, p := range s.Layout.Walk {
		out[i] = s.Frame.Point(p)
	}
	return out
}

// Landing returns the plate of a landing, followed by the plates of its kerbs.
func (s *RampShape) Landing(i int) []ramps.Plate {
	out := []ramps.Plate{s.Layout.Landings[i]}
	for j, of := range s.Layout.KerbOf {
		if of == i {
			out = append(out, s.Layout.Kerbs[j])
		}
	}
	return out
}

// LandingQuantities returns the quantities of a landing with its kerbs.
func (s *RampShape) LandingQuantities(i int) []state.Quantity {
	plates := s.Landing(i)
	all := 0.0
	for _, p := range plates {
		all += float64(p.Outline.Area() * (p.Top - p.Bottom).M())
	}
	l := plates[0]
	return []state.Quantity{bodyshape.Length("Width", (l.Top - l.Bottom).M()),
		bodyshape.Area("GrossArea", l.Outline.Area()), bodyshape.Area("NetArea", l.Outline.Area()),
		bodyshape.Volume("GrossVolume", all), bodyshape.Volume("NetVolume", all)}
}

func (r *Ramp) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape, err := RampShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	var out geometry.Body
	add := func(frame geometry.Placement, profile geometry.Polygon, z0, z1 geometry.Length) error {
		solid, err := m.Stop.Extrude(frame, geometry.Region{profile}, z0, z1)
		if err != nil {
			return bodyshape.GeometryError(err)
		}
		out = append(out, solid)
		return nil
	}
	for i := range shape.Runs {
		for _, p := range shape.Runs[i].Parts(shape.Spec.KerbWidth) {
			if err := add(shape.Runs[i].Frame, p.Profile, p.Z0, p.Z1); err != nil {
				return nil, err
			}
		}
	}
	for i := range shape.Layout.Landings {
		for _, p := range shape.Landing(i) {
			outline, err := geometry.NewPolygon(p.Outline)
			if err != nil {
				return nil, bodyshape.GeometryError(err)
			}
			if err := add(shape.Frame, outline, p.Bottom, p.Top); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (r *Ramp) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	shape, err := RampShapeOf(m, e)
	if err != nil {
		return nil, err
	}
	length, area, landings, all := 0.0, 0.0, 0.0, 0.0
	for i := 1; i < len(shape.Layout.Walk); i++ {
		length += geometry.Distance3(shape.Layout.Walk[i-1], shape.Layout.Walk[i]).M()
	}
	for i := range shape.Runs {
		run := &shape.Runs[i]
		area += float64(pitchLength(run.Going, run.Rise) * run.Width.M())
		for _, p := range run.Parts(shape.Spec.KerbWidth) {
			all += float64(p.Profile.Area() * (p.Z1 - p.Z0).M())
		}
	}
	for i, l := range shape.Layout.Landings {
		landings += l.Outline.Area()
		for _, p := range shape.Landing(i) {
			all += float64(p.Outline.Area() * (p.Top - p.Bottom).M())
		}
	}
	out := []state.Quantity{bodyshape.Length("Length", length), bodyshape.Length("Height", shape.Spec.Rise.M()),
		bodyshape.Count("NumberOfRuns", len(shape.Runs)), bodyshape.Area("GrossArea", area+landings),
		bodyshape.Area("NetArea", area+landings), bodyshape.Volume("GrossVolume", all),
		bodyshape.Volume("NetVolume", all)}
	if landings > 0 {
		out = append(out, bodyshape.Area("LandingArea", landings))
	}
	return out, nil
}

// void returns the plan, in the frame of a ramp, of the parts that a floor between two heights over its foot would
// obstruct.
func (s *RampShape) void(underside, top geometry.Length) geometry.Region {
	var parts []geometry.Region
	add := func(ring geometry.Ring) {
		if p, err := geometry.NewPolygon(ring); err == nil {
			parts = append(parts, geometry.Region{p})
		}
	}
	low := underside - OpenHeadroom // higher parts have too little headroom under the floor
	for i := range s.Layout.Runs {
		r := &s.Layout.Runs[i]
		start := geometry.Length(0)
		if free := low - r.From; free > 0 {
			start = geometry.Length(math.Floor(float64(free) * float64(r.Going) / float64(r.Rise)))
		}
		if start < r.Going && r.Underside() < top {
			add(r.Outline(start, r.Going))
		}
	}
	for _, l := range s.Layout.Landings {
		if l.Top > low && l.Bottom < top {
			add(l.Outline)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return geometry.Union(parts...)
}

// railInset returns the distance of a railing's middle from the edge of a ramp. A railing stands beside the kerb, so
// that its height is measured from the run.
func (s *RampShape) railInset() geometry.Length {
	if s.Spec.Kerb > 0 {
		return s.Spec.KerbWidth + defaultPost/2
	}
	return railInset
}

// Railings returns the railings that a ramp maintains: along each side of each run, and around its landings.
func (s *RampShape) Railings(sides StairRailings) []RailingOf {
	var out []RailingOf
	inset := s.railInset()
	for i := range s.Layout.Runs {
		r := &s.Layout.Runs[i]
		for _, side := range []stairs.Side{stairs.Left, stairs.Right} {
			if sides != "both" && string(sides) != string(side) {
				continue
			}
			at := r.Width - inset
			if side == stairs.Right {
				at = inset
			}
			out = append(out, RailingOf{fmt.Sprintf("run %d %s", i+1, side), []geometry.Point3{
				s.Frame.Point(r.At(0, at).At(r.From)),
				s.Frame.Point(r.At(r.Going, at).At(r.From + r.Rise))}, handrailHeight, "handrail"})
		}
	}
	for i := range s.Layout.Landings {
		out = append(out, s.landingRails(i, sides)...)
	}
	return out
}

// landingRails returns the guards around a landing. A straight landing has them on each side, another landing around
// the outside of its turn. In a half turn that includes the side at the far end of the well.
func (s *RampShape) landingRails(i int, sides StairRailings) []RailingOf {
	inset := s.railInset()
	before, after, l := &s.Layout.Runs[i], &s.Layout.Runs[i+1], s.Layout.Landings[i]
	name := fmt.Sprintf("landing %d", i+1)
	edge := func(r *ramps.Run, side stairs.Side) geometry.Length {
		if side == stairs.Right {
			return inset
		}
		return r.Width - inset
	}
	var out []RailingOf
	add := func(part string, points ...geometry.Point2) {
		path := make([]geometry.Point3, len(points))
		for j, p := range points {
			path[j] = s.Frame.Point(p.At(l.Top))
		}
		out = append(out, RailingOf{part, path, guardHeight, "guardrail"})
	}
	bend := s.Spec.Bends[i]
	outer := stairs.Right // of a turn to the left
	if bend == ramps.Right || bend == ramps.HalfRight {
		outer = stairs.Left
	}
	wanted := func(side stairs.Side) bool { return sides == "both" || string(sides) == string(side) }
	if bend == ramps.Straight {
		for _, side := range []stairs.Side{stairs.Left, stairs.Right} {
			if wanted(side) {
				add(name+" "+string(side), before.At(before.Going, edge(before, side)), after.At(0, edge(after, side)))
			}
		}
		return out
	}
	if !wanted(outer) {
		return out
	}
	deep := s.depth(i)
	far := before.Going + deep - inset
	begin, corner := before.At(before.Going, edge(before, outer)), before.At(far, edge(before, outer))
	end := after.At(0, edge(after, outer))
	if bend.Half() {
		add(name, begin, corner, after.At(-(deep-inset), edge(after, outer)), end)
		return out
	}
	add(name, begin, corner, end)
	return out
}

// depth returns the depth of a landing along the run before it.
func (s *RampShape) depth(i int) geometry.Length {
	if bend := s.Spec.Bends[i]; bend == ramps.Left || bend == ramps.Right {
		return max(s.Spec.Landing, s.Spec.Width())
	}
	return s.Spec.Landing
}

// RampEdges returns the width that kerbs and railings take on each side of a ramp.
func RampEdges(kerb, kerbWidth geometry.Length, railings StairRailings) geometry.Length {
	taken := geometry.Length(0)
	if kerb > 0 {
		taken = cmp.Or(kerbWidth, usualKerbWidth)
	}
	if railings != "" && railings != "none" {
		return max(taken+defaultPost, railInset+defaultPost/2)
	}
	return taken
}

// Clear returns the width between the kerbs of a ramp.
func (s *RampShape) Clear() geometry.Length {
	if s.Spec.Kerb > 0 {
		return s.Spec.Width() - 2*s.Spec.KerbWidth
	}
	return s.Spec.Width()
}
