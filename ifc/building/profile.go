package building

import (
	"math"
	"slices"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// Profile is a cross section in the plane of its sweep. Coordinates are micrometres, Z is 0.
type Profile struct {
	Name    string
	Section *geometry.Profile // the shape by its dimensions, centred on At; nil for a shape without dimensions
	At      Frame             // frame of the section in the plane
	Outer   []r3.Vector
	Holes   [][]r3.Vector
	// Rounded is true if Section omits roundings of corners or slopes of legs. Curved is true if the outline has chords
	// of arcs.
	Rounded, Curved bool
}

// sharedProfile reads an IfcProfileDef, once for all users, which must not change it.
func (s *Source) sharedProfile(in *step.Instance) (Profile, error) {
	if in != nil {
		if p, known := s.profiles[in.ID]; known {
			return p, nil
		}
	}
	p, err := s.profile(in, 0)
	if err == nil {
		s.profiles[in.ID] = p
	}
	return p, err
}

// profile reads an IfcProfileDef.
func (s *Source) profile(in *step.Instance, depth int) (Profile, error) {
	if in == nil || depth > maxDepth {
		return Profile{}, s.unreadable(in, "the profile cannot be followed")
	}
	p := Profile{Name: s.text(in, "ProfileName"), At: s.axes(s.one(in, "Position"))}
	switch {
	case s.isA(in, "IfcArbitraryClosedProfileDef"):
		return s.outlined(p, in, depth)
	case s.isA(in, "IfcDerivedProfileDef"):
		return s.derived(in, depth)
	case s.isA(in, "IfcCenterLineProfileDef"):
		return s.centreLine(p, in, depth)
	}
	section, rounded, ok := s.section(in)
	if ok {
		p.Section, p.Rounded = &section, rounded
		return s.sectionOutline(p, in)
	}
	if ring := s.polygonal(in); ring != nil {
		p.Outer = p.placed(ring)
		return p, nil
	}
	return Profile{}, s.unreadable(in, "this kind of profile is not read")
}

// outlined reads an outline with its holes.
func (s *Source) outlined(p Profile, in *step.Instance, depth int) (Profile, error) {
	outer, curved, err := s.curve(s.one(in, "OuterCurve"), depth+1)
	if err != nil {
		return p, err
	}
	p.Outer, p.Curved, p.At = outer, curved, identity()
	for _, inner := range s.many(in, "InnerCurves") {
		hole, curved, err := s.curve(inner, depth+1)
		if err != nil {
			return p, err
		}
		p.Holes, p.Curved = append(p.Holes, hole), p.Curved || curved
	}
	return p, nil
}

// derived reads a profile that is moved, turned, scaled or mirrored. It keeps the section if its shape does not change.
func (s *Source) derived(in *step.Instance, depth int) (Profile, error) {
	p, err := s.profile(s.one(in, "ParentProfile"), depth+1)
	if err != nil {
		return p, err
	}
	m := s.operator(s.one(in, "Operator"))
	if s.isA(in, "IfcMirroredProfileDef") {
		m = identity()
		m.X = r3.Vector{X: -1}
	}
	p.At = m.Compose(p.At)
	p.Outer = moved(m, p.Outer)
	for i, hole := range p.Holes {
		p.Holes[i] = moved(m, hole)
	}
	if !p.At.Rigid() {
		p.Section = nil
	}
	return p, nil
}

func moved(m Frame, ring []r3.Vector) []r3.Vector {
	out := make([]r3.Vector, len(ring))
	for i, q := range ring {
		out[i] = m.Point(q)
	}
	return out
}

// section returns a parameterised profile by its dimensions, and whether it also has roundings or slopes.
func (s *Source) section(in *step.Instance) (geometry.Profile, bool, bool) {
	size := func(name string) geometry.Length { return geometry.Length(math.Round(s.length(in, name))) }
	rounded := false
	for _, name := range []string{"FilletRadius", "EdgeRadius", "InnerFilletRadius", "OuterFilletRadius",
		"RoundingRadius", "FlangeEdgeRadius", "WebEdgeRadius", "LegSlope", "FlangeSlope", "WebSlope"} {
		rounded = rounded || s.length(in, name) > 0
	}
	p := geometry.Profile{}
	switch in.Name {
	case "IFCRECTANGLEPROFILEDEF", "IFCROUNDEDRECTANGLEPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileRectangle, Width: size("XDim"), Depth: size("YDim")}
	case "IFCCIRCLEPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileCircle, Diameter: doubled(s.length(in, "Radius"))}
	case "IFCRECTANGLEHOLLOWPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileRectangleHollow, Width: size("XDim"), Depth: size("YDim"),
			WallThickness: size("WallThickness")}
	case "IFCCIRCLEHOLLOWPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileCircleHollow, Diameter: doubled(s.length(in, "Radius")),
			WallThickness: size("WallThickness")}
	case "IFCISHAPEPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileI, Width: size("OverallWidth"), Depth: size("OverallDepth"),
			WebThickness: size("WebThickness"), FlangeThickness: size("FlangeThickness")}
	case "IFCTSHAPEPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileT, Width: size("FlangeWidth"), Depth: size("Depth"),
			WebThickness: size("WebThickness"), FlangeThickness: size("FlangeThickness")}
	case "IFCUSHAPEPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileU, Width: size("FlangeWidth"), Depth: size("Depth"),
			WebThickness: size("WebThickness"), FlangeThickness: size("FlangeThickness")}
	case "IFCLSHAPEPROFILEDEF":
		p = geometry.Profile{Shape: geometry.ProfileL, Width: size("Width"), Depth: size("Depth"),
			WallThickness: size("Thickness")}
		if p.Width == 0 {
			p.Width = p.Depth
		}
	}
	return p, rounded, p.Shape != "" && p.Diameter <= maxDiameter && p.Validate() == nil
}

