package geometry

import (
	"fmt"
	"math"
	"slices"
)

// ProfileShape names the kind of a cross section.
type ProfileShape string

// These are the shapes, laid out as the parameterised profiles of IFC (ISO 16739-1, IfcParameterizedProfileDef): width
// along X, depth along Y, the origin in the middle of the bounding box.
const (
	ProfileRectangle       ProfileShape = "rectangle"
	ProfileCircle          ProfileShape = "circle"
	ProfileI               ProfileShape = "i"                // web upright, equal flanges above and below
	ProfileL               ProfileShape = "l"                // one leg on the left, one at the bottom, equal thickness
	ProfileT               ProfileShape = "t"                // flange at the top
	ProfileU               ProfileShape = "u"                // web on the left, open to the right
	ProfileRectangleHollow ProfileShape = "rectangle_hollow" // equal walls
	ProfileCircleHollow    ProfileShape = "circle_hollow"
)

// Enum lists the shapes.
func (ProfileShape) Enum() []string {
	var out []string
	for _, s := range ProfileShapes() {
		out = append(out, string(s))
	}
	return out
}

// Profile is a cross section of a column, a beam or a segment. A shape takes some of the dimensions (see
// ProfileShape.Dimensions); the others are zero.
type Profile struct {
	Shape           ProfileShape `json:"shape"`
	Width           Length       `json:"width,omitempty"`
	Depth           Length       `json:"depth,omitempty"`
	WebThickness    Length       `json:"web_thickness,omitempty"`
	FlangeThickness Length       `json:"flange_thickness,omitempty"`
	WallThickness   Length       `json:"wall_thickness,omitempty"`
	Diameter        Length       `json:"diameter,omitempty"`
}

// ProfileDimension names a dimension as it is written in JSON.
type ProfileDimension string

// These are the dimensions of profiles. The wall thickness of an L is the thickness of its legs.
const (
	ProfileWidth           ProfileDimension = "width"
	ProfileDepth           ProfileDimension = "depth"
	ProfileWebThickness    ProfileDimension = "web_thickness"
	ProfileFlangeThickness ProfileDimension = "flange_thickness"
	ProfileWallThickness   ProfileDimension = "wall_thickness"
	ProfileDiameter        ProfileDimension = "diameter"
)

// ProfileError names the missing or impossible dimension of a profile. It wraps ErrProfileDimension.
type ProfileError struct {
	Shape     ProfileShape
	Dimension ProfileDimension // "shape" if the shape itself is unknown
	Reason    string
}

// Error returns the shape, the dimension and its fault.
func (e *ProfileError) Error() string {
	return fmt.Sprintf("profile %q: %s %s", e.Shape, e.Dimension, e.Reason)
}

// Unwrap returns ErrProfileDimension.
func (e *ProfileError) Unwrap() error { return ErrProfileDimension }

// profileShape is a row of the table of shapes.
type profileShape struct {
	shape      ProfileShape
	dimensions []ProfileDimension
	limits     func(Profile) []profileLimit
	rings      func(Profile) []Ring  // the outer one first
	area       func(Profile) float64 // nil if the rings are exact
}

// profileLimit states that a dimension must be less than a bound, which has a name for the message.
type profileLimit struct {
	dimension ProfileDimension
	bound     Length
	name      string
}

// profileShapes is the table of shapes, in the order in which they are documented.
var profileShapes = []profileShape{
	{ProfileRectangle, []ProfileDimension{ProfileWidth, ProfileDepth}, noLimits, rectangleRings, nil},
	{ProfileCircle, []ProfileDimension{ProfileDiameter}, noLimits, circleRings, circleArea},
	{ProfileI, flangedDimensions, twoFlangeLimits, iRings, nil},
	{ProfileL, []ProfileDimension{ProfileWidth, ProfileDepth, ProfileWallThickness}, angleLimits, lRings, nil},
	{ProfileT, flangedDimensions, oneFlangeLimits, tRings, nil},
	{ProfileU, flangedDimensions, twoFlangeLimits, uRings, nil},
	{ProfileRectangleHollow, []ProfileDimension{ProfileWidth, ProfileDepth, ProfileWallThickness}, boxLimits,
		boxRings, nil},
	{ProfileCircleHollow, []ProfileDimension{ProfileDiameter, ProfileWallThickness}, pipeLimits, pipeRings, circleArea},
}

