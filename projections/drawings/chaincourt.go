package drawings

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/clearance"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// chainCourt is a chain of openings that look out of the building into a court, at another part of the building. No
// side of the plan sees these openings.
const chainCourt chainKind = "court"

const (
	// besideWall is the distance from the face of a wall to the point at which the plan looks up what an opening leads
	// to.
	besideWall = 100 * geometry.Millimetre
	// sameFacade is the widest gap between two walls in one line for their openings to share a chain.
	sameFacade = 10 * geometry.Millimetre
	// aroundChain is the free width on paper that a chain needs for its figures on either side of its line.
	aroundChain = 5 * geometry.Millimetre
	// seam is how far a chain may reach into a wall at its ends, because coordinates on paper are rounded to a
	// micrometre.
	seam = 10 * geometry.Micrometre
)

// courtPlaces are the distances from a facade at which a chain in a court is tried, on paper. The usual place comes
// first. Nearer places for narrow courts follow, and then places beyond door leaves that open into the court.
var courtPlaces = []geometry.Length{firstChain, 10 * geometry.Millimetre, 8 * geometry.Millimetre,
	20 * geometry.Millimetre, 26 * geometry.Millimetre, 32 * geometry.Millimetre}

// facade is the face of a wall on a court: the side to which it looks, its place across that side, and its ends along
// it.
type facade struct {
	side           side
	face, from, to geometry.Length
}

// courtChains lays out the chains of the openings in courts. No side sees such an opening, which leads from a room to a
// place that has neither a room nor a floor.
func (p *plan) courtChains() []chain {
	edges := p.courtOpenings()
	facades := slices.SortedFunc(maps.Keys(edges), func(a, b facade) int {
		return cmp.Or(cmp.Compare(a.side, b.side), cmp.Compare(a.face, b.face), cmp.Compare(a.from, b.from),
			cmp.Compare(a.to, b.to))
	})
	var out []chain
	for len(facades) > 0 {
		f, points, n := facades[0], edges[facades[0]], 1
		for n < len(facades) && facades[n].side == f.side && facades[n].face == f.face &&
			facades[n].from <= f.to+sameFacade {
			points = append(points, edges[facades[n]]...)
			f.to = max(f.to, facades[n].to)
			n++
		}
		facades = facades[n:]
		c := chain{side: f.side, kind: chainCourt, points: append(points, f.from, f.to)}.sorted()
		if p.placeInCourt(&c, f) {
			out = append(out, c)
		} else {
			p.warn("NO_ROOM", "there is no place in a court for the dimensions of its openings", "")
		}
	}
	return out
}

// courtOpenings returns the edges of the openings of each facade on a court. It includes a facade if at least one of
// its openings is seen from no side. It then returns all openings of the facade, so that the chain is complete.
func (p *plan) courtOpenings() map[facade][]geometry.Length {
	out, hidden := map[facade][]geometry.Length{}, map[facade]bool{}
	inside := map[state.ID]bool{}
	for _, f := range p.fills {
		p.goOn()
		if p.facingSide(f) == noSide {
			inside[f.rect.ID] = true
		}
	}
	if len(inside) == 0 {
		return nil
	}
	for _, f := range p.fills {
		p.goOn()
		if p.air == nil {
			p.air = p.openAir()
		}
		s, y, ok := p.air.sideOf(f)
		if !ok || f.alone || f.curved() {
			continue
		}
		at := func(x geometry.Length) geometry.Point2 { return f.wall.Frame.Point(geometry.Point3{X: x, Y: y}).XY() }
		lo, hi := f.wall.Region.Bounds()
		a, b := s.along(at(lo.X)), s.along(at(hi.X))
		key := facade{s, s.across(at(0)), min(a, b), max(a, b)}
		out[key] = append(out[key], s.along(at(f.rect.Offset)), s.along(at(f.rect.Offset+f.rect.Width)))
		hidden[key] = hidden[key] || inside[f.rect.ID]
	}
	maps.DeleteFunc(out, func(f facade, _ []geometry.Length) bool { return !hidden[f] })
	return out
}