// maxDiameter bounds round sections. Larger sections need more chords within the tolerance than a section may have (see
// maxChords).
const maxDiameter = 2 * 1000 * geometry.Metre

func doubled(radius float64) geometry.Length { return geometry.Length(math.Round(2 * radius)) }

// sectionOutline adds the outline of a section. The outline of a rectangle is computed from its dimensions in the file,
// since half of an odd dimension is no whole micrometre.
func (s *Source) sectionOutline(p Profile, in *step.Instance) (Profile, error) {
	if p.Section.Shape == geometry.ProfileRectangle {
		x, y := s.length(in, "XDim")/2, s.length(in, "YDim")/2
		p.Outer = p.placed([]r3.Vector{{X: -x, Y: -y}, {X: x, Y: -y}, {X: x, Y: y}, {X: -x, Y: y}})
		return s.withRoundings(p, in), nil
	}
	region, err := p.Section.Region()
	if err != nil || len(region) != 1 {
		return p, s.unreadable(in, "the dimensions of the profile make no section")
	}
	p.Curved = p.Section.Diameter > 0
	p.Outer = p.placed(ringOf(region[0].Outer))
	for _, hole := range region[0].Holes {
		p.Holes = append(p.Holes, p.placed(ringOf(hole)))
	}
	return s.withRoundings(p, in), nil
}

// placed converts a ring from the profile's own axes to the plane.
func (p Profile) placed(ring []r3.Vector) []r3.Vector { return moved(p.At, ring) }

func ringOf(r geometry.Ring) []r3.Vector {
	out := make([]r3.Vector, len(r))
	for i, q := range r {
		out[i] = q.At(0).Vector()
	}
	return out
}

