package room

import (
	"cmp"
	"math"
	"reflect"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// RoomHeights are the heights of a room above its floor. They are equal unless sloping covers cut the room off.
type RoomHeights struct {
	Lowest, Highest geometry.Length
	Mean            float64 // m: volume divided by area
}

// underSlopes returns the shape of a room that is cut off by covers. It is the prism over the plan, up to the lowest
// cover at each place. A part without a cover ends at the height of the lowest wall. If the body cannot be made, the
// shape is returned unchanged, with the height of the lowest wall.
func (s RoomShape) underSlopes(main cover, cutting []cover) RoomShape {
	end := fabric.TrimmedEnd{Top: true, Region: s.Region}
	for _, c := range cutting {
		if end.Add(c.Facets, c.Plan) != nil {
			return s
		}
	}
	high, cuts, err := end.Result(s.Base + s.Height)
	if err != nil || high <= s.Base {
		return s
	}
	trim := fabric.Trim{Low: s.Base, High: high, Cuts: cuts}
	prism, err := geometry.Extrude(shape.Horizontal(s.Base), s.Region, 0, high-s.Base)
	if err != nil {
		return s
	}
	body, err := trim.CutOff(prism)
	if err != nil {
		return s
	}
	out := s
	out.Trim, out.body, out.volume = trim, body, body.Volume()
	for _, c := range cutting {
		out.Under = append(out.Under, c.Overhead)
	}
	out.HeightOf = main.ID
	out.takeTops(body)
	return out
}

// takeTops sets the heights of a room from the faces of its body that look up. If the body does not stand on the whole
// plan, its cover comes down to the floor and the lowest height is 0.
func (s *RoomShape) takeTops(body geometry.Body) {
	first, covered := true, 0.0
	for _, solid := range body {
		world := solid.World()
		for _, f := range solid.Faces {
			face := solid.MeasureFace(f)
			if face.Normal.Z < fabric.Steepest {
				continue
			}
			covered += float64(face.Area * face.Normal.Z)
			for _, v := range f.Loops[0] {
				z := world[v].Z - s.Base
				if first {
					s.lowest, s.Height, first = z, z, false
				}
				s.lowest, s.Height = min(s.lowest, z), max(s.Height, z)
			}
		}
	}
	if covered < float64(s.Region.Area()*(1-coveredShare)) {
		s.lowest = 0
	}
}

// coveredShare is the share of a room's plan that the top may fail to cover because corners are rounded. A micrometre
// along the edges of a room of a square metre is four millionths of its area.
const coveredShare = 1e-5

// Level reports whether a room has one height everywhere.
func (s RoomShape) Level() bool { return s.body == nil }

// Volume returns the volume of the room in m3.
func (s RoomShape) Volume() float64 {
	if s.Level() {
		return float64(s.Region.Area() * s.Height.M())
	}
	return s.volume
}

// Heights returns the heights of the room above its floor.
func (s RoomShape) Heights() RoomHeights {
	if s.Level() || s.Region.Area() == 0 {
		return RoomHeights{s.Height, s.Height, s.Height.M()}
	}
	return RoomHeights{s.lowest, s.Height, s.volume / s.Region.Area()}
}

// HeightOver returns the greatest height that at least a given share of the plan has, from 0 to 1. For the whole plan
// it is the lowest height.
func (s RoomShape) HeightOver(share float64) geometry.Length {
	low, high := s.Heights().Lowest, s.Height
	if s.Level() || share >= 1 {
		return low
	}
	need := float64(share * s.Region.Area())
	for high-low > heightStep {
		middle := low + (high-low)/2
		if s.body.Shadow(s.Base+middle, s.Base+s.Height+geometry.Metre).Area() >= need {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// heightStep is the precision of HeightOver. It is a tenth of a millimetre, finer than any height in a rule.
const heightStep = geometry.Millimetre / 10

// SameTop reports whether a room ends at the same heights under the same covers in two shapes.
func (s RoomShape) SameTop(other RoomShape) bool {
	return s.HeightOf == other.HeightOf && slices.Equal(s.Unreached, other.Unreached) && s.SameExtent(other)
}

// SameExtent reports whether a room ends at the same heights in two shapes, regardless of its covers.
func (s RoomShape) SameExtent(other RoomShape) bool {
	if s.Height != other.Height || s.lowest != other.lowest || math.Abs(s.volume-other.volume) > sameVolume {
		return false
	}
	return s.volume == other.volume && reflect.DeepEqual(s.Trim, other.Trim) ||
		slices.Equal(cornersOf(s.body), cornersOf(other.body))
}

// sameVolume is the largest difference, in m3, between two computations of the volume of one room, whose faces may be
// summed in different orders.
const sameVolume = 1e-9

// cornersOf returns the sorted corners of a body. Rooms over one plan with the same corners and volume are equal,
// regardless of the order of their faces.
func cornersOf(body geometry.Body) []geometry.Point3 {
	var out []geometry.Point3
	for _, solid := range body {
		out = append(out, solid.World()...)
	}
	slices.SortFunc(out, func(a, b geometry.Point3) int {
		return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
	})
	return slices.Compact(out)
}

// CoverAt returns the id of the sloping cover in whose underside all corners of a face lie, or "" if there is none.
func (s RoomShape) CoverAt(corners []geometry.Point3) state.ID {
	for _, o := range s.Under {
		for _, facet := range o.Facets {
			lies := true
			for _, p := range corners {
				z, err := facet.Plane.HeightAt(p.XY())
				lies = lies && err == nil && (z-p.Z).Abs() <= geometry.SeamTolerance
			}
			if lies {
				return o.ID
			}
		}
	}
	return ""
}

// CoveredAreas returns the area in m2 of the plan of a room under each of its sloping covers. The key "" holds the open
// area.
func (s RoomShape) CoveredAreas() map[state.ID]float64 {
	out := map[state.ID]float64{}
	for _, solid := range s.body {
		world := solid.World()
		for _, f := range solid.Faces {
			face := solid.MeasureFace(f)
			if face.Normal.Z < fabric.Steepest {
				continue
			}
			var corners []geometry.Point3
			for _, v := range f.Loops[0] {
				corners = append(corners, world[v])
			}
			out[s.CoverAt(corners)] += float64(face.Area * face.Normal.Z)
		}
	}
	return out
}
