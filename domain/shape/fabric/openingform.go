package fabric

import (
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// OutlineShape is the outline of an opening, door or window in the elevation of its wall.
type OutlineShape string

// The outlines.
const (
	OutlineRectangle OutlineShape = "rectangle"
	OutlineEllipse   OutlineShape = "ellipse"      // round where width and height are equal
	OutlineArch      OutlineShape = "round_arch"   // one arc from jamb to jamb: half a circle, or flatter
	OutlinePointed   OutlineShape = "pointed_arch" // two arcs about centres at the height of the springing
	OutlinePolygon   OutlineShape = "polygon"      // points of its own
)

// Enum lists the outlines.
func (OutlineShape) Enum() []string {
	return []string{string(OutlineRectangle), string(OutlineEllipse), string(OutlineArch), string(OutlinePointed),
		string(OutlinePolygon)}
}

// OpeningForm is the outline of an opening in the elevation of its wall, and the direction in which it runs through the
// wall. An opening without a form is a rectangle that runs square through its wall.
type OpeningForm struct {
	Shape OutlineShape `json:"shape,omitempty" jsonschema:"default rectangle"`
	// Rise is the rise of an arch. 0 means half of the width for a round arch, and an equilateral arch for a pointed
	// one.
	Rise   geometry.Length `json:"rise,omitempty" jsonschema:"of an arch"`
	Points []OutlinePoint  `json:"points,omitempty" jsonschema:"of a polygon"`
	// Splay is the angle by which jambs and head widen the opening, from the middle of the wall to its interior face,
	// or for a recess from its bottom to its face.
	Splay geometry.Angle `json:"splay,omitempty" jsonschema:"of jambs and head, inward"`
	// Skew is the angle by which the jambs deviate from square through the wall, toward the end of the wall on their
	// way to the interior.
	Skew geometry.Angle `json:"skew,omitempty" jsonschema:"of the jambs in plan"`
}

// OutlinePoint is a corner of an outline: along the wall from the near edge of the opening, and up from its foot. Mid
// makes the edge to the next corner an arc through it.
type OutlinePoint struct {
	At  geometry.Point2  `json:"at" jsonschema:"along, up"`
	Mid *geometry.Point2 `json:"mid,omitempty" jsonschema:"makes an arc to the next"`
}

// mostJamb bounds the angles of jambs. Beyond 60 degrees a jamb is more than twice as long as its wall is thick, and
// the void runs along the wall rather than through it.
const mostJamb = 60 * geometry.Degree

// mostOutlinePoints bounds the number of corners of a polygon.
const mostOutlinePoints = 500

// plain reports whether a form describes the same rectangle square through its wall as no form.
func (f *OpeningForm) plain() bool {
	return f.rectangular() && (f == nil || f.Splay == 0 && f.Skew == 0)
}

// Plain reports whether a form is valid and equivalent to no form.
func (f *OpeningForm) Plain() bool {
	return f.plain() && f.check(geometry.Metre, geometry.Metre) == nil
}

// Outline returns a text that is equal for two forms exactly if they have the same outline. It is "" for a rectangle.
func (f *OpeningForm) Outline() string {
	if f.rectangular() {
		return ""
	}
	out := fmt.Sprintf("%s %v", f.Shape, f.Rise)
	for _, p := range f.Points {
		out += fmt.Sprintf(" %v", p.At)
		if p.Mid != nil {
			out += fmt.Sprintf(" by %v", *p.Mid)
		}
	}
	return out
}

// Upright reports whether a form runs square through its wall.
func (f *OpeningForm) Upright() bool { return f == nil || f.Splay == 0 && f.Skew == 0 }

// rectangular reports whether the outline of a form is a rectangle.
func (f *OpeningForm) rectangular() bool {
	return f == nil || f.Shape == "" || f.Shape == OutlineRectangle
}

// check refuses a form that has no outline of the given size.
func (f *OpeningForm) check(width, height geometry.Length) error {
	if f == nil {
		return nil
	}
	wrong := func(format string, args ...any) error {
		return state.Errorf(state.OutOfRange, format, args...).With("parameter", "form")
	}
	arched := f.Shape == OutlineArch || f.Shape == OutlinePointed
	switch {
	case f.Shape != "" && !slices.Contains(f.Shape.Enum(), string(f.Shape)):
		return state.Errorf(state.OutOfRange, "form.shape %q is none: give one of the allowed", f.Shape).
			With("parameter", "form").With("allowed", f.Shape.Enum())
	case f.Shape == "" && f.Splay == 0 && f.Skew == 0 && len(f.Points) == 0 && f.Rise == 0:
		return wrong("form says nothing: give shape, splay or skew, or leave form out for a rectangle")
	case (f.Shape == OutlinePolygon) != (len(f.Points) > 0):
		return wrong("form.points and form.shape polygon go together: give both or neither")
	case f.Rise != 0 && !arched:
		return wrong("form.rise is of an arch: leave it out, or give form.shape round_arch or pointed_arch")
	case f.Splay < 0 || f.Splay > mostJamb || f.Skew < -mostJamb || f.Skew > mostJamb:
		return wrong("form.splay is 0 to %v degrees, form.skew up to %v to either side", mostJamb, mostJamb)
	case len(f.Points) > mostOutlinePoints:
		return wrong("form.points are %d, more than %d: give fewer, and arcs by mid", len(f.Points), mostOutlinePoints)
	}
	if arched {
		if err := f.checkRise(width, height); err != nil {
			return err
		}
	}
	return f.checkRing(width, height)
}

// FormFits reports whether a form has an outline of the given size.
func FormFits(f *OpeningForm, width, height geometry.Length) bool {
	return f.check(width, height) == nil
}

// checkRise refuses an arch whose arcs would bulge beyond its jambs or begin below its foot.
func (f *OpeningForm) checkRise(width, height geometry.Length) error {
	rise, half := f.rise(width), float64(width)/2
	from, to := geometry.Length(1), geometry.Length(math.Ceil(half))
	if f.Shape == OutlinePointed {
		from, to = geometry.Length(math.Floor(half)), height
	}
	if to = min(to, height); rise >= from && rise <= to {
		return nil
	}
	next := fmt.Sprintf("give form.rise between %v and %v", from, to)
	if from > to {
		next = "make the opening higher or narrower"
	}
	return state.Errorf(state.OutOfRange, "a %s of %v mm width and %v mm height does not rise by %v mm: %s", f.Shape,
		width, height, rise, next).With("parameter", "form").With("rise", rise)
}

// checkRing refuses an outline that crosses itself, is a sliver, or does not have the given width and height.
func (f *OpeningForm) checkRing(width, height geometry.Length) error {
	ring := f.ring(width, height)
	if err := shape.CheckOutline("form", ring); err != nil {
		return err
	}
	if f.Shape != OutlinePolygon {
		return nil
	}
	low, high := geometry.Polygon{Outer: ring}.Bounds()
	if low != (geometry.Point2{}) || high != (geometry.Point2{X: width, Y: height}) {
		return state.Errorf(state.OutOfRange,
			"form.points reach from %v, %v to %v, %v mm, and the opening is %v mm wide and %v mm high: let them reach "+
				"from 0, 0 to its width and height, or set form, which width and height follow", low.X, low.Y, high.X,
			high.Y, width, height).With("parameter", "form")
	}
	return nil
}

// size returns the low corner of the outline of a polygon and its size.
func (f *OpeningForm) size() (low, size geometry.Point2) {
	low, high := geometry.Polygon{Outer: f.ring(0, 0)}.Bounds()
	return low, high.Sub(low)
}

// FromZero returns a polygon moved so that its outline begins at the near edge and the foot. It also returns the former
// low corner and the size of the polygon. ok is false for other forms, which have no size of their own.
func (f *OpeningForm) FromZero() (out *OpeningForm, low, size geometry.Point2, ok bool) {
	if f == nil || f.Shape != OutlinePolygon || len(f.Points) == 0 || len(f.Points) > mostOutlinePoints {
		return f, low, size, false
	}
	low, size = f.size()
	moved := *f
	moved.Points = make([]OutlinePoint, len(f.Points))
	for i, p := range f.Points {
		moved.Points[i].At = p.At.Sub(low)
		if p.Mid != nil {
			mid := p.Mid.Sub(low)
			moved.Points[i].Mid = &mid
		}
	}
	return &moved, low, size, true
}

// rise returns the height of an arch above its springing. Both radii of an equilateral pointed arch equal the width.
func (f *OpeningForm) rise(width geometry.Length) geometry.Length {
	switch {
	case f.Rise != 0:
		return f.Rise
	case f.Shape == OutlinePointed:
		return RoundLength(float64(float64(width) * math.Sqrt(0.75)))
	}
	return width / 2
}

// ring returns the outline with its arcs as chords, counter-clockwise as seen from the exterior. X runs along the wall
// from the near edge, and Y up from the foot.
func (f *OpeningForm) ring(width, height geometry.Length) geometry.Ring {
	var out geometry.Ring
	for _, e := range f.Edges(width, height) {
		out = append(out, e.chords()...)
	}
	if out.Area() < 0 {
		slices.Reverse(out)
	}
	return out
}

// Edges returns the outline as straight edges and arcs of at most a quarter of a turn, in the order in which it is
// given. Each edge ends where the next begins. An ellipse that is not a circle has straight edges.
func (f *OpeningForm) Edges(width, height geometry.Length) []OutlineEdge {
	corner := func(x, y geometry.Length) geometry.Point2 { return geometry.Point2{X: x, Y: y} }
	switch {
	case f.rectangular():
		return edgesOf(corner(0, 0), corner(width, 0), corner(width, height), corner(0, height))
	case f.Shape == OutlineEllipse && width == height:
		return f.circle(width)
	case f.Shape == OutlineEllipse:
		ring, err := geometry.Ellipse(corner(width/2, height/2), width/2, height/2, 0, geometry.ChordTolerance)
		if err != nil {
			return nil
		}
		return edgesOf(ring...)
	case f.Shape == OutlinePolygon:
		return f.polygon()
	}
	springing := height - f.rise(width)
	var out []OutlineEdge
	if springing > 0 {
		out = edgesOf(corner(0, springing), corner(0, 0), corner(width, 0), corner(width, springing))[:3]
	} else {
		out = []OutlineEdge{{From: corner(0, 0), To: corner(width, 0)}}
	}
	top := corner(width/2, height)
	if f.Shape == OutlineArch {
		return append(out, edgesThrough(corner(width, springing), top, corner(0, springing))...)
	}
	// Both arcs have their centres on the springing line: R = (rise^2 + (w/2)^2) / w.
	rise, half := float64(height-springing), float64(width)/2
	radius := (float64(rise*rise) + float64(half*half)) / float64(width)
	right := outlineArc{x: float64(width) - radius, y: float64(springing), radius: radius}
	left := outlineArc{x: radius, y: float64(springing), radius: radius}
	out = append(out, right.between(corner(width, springing), top)...)
	return append(out, left.between(top, corner(0, springing))...)
}

// circle returns a circle as four quarters.
func (f *OpeningForm) circle(width geometry.Length) []OutlineEdge {
	h := width / 2
	arc := outlineArc{x: float64(h), y: float64(h), radius: float64(h)}
	at := [5]geometry.Point2{{X: 2 * h, Y: h}, {X: h, Y: 2 * h}, {X: 0, Y: h}, {X: h, Y: 0}, {X: 2 * h, Y: h}}
	var out []OutlineEdge
	for i := range 4 {
		out = append(out, arc.between(at[i], at[i+1])...)
	}
	return out
}

func (f *OpeningForm) polygon() []OutlineEdge {
	var out []OutlineEdge
	for i, p := range f.Points {
		next := f.Points[(i+1)%len(f.Points)].At
		if p.Mid == nil {
			out = append(out, OutlineEdge{From: p.At, To: next})
			continue
		}
		out = append(out, edgesThrough(p.At, *p.Mid, next)...)
	}
	return out
}

func edgesOf(points ...geometry.Point2) []OutlineEdge {
	out := make([]OutlineEdge, len(points))
	for i, p := range points {
		out[i] = OutlineEdge{From: p, To: points[(i+1)%len(points)]}
	}
	return out
}
