package bcf

import (
	"math"
	"slices"
)

// Point is a position or a direction, in metres.
type Point struct{ X, Y, Z float64 }

func (p Point) finite() bool {
	return !math.IsNaN(p.X+p.Y+p.Z) && !math.IsInf(p.X, 0) && !math.IsInf(p.Y, 0) && !math.IsInf(p.Z, 0)
}

func (p Point) length() float64 {
	return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y) + float64(p.Z*p.Z))
}

// Viewpoint is a saved view: a camera, the visible, selected and coloured components, and a picture. A viewpoint never
// changes; a changed view is a new viewpoint.
type Viewpoint struct {
	GUID       string
	Index      *int
	Camera     *Camera // required by 3.0
	Selection  []Component
	Visibility Visibility
	Colouring  []Colouring
	Lines      []Line
	Clipping   []ClippingPlane
	Bitmaps    []Bitmap
	Snapshot   []byte // PNG or JPEG, at most 1500 pixels a side; empty if there is no picture
}

// moved returns the point p + by.
func (p Point) moved(by Point) Point { return Point{p.X + by.X, p.Y + by.Y, p.Z + by.Z} }

// Move moves the viewpoints of all topics by a vector. BCF requires the coordinates of the IFC file, whose origin may
// differ from the origin of the program that reads or writes the archive.
func (a *Archive) Move(by Point) {
	if by == (Point{}) {
		return
	}
	for i := range a.Topics {
		views := slices.Clone(a.Topics[i].Viewpoints)
		for k := range views {
			views[k].move(by)
		}
		a.Topics[i].Viewpoints = views
	}
}

// move moves a viewpoint. It replaces shared values instead of changing them, because other viewpoints may share them.
func (v *Viewpoint) move(by Point) {
	if v.Camera != nil {
		camera := *v.Camera
		camera.Eye = camera.Eye.moved(by)
		v.Camera = &camera
	}
	v.Lines, v.Clipping, v.Bitmaps = slices.Clone(v.Lines), slices.Clone(v.Clipping), slices.Clone(v.Bitmaps)
	for i, l := range v.Lines {
		v.Lines[i] = Line{l.Start.moved(by), l.End.moved(by)}
	}
	for i := range v.Clipping {
		v.Clipping[i].Location = v.Clipping[i].Location.moved(by)
	}
	for i := range v.Bitmaps {
		v.Bitmaps[i].Location = v.Bitmaps[i].Location.moved(by)
	}
}

// Camera is a perspective camera, or an orthogonal one if Height is given instead of FieldOfView.
type Camera struct {
	Eye         Point
	Direction   Point   // direction of view, a unit vector
	Up          Point   // upward direction, not parallel to Direction
	FieldOfView float64 // vertical, in degrees; 0 for an orthogonal camera
	Height      float64 // height of the visible part in metres (ViewToWorldScale); 0 for a perspective camera
	Aspect      float64 // width divided by height; 0 if unknown, as in 2.1
}

// Component is an object of a model.
type Component struct {
	IfcGUID           string // GlobalId
	OriginatingSystem string
	AuthoringToolID   string
}

// Visibility determines which components are visible. A viewpoint without this information has Default: true.
type Visibility struct {
	Default    bool
	Exceptions []Component // visible if Default is false, hidden if it is true

	Spaces, SpaceBoundaries, Openings bool // whether such components are visible, if Default is true
}

// Colouring is a colour and the components that have it.
type Colouring struct {
	Colour     string // RRGGBB or AARRGGBB, upper case hexadecimal
	Components []Component
}

// Line is a line in space. A point is a line with equal ends.
type Line struct{ Start, End Point }

// ClippingPlane cuts away the side of the plane to which Direction points.
type ClippingPlane struct{ Location, Direction Point }

// Bitmap is a picture in space.
type Bitmap struct {
	Data     []byte // PNG or JPEG
	Location Point  // location of the centre
	Normal   Point
	Up       Point
	Height   float64 // height in metres
}

// imageKind returns the file extension of an image, or "" if it is neither PNG nor JPEG.
func imageKind(data []byte) string {
	switch {
	case len(data) > 8 && string(data[:8]) == "\x89PNG\r\n\x1a\n":
		return "png"
	case len(data) > 3 && string(data[:3]) == "\xff\xd8\xff":
		return "jpg"
	}
	return ""
}