// placeInCourt moves a chain to the first free place before its facade, and reports whether there is a free place. The
// chain ends at the ends of the facade, or at the walls on either side of it.
func (p *plan) placeInCourt(c *chain, f facade) bool {
	if p.cutSides == nil {
		p.cutSides = newIndex(rings(p.cuts))
	}
	out := geometry.Length(1)
	if f.side == south || f.side == west {
		out = -1
	}
	face := p.length(f.face)
	for _, off := range courtPlaces {
		line := face + out*off
		points := p.between(c.points, f.side, line)
		first, last := points[0], points[len(points)-1]
		box := geometry.Rectangle(f.side.point(p.length(first)+seam, line-aroundChain),
			f.side.point(p.length(last)-seam, line+aroundChain)).Outer
		if clearOf(p.cutSides, box) && (p.placer.boxes == nil || !p.placer.boxes.meets(box)) {
			c.points, c.line, c.start = points, line, face+out*3*geometry.Millimetre
			return true
		}
	}
	return false
}

// between returns the points of a chain. If the chain's line meets a wall before an end point, that end moves to the
// wall. If an opening reaches to this wall, the edge of the opening becomes the end.
func (p *plan) between(points []geometry.Length, s side, line geometry.Length) []geometry.Length {
	points = slices.Clone(points)
	n := len(points) - 1
	for _, end := range [][2]int{{0, 1}, {n, n - 1}} {
		from, to := s.point(p.length(points[end[1]]), line), s.point(p.length(points[end[0]]), line)
		reach := 1.0
		p.cutSides.near(segment{from, to}, 0, func(o segment) {
			if t, ok := crossing(segment{from, to}, o); ok {
				reach = min(reach, t)
			}
		})
		whole := points[end[0]] - points[end[1]]
		if reach < 1 {
			points[end[0]] = p.wholeMillimetre(points[end[1]] + geometry.Length(math.Round(reach*float64(whole))))
		}
	}
	return chain{points: points}.sorted().points
}

// wholeMillimetre returns a place rounded to a whole millimetre if the two differ by at most a micrometre on paper,
// otherwise the place itself.
func (p *plan) wholeMillimetre(at geometry.Length) geometry.Length {
	whole := geometry.Length(math.Round(at.MM())) * geometry.Millimetre
	if (whole - at).Abs() <= geometry.Length(p.spec.Scale)*geometry.Micrometre {
		return whole
	}
	return at
}

// openAir locates the rooms and the floors of a level. A place that is in none of them is in the open air.
type openAir struct{ rooms, floors *clearance.Locator }

func (p *plan) openAir() *openAir {
	var rooms, floors []geometry.Region
	for _, facts := range p.roomFacts() {
		rooms = append(rooms, facts.Region)
	}
	for _, b := range byElement(p.solids) {
		p.goOn()
		if b[0].element.Category != state.CategoryFloor {
			continue
		}
		solids, err := p.source.Measures().Body(b[0].element.ID)
		if err == nil {
			floors = append(floors, solids.Shadow(p.lowest(), p.cut))
		}
	}
	return &openAir{clearance.NewLocator(rooms), clearance.NewLocator(floors)}
}

// sideOf returns the side of the plan that an opening looks to from a room into the open air. It also returns the Y of
// that face in the frame of the opening's wall. It returns false if the other side is not in a room, or if the wall is
// oblique to the plan.
func (a *openAir) sideOf(f filling) (s side, y geometry.Length, ok bool) {
	middle := f.rect.Offset + f.rect.Width/2
	at := func(y geometry.Length) geometry.Point2 {
		return f.wall.Frame.Point(geometry.Point3{X: middle, Y: y}).XY()
	}
	inner, outer := f.wall.YMin, f.wall.YMax
	beside := map[geometry.Length]geometry.Point2{inner: at(inner - besideWall), outer: at(outer + besideWall)}
	if len(a.rooms.At(beside[inner])) == 0 {
		inner, outer = outer, inner
	}
	if len(a.rooms.At(beside[inner])) == 0 || len(a.rooms.At(beside[outer])) > 0 ||
		len(a.floors.At(beside[outer])) > 0 {
		return noSide, 0, false
	}
	away := at(outer).Sub(at(inner))
	for s := south; s <= west; s++ {
		if o := s.outward(); s.alongside(f.wall.Frame) && o.X*away.X+o.Y*away.Y > 0 {
			return s, outer, true
		}
	}
	return noSide, 0, false
}

// across returns the coordinate of a point across the side.
func (s side) across(p geometry.Point2) geometry.Length {
	if s.upright() {
		return p.X
	}
	return p.Y
}

// point returns the point with given coordinates along and across the side.
func (s side) point(along, across geometry.Length) paper.Point {
	if s.upright() {
		return paper.Point{X: across, Y: along}
	}
	return paper.Point{X: along, Y: across}
}
