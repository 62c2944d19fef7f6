package bcf

import (
	"math"
	"slices"
)

// Point is a place or a direction, in metres.
type Point struct{ X, Y, Z float64 }

func (p Point) finite() bool {
	return !math.IsNaN(p.X+p.Y+p.Z) && !math.IsInf(p.X, 0) && !math.IsInf(p.Y, 0) && !math.IsInf(p.Z, 0)
}

func (p Point) length() float64 {
	return math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y) + float64(p.Z*p.Z))
}

// Viewpoint is what somebody looked at: a camera, which components were visible, selected and coloured, and a picture.
// A viewpoint never changes: what is seen otherwise is another one.
type Viewpoint struct {
	GUID       string
	Index      *int
	Camera     *Camera // required in 3.0
	Selection  []Component
	Visibility Visibility
	Colouring  []Colouring
	Lines      []Line
	Clipping   []ClippingPlane
	Bitmaps    []Bitmap
	Snapshot   []byte // PNG or JPEG, at most 1500 pixels a side; empty when there is none
}

// moved returns the point moved by another one.
func (p Point) moved(by Point) Point { return Point{p.X + by.X, p.Y + by.Y, p.Z + by.Z} }

// Move moves the viewpoints of all topics: BCF wants coordinates of the IFC file, whose origin may be another one than
// that of who reads or writes the archive.
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

// move moves a viewpoint. What others may hold is replaced, not changed.
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

// Camera is perspective, or orthogonal where Height is given instead of FieldOfView.
type Camera struct {
	Eye         Point
	Direction   Point   // from the eye, of length 1
	Up          Point   // not along Direction
	FieldOfView float64 // vertical, in degrees; 0 for an orthogonal camera
	Height      float64 // of what is seen, in metres (ViewToWorldScale); 0 for a perspective camera
	Aspect      float64 // width by height; 0 where it is not known: 2.1 has none
}

// Component is an object of a model.
type Component struct {
	IfcGUID           string // GlobalId
	OriginatingSystem string
	AuthoringToolID   string
}

// Visibility says which components are visible. That of a viewpoint that says nothing is Default: true.
type Visibility struct {
	Default    bool
	Exceptions []Component // visible where Default is false, hidden where it is true

	Spaces, SpaceBoundaries, Openings bool // whether they are visible, where Default is true
}

// Colouring gives components a colour.
type Colouring struct {
	Colour     string // RRGGBB or AARRGGBB, upper case hexadecimal
	Components []Component
}

// Line is drawn in space. Of a point both ends are the same.
type Line struct{ Start, End Point }

// ClippingPlane cuts away what lies on the side to which Direction points.
type ClippingPlane struct{ Location, Direction Point }

// Bitmap is a picture in space.
type Bitmap struct {
	Data     []byte // PNG or JPEG
	Location Point  // of its middle
	Normal   Point
	Up       Point
	Height   float64 // in metres
}

// imageKind returns the extension of an image's format, or nothing when it is neither PNG nor JPEG.
func imageKind(data []byte) string {
	switch {
	case len(data) > 8 && string(data[:8]) == "\x89PNG\r\n\x1a\n":
		return "png"
	case len(data) > 3 && string(data[:3]) == "\xff\xd8\xff":
		return "jpg"
	}
	return ""
}