// polygonal returns the outline of a section that the model cannot describe by dimensions, without roundings; nil for
// other sections.
func (s *Source) polygonal(in *step.Instance) []r3.Vector {
	size := func(name string) float64 { return s.length(in, name) }
	switch in.Name {
	case "IFCTRAPEZIUMPROFILEDEF":
		b, t, y, o := size("BottomXDim"), size("TopXDim"), size("YDim"), size("TopXOffset")
		return []r3.Vector{{X: -b / 2, Y: -y / 2}, {X: b / 2, Y: -y / 2},
			{X: o + t - b/2, Y: y / 2}, {X: o - b/2, Y: y / 2}}
	case "IFCELLIPSEPROFILEDEF":
		return ellipse(size("SemiAxis1"), size("SemiAxis2"), 0, 2*math.Pi)
	case "IFCCSHAPEPROFILEDEF":
		d, w, t, g := size("Depth"), size("Width"), size("WallThickness"), size("Girth")
		x, y := w/2, d/2
		return []r3.Vector{{X: -x, Y: -y}, {X: x, Y: -y}, {X: x, Y: g - y}, {X: x - t, Y: g - y},
			{X: x - t, Y: t - y}, {X: t - x, Y: t - y},
			{X: t - x, Y: y - t}, {X: x - t, Y: y - t}, {X: x - t, Y: y - g}, {X: x, Y: y - g},
			{X: x, Y: y}, {X: -x, Y: y}}
	case "IFCZSHAPEPROFILEDEF":
		d, w, t, f := size("Depth"), size("FlangeWidth"), size("WebThickness"), size("FlangeThickness")
		x, y := t/2, d/2
		return []r3.Vector{{X: -x, Y: -y}, {X: w - x, Y: -y}, {X: w - x, Y: f - y}, {X: x, Y: f - y}, {X: x, Y: y},
			{X: x - w, Y: y}, {X: x - w, Y: y - f}, {X: -x, Y: y - f}}
	case "IFCASYMMETRICISHAPEPROFILEDEF":
		return s.unequalFlanges(in)
	}
	return nil
}

// unequalFlanges returns the outline of an I with unequal flanges, whose attributes have different names in the
// schemas.
func (s *Source) unequalFlanges(in *step.Instance) []r3.Vector {
	size := func(names ...string) float64 {
		for _, n := range names {
			if v := s.length(in, n); v > 0 {
				return v
			}
		}
		return 0
	}
	b, f := size("BottomFlangeWidth", "OverallWidth"), size("BottomFlangeThickness", "FlangeThickness")
	t, g := size("TopFlangeWidth"), size("TopFlangeThickness", "FlangeThickness")
	d, w := size("OverallDepth"), size("WebThickness")
	y := d / 2
	return []r3.Vector{{X: -b / 2, Y: -y}, {X: b / 2, Y: -y}, {X: b / 2, Y: f - y}, {X: w / 2, Y: f - y},
		{X: w / 2, Y: y - g}, {X: t / 2, Y: y - g},
		{X: t / 2, Y: y}, {X: -t / 2, Y: y}, {X: -t / 2, Y: y - g}, {X: -w / 2, Y: y - g},
		{X: -w / 2, Y: f - y}, {X: -b / 2, Y: f - y}}
}

// Polygon returns the outline on the grid, in the coordinates of a frame. Holes that overlap each other or the outline
// are subtracted from it if one piece is left. The error comes from geometry.NewPolygon.
func (p Profile) Polygon(at Frame) (geometry.Polygon, error) {
	holes := make([]geometry.Ring, len(p.Holes))
	for i, h := range p.Holes {
		holes[i] = gridRing(at, h)
	}
	out, err := geometry.NewPolygon(gridRing(at, p.Outer), holes...)
	if err == nil || len(holes) == 0 {
		return out, err
	}
	if left := p.lessHoles(at, holes); len(left) == 1 {
		return geometry.NewPolygon(left[0].Outer, left[0].Holes...)
	}
	return out, err
}

// lessHoles returns the outline minus the holes, nil if a ring is invalid.
func (p Profile) lessHoles(at Frame, holes []geometry.Ring) geometry.Region {
	outer, err := geometry.NewPolygon(gridRing(at, p.Outer))
	if err != nil {
		return nil
	}
	var voids []geometry.Region
	for _, h := range holes {
		void, err := geometry.NewPolygon(h)
		if err != nil {
			return nil
		}
		voids = append(voids, geometry.Region{void})
	}
	return geometry.Subtract(geometry.Region{outer}, voids...)
}

func gridRing(at Frame, ring []r3.Vector) geometry.Ring {
	out := make(geometry.Ring, 0, len(ring))
	for _, q := range ring {
		out = append(out, Rounded(at.Point(q)).XY())
	}
	if len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return slices.Compact(out)
}

// Rounded returns a point on the model's grid.
func Rounded(p r3.Vector) geometry.Point3 {
	round := func(v float64) geometry.Length {
		if math.IsNaN(v) || math.Abs(v) >= float64(geometry.LengthOverflow) {
			return geometry.LengthOverflow
		}
		return geometry.Length(math.Round(v))
	}
	return geometry.Point3{X: round(p.X), Y: round(p.Y), Z: round(p.Z)}
}
