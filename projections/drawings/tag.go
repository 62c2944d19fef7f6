package drawings

import (
	"cmp"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// tagPlace is the place of the tag of a door or window.
type tagPlace struct {
	filling
	name   string
	width  geometry.Length
	found  bool
	at     paper.Point
	leader []paper.Point // from the middle of the opening, if the tag is far from it
	taken  []int         // the numbers of its places in the placer
}

// tagPlaces finds and reserves a place for the tag of each door and window, in the order of ids. A tag may later move
// to make room for a dimension of a room.
func (p *plan) tagPlaces() (out []tagPlace) {
	fills := slices.Clone(p.fills)
	slices.SortFunc(fills, func(a, b filling) int { return cmp.Compare(a.element.ID, b.element.ID) })
	for _, f := range fills {
		p.goOn()
		name := taggedAs(f.element)
		if name == "" {
			continue
		}
		t := tagPlace{filling: f, name: name, width: tagWidth(name)}
		if t.found = p.placeTag(&t); t.found {
			p.takeTag(&t)
		}
		out = append(out, t)
	}
	return out
}

// takeTag reserves the place of a tag and of its leader.
func (p *plan) takeTag(t *tagPlace) {
	t.taken = []int{p.placer.take(t.frame())}
	if len(t.leader) > 0 {
		t.taken = append(t.taken, p.placer.take(strip(segment{t.leader[0], t.leader[1]}, textMargin/2)))
	}
}

// releaseTag frees the places of a tag and its leader.
func (p *plan) releaseTag(t *tagPlace) {
	for _, n := range t.taken {
		p.placer.release(n)
	}
	t.taken = nil
}

// tags draws the tags.
func (p *plan) tags(places []tagPlace) {
	for _, t := range places {
		p.goOn()
		if t.found {
			p.drawTag(t)
			continue
		}
		p.warn("NO_ROOM", "there is no place for the tag of "+t.name, t.element.ID)
	}
}

// frame returns the rectangle around a tag.
func (t *tagPlace) frame() geometry.Ring { return boxAround(t.at, t.width, tagHeight) }

// beyondMeasure reports whether the line of a room's dimension lies between a tag and its opening, so that the tag
// needs a leader.
func (p *plan) beyondMeasure(t *tagPlace) bool {
	return p.measured != nil && p.measured.crossed(segment{p.place(t.filling, t.rect.Width/2, 0), t.at}, nil)
}

// tagHeight is the height of the frame around a tag.
const tagHeight = 4200 * geometry.Micrometre

// tagOff is the least distance between the frame of a tag and the face of its wall.
const tagOff = 900 * geometry.Micrometre

// tagReach returns how far the frame of a tag of a given width reaches from its middle across its wall.
func tagReach(f filling, width geometry.Length) geometry.Length {
	y := f.wall.Frame.Y()
	return geometry.Length(round(float64(math.Abs(y.X)*float64(width))/2 +
		float64(math.Abs(y.Y)*float64(tagHeight))/2))
}

// tagWidth returns the width of the frame around the name of a door or window.
func tagWidth(name string) geometry.Length {
	return paper.Regular.Width(name, textSmall) + tagHeight*2/3
}

// placeTag finds the first free place for a tag, in a frame with round ends. The place is beside the middle of its
// opening, or further away with a leader.
func (p *plan) placeTag(t *tagPlace) bool {
	f, w := t.filling, t.width
	t.leader = nil
	var beyond []paper.Point // places that need a leader
	half := f.wall.Thickness() / 2
	reach := tagReach(f, w)
	sides := p.tagSides(f)
	for _, asked := range tagWishes {
		for _, off := range []geometry.Length{tagOff, 3000, 6000, 9000} {
			for _, side := range sides {
				for _, x := range []geometry.Length{f.rect.Width / 2, f.rect.Width / 4, f.rect.Width * 3 / 4,
					-f.rect.Width / 4, f.rect.Width * 5 / 4} {
					p.goOn()
					t.at = p.place(f, x, side*(half+p.real(off+reach)))
					if !p.grants(asked, t.frame()) || p.overCut(t.frame()) {
						continue
					}
					if !p.beyondMeasure(t) {
						return true
					}
					beyond = append(beyond, t.at)
				}
			}
		}
	}
	for _, t.at = range beyond {
		if p.leadTo(t, false) {
			return true
		}
	}
	return p.tagWithLeader(t, false) || p.tagWithLeader(t, true)
}

// leadTo gives a tag a leader to the middle of its opening. It returns false if the leader would run through a text or,
// unless across is set, through a cut area.
func (p *plan) leadTo(t *tagPlace, across bool) bool {
	l := segment{p.place(t.filling, t.rect.Width/2, 0), t.at}
	enter, _, ok := clip(l, t.frame())
	if !ok {
		return false
	}
	long := l.length()
	leader := l.part(0, enter*long, long)
	if p.placer.crossesText(leader) || !across && p.placer.crossesCut(leader) {
		return false
	}
	t.leader = []paper.Point{leader.a, leader.b}
	return true
}

// besideText is the distance that a tag keeps from other texts if there is room. A tag closer to a room's name would
// look like part of the name.
const besideText = 1500 * geometry.Micrometre

// tagWish is a set of conditions on the place of a tag.
type tagWish struct {
	clear  bool            // of all lines
	margin geometry.Length // from other texts and symbols
	apart  bool            // from the stamps of rooms
	chains bool            // the tag may lie on a dimension line, which runs through it
}

// tagWishes are tried in order.
var tagWishes = []tagWish{
	{clear: true, margin: besideText, apart: true}, {clear: true, margin: textMargin, apart: true},
	{margin: besideText, apart: true}, {margin: textMargin, apart: true},
	{clear: true, margin: textMargin}, {margin: textMargin},
}

// grants reports whether the place of a tag meets its conditions.
func (p *plan) grants(asked tagWish, box geometry.Ring) bool {
	free := p.placer.free
	if asked.clear {
		free = p.placer.clear
	}
	return free(box, textMargin) && (asked.chains || !p.placer.onMeasure(grown(box, textMargin))) &&
		p.placer.off(box, asked.margin) && (p.measured == nil || !p.measured.meets(box)) &&
		(!asked.apart || p.stamps == nil || !p.stamps.meets(grown(box, besideText)))
}

// tagSides returns the sides of the wall on which a tag is tried. For a window the side of the room comes first,
// because dimensions are on the other side.
func (p *plan) tagSides(f filling) []geometry.Length {
	if f.element.Category != state.CategoryWindow {
		return []geometry.Length{1, -1}
	}
	half := f.wall.Thickness()/2 + besideWall
	if p.air == nil {
		p.air = p.openAir()
	}
	in := func(side geometry.Length) bool {
		middle := f.wall.YMin + f.wall.Thickness()/2
		at := f.wall.Frame.Point(geometry.Point3{X: f.rect.Offset + f.rect.Width/2, Y: middle + side*half})
		return len(p.air.rooms.At(at.XY())) > 0
	}
	if !in(1) && in(-1) {
		return []geometry.Length{-1, 1}
	}
	return []geometry.Length{1, -1}
}

// leaderReaches are the distances from the middle of an opening at which a tag with a leader is tried.
var leaderReaches = []geometry.Length{8 * geometry.Millimetre, 11 * geometry.Millimetre, 14 * geometry.Millimetre,
	18 * geometry.Millimetre, 22 * geometry.Millimetre, 27 * geometry.Millimetre, 33 * geometry.Millimetre}

const leaderTurns = 24

// tagWithLeader places a tag further away, with a line to the middle of its opening. The line runs through no text and,
// if possible, through no cut area. With chains the tag may lie on dimension lines.
func (p *plan) tagWithLeader(t *tagPlace, chains bool) bool {
	from := p.place(t.filling, t.rect.Width/2, 0)
	for _, wish := range []struct{ across, apart bool }{{false, true}, {true, true}, {false, false}, {true, false}} {
		for _, reach := range leaderReaches {
			for n := range leaderTurns {
				p.goOn()
				turn := geometry.FullTurn * geometry.Angle(n) / leaderTurns
				t.at = move(from, float64(reach)*turn.Cos(), float64(reach)*turn.Sin())
				box := t.frame()
				if !p.grants(tagWish{margin: textMargin, apart: wish.apart, chains: chains}, box) || p.overCut(box) {
					continue
				}
				if p.leadTo(t, wish.across) {
					return true
				}
			}
		}
	}
	return false
}

// overCut reports whether the middle of a box lies in a cut area.
func (p *plan) overCut(box geometry.Ring) bool {
	middle := paper.Point{X: (box[0].X + box[2].X) / 2, Y: (box[0].Y + box[2].Y) / 2}
	return p.cuts.Contains(middle) != geometry.Outside
}

// drawTag draws a tag in its frame, with its leader.
func (p *plan) drawTag(t tagPlace) {
	layer, at := layerOf(t.element.Category)+"-IDEN", t.at
	pen, r := p.pen(dimensionLine), tagHeight/2
	if len(t.leader) > 0 {
		p.add(layer, paper.ClassMark, t.element, paper.Stroke{Points: t.leader, Pen: pen})
	}
	left, right := at.X-t.width/2+r, at.X+t.width/2-r
	for _, y := range []geometry.Length{at.Y - r, at.Y + r} {
		p.add(layer, paper.ClassMark, t.element, paper.Stroke{
			Points: []paper.Point{{X: left, Y: y}, {X: right, Y: y}}, Pen: pen})
	}
	p.add(layer, paper.ClassMark, t.element, paper.Arc{Centre: paper.Point{X: left, Y: at.Y}, Radius: r,
		From: geometry.QuarterTurn, Sweep: geometry.HalfTurn, Pen: pen})
	p.add(layer, paper.ClassMark, t.element, paper.Arc{Centre: paper.Point{X: right, Y: at.Y}, Radius: r,
		From: 3 * geometry.QuarterTurn, Sweep: geometry.HalfTurn, Pen: pen})
	p.placer.framed = append(p.placer.framed, t.frame())
	p.add(layer, paper.ClassText, t.element, paper.Text{At: at, String: t.name, Height: textSmall,
		Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}})
}