var flangedDimensions = []ProfileDimension{ProfileWidth, ProfileDepth, ProfileWebThickness, ProfileFlangeThickness}

// ProfileShapes returns all shapes.
func ProfileShapes() []ProfileShape {
	out := make([]ProfileShape, len(profileShapes))
	for i, row := range profileShapes {
		out[i] = row.shape
	}
	return out
}

// Dimensions returns the dimensions that the shape needs, nil for an unknown shape.
func (s ProfileShape) Dimensions() []ProfileDimension {
	row, _ := s.row()
	return slices.Clone(row.dimensions)
}

func (s ProfileShape) row() (profileShape, bool) {
	i := slices.IndexFunc(profileShapes, func(row profileShape) bool { return row.shape == s })
	if i < 0 {
		return profileShape{}, false
	}
	return profileShapes[i], true
}

// Dimension returns one dimension, zero for an unknown name.
func (p Profile) Dimension(name ProfileDimension) Length {
	return p.given()[max(0, slices.IndexFunc(p.given(), func(g givenDimension) bool { return g.name == name }))].value
}

type givenDimension struct {
	name  ProfileDimension
	value Length
}

func (p Profile) given() []givenDimension {
	return []givenDimension{
		{"", 0}, {ProfileWidth, p.Width}, {ProfileDepth, p.Depth}, {ProfileWebThickness, p.WebThickness},
		{ProfileFlangeThickness, p.FlangeThickness}, {ProfileWallThickness, p.WallThickness},
		{ProfileDiameter, p.Diameter},
	}
}

// Validate reports the first unknown, missing, superfluous or impossible dimension as a *ProfileError.
func (p Profile) Validate() error {
	row, known := p.Shape.row()
	if !known {
		return &ProfileError{p.Shape, "shape", fmt.Sprintf("is not one of %v", ProfileShapes())}
	}
	for _, g := range p.given() {
		needed := slices.Contains(row.dimensions, g.name)
		switch {
		case needed && g.value <= 0:
			return &ProfileError{p.Shape, g.name, fmt.Sprintf("must be positive, not %v mm", g.value)}
		case needed && g.value >= LengthOverflow:
			return &ProfileError{p.Shape, g.name, "is beyond any length"}
		case !needed && g.value != 0:
			return &ProfileError{p.Shape, g.name, fmt.Sprintf("does not belong to this shape, which takes %v",
				row.dimensions)}
		}
	}
	for _, l := range row.limits(p) {
		if p.Dimension(l.dimension) >= l.bound {
			return &ProfileError{p.Shape, l.dimension, fmt.Sprintf("must be less than %s, %v mm", l.name, l.bound)}
		}
	}
	return nil
}

// Region returns the outline, centred on the middle of its bounding box; the positive side of an odd dimension is one
// micrometre longer. Circles become polygons within ChordTolerance. It returns the error of Validate.
func (p Profile) Region() (Region, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	row, _ := p.Shape.row()
	rings := row.rings(p)
	polygon, err := NewPolygon(rings[0], rings[1:]...)
	if err != nil {
		return nil, fmt.Errorf("profile %q: %w", p.Shape, err)
	}
	return Region{polygon}, nil
}

// Area returns the area in m2: exact for straight sides, pi r^2 for circles.
func (p Profile) Area() (float64, error) {
	if err := p.Validate(); err != nil {
		return 0, err
	}
	row, _ := p.Shape.row()
	if row.area != nil {
		return row.area(p), nil
	}
	rings := row.rings(p)
	area := rings[0].doubleArea()
	for _, hole := range rings[1:] {
		area = area.sub(hole.turned(1).doubleArea())
	}
	return area.float() / doubleAreaToM2, nil
}

// circleArea returns pi/4 (D^2 - d^2), with d the diameter inside the wall, if there is one.
func circleArea(p Profile) float64 {
	square := mulWide(int64(p.Diameter), int64(p.Diameter))
	if inner := p.Diameter - 2*p.WallThickness; p.WallThickness > 0 {
		square = square.sub(mulWide(int64(inner), int64(inner)))
	}
	return square.float() * (math.Pi / 4) / squareMetre
}
