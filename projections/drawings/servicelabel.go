package drawings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// sameLabel is the least distance on paper between two equal labels along a run. It is long, because a reader sees a
// main with many branches as one run.
const sameLabel = 90 * geometry.Millimetre

// serviceLabels writes the labels of runs. A run in pieces with equal labels gets at most one label in each length of
// sameLabel. One warning counts all labels without a place.
func (p *plan) serviceLabels(runs []serviceRun) {
	slices.SortStableFunc(runs, func(a, b serviceRun) int { // the longest run comes first, because it has the most room
		return int(math.Round(b.line.length())) - int(math.Round(a.line.length()))
	})
	written := map[string][]paper.Point{}
	var left []serviceRun
	for i := range runs {
		r := &runs[i]
		words := p.words(r)
		if r.rises {
			if !p.labelRiser(r, words) {
				left = append(left, *r)
			}
			continue
		}
		key := strings.Join(words, "  ")
		middle := paper.Point{X: (r.line.a.X + r.line.b.X) / 2, Y: (r.line.a.Y + r.line.b.Y) / 2}
		if slices.ContainsFunc(written[key], func(at paper.Point) bool {
			return (segment{at, middle}).length() < float64(sameLabel) && distance(r.line, at) <= float64(leastSymbol)
		}) {
			continue
		}
		if !p.labelRun(r, words, runs) {
			left = append(left, *r)
			continue
		}
		written[key] = append(written[key], middle)
	}
	if len(left) > 0 {
		e := left[0].element
		p.warn("NO_ROOM", fmt.Sprintf("there is no room for the size, system and height of %d of %d ducts, pipes and "+
			"trays, of %q among them: draw at a larger scale", len(left), len(runs), e.Name), e.ID)
	}
}

// distance returns the distance of a point from the line through a segment.
func distance(s segment, p paper.Point) float64 {
	across := float64(float64(s.b.X-s.a.X)*float64(p.Y-s.a.Y)) - float64(float64(s.b.Y-s.a.Y)*float64(p.X-s.a.X))
	return math.Abs(across) / s.length()
}

// besideRun is the gap between a run and its label.
const besideRun = 700 * geometry.Micrometre

// labelRun writes a label on a run that is wide enough for it, or else beside it. If the label is longer than the run,
// it leaves out the last words, but never the size. It writes across other runs only if there is no other place.
func (p *plan) labelRun(r *serviceRun, words []string, all []serviceRun) bool {
	half := p.across(r) / 2
	off := half + textSmall/2 + besideRun
	sides := []geometry.Length{off, -off}
	if 2*half >= textSmall+2*textMargin {
		sides = []geometry.Length{0, off, -off}
	}
	long := r.line.length()
	for _, wish := range []struct {
		words  int
		across bool
	}{{len(words), false}, {len(words), true}, {len(words) - 1, false}, {len(words) - 1, true}, {1, false}, {1, true}} {
		text := paper.Text{String: strings.Join(words[:wish.words], "  "), Height: textSmall, Angle: readable(r.line),
			Anchor: paper.Anchor{Across: paper.Centre, Up: paper.Middle}, Ink: p.systemInk(r.system)}
		if wish.words > 1 && float64(text.Width()) > long {
			continue
		}
		for _, side := range sides {
			for _, share := range labelShares {
				at := r.line.part(0, long*share, long).b
				text.At = move(at, -float64(side)*float64(r.line.b.Y-r.line.a.Y)/long,
					float64(side)*float64(r.line.b.X-r.line.a.X)/long)
				if (wish.across || !p.onAnother(r, text.Box(), all)) && p.labelFits(text, side == 0) {
					p.text(serviceLayer(r.element), r.element, text)
					return true
				}
			}
		}
	}
	return false
}

// labelShares are the places along a run at which its label is tried.
var labelShares = []float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.15, 0.85}

// onAnother reports whether a box lies on another run.
func (p *plan) onAnother(r *serviceRun, box geometry.Ring, all []serviceRun) bool {
	return slices.ContainsFunc(all, func(o serviceRun) bool {
		return o.element != r.element && !o.rises && meet(counterClockwise(strip(o.line, p.across(&o)/2+1)), box)
	})
}

// labelFits reports whether a label has a free place. On its run a label may lie on the centreline, which is broken
// behind it. Beside the run it must lie on no line.
func (p *plan) labelFits(text paper.Text, on bool) bool {
	box := text.Box()
	free := p.placer.clear
	if on {
		free = p.placer.free
	}
	return free(box, textMargin) && !p.overCut(box) && !p.placer.onMeasure(grown(box, textMargin)) &&
		(p.measured == nil || !p.measured.meets(box))
}

// labelRiser writes beside an upright run the direction in which it leads, followed by as many other words as fit.
func (p *plan) labelRiser(r *serviceRun, words []string) bool {
	words = words[:len(words)-1] // without the height, which is not one value for a riser
	if way := p.way(r); way != "" {
		words = append([]string{way}, words...)
	}
	lo, hi := p.boxOnPaper(r.element.ID)
	for n := len(words); n > 0; n-- {
		text := paper.Text{String: strings.Join(words[:n], "  "), Height: textSmall, Ink: p.systemInk(r.system)}
		if p.labelBeside(lo, hi, text, r.element, p.labelFits) {
			return true
		}
	}
	return false
}

// labelBeside writes the label of an element beside a rectangle on paper where it fits. At the third distance it may
// lie on lines, which are broken behind it.
func (v *view) labelBeside(lo, hi paper.Point, text paper.Text, e *state.Element,
	fits func(text paper.Text, onLines bool) bool) bool {
	left := paper.Anchor{Across: paper.Left, Up: paper.Middle}
	right := paper.Anchor{Across: paper.Right, Up: paper.Middle}
	middle := (lo.Y + hi.Y) / 2
	for _, gap := range []geometry.Length{besideRun, 3 * besideRun, 6 * besideRun} {
		above, below := hi.Y+gap+textSmall/2, lo.Y-gap-textSmall/2
		for _, place := range []struct {
			at     paper.Point
			anchor paper.Anchor
		}{
			{paper.Point{X: hi.X + gap, Y: middle}, left}, {paper.Point{X: lo.X - gap, Y: middle}, right},
			{paper.Point{X: lo.X, Y: above}, left}, {paper.Point{X: lo.X, Y: below}, left},
			{paper.Point{X: hi.X, Y: above}, right}, {paper.Point{X: hi.X, Y: below}, right},
		} {
			v.goOn()
			text.At, text.Anchor = place.at, place.anchor
			if fits(text, gap == 6*besideRun) {
				v.text(serviceLayer(e), e, text)
				return true
			}
		}
	}
	return false
}

// cutService is a duct, pipe or tray that a section cuts, on paper.
type cutService struct {
	element *state.Element
	region  geometry.Region
}

// serviceLabels writes the size, the system and the height beside each duct, pipe and tray that a section cuts.
func (u *upright) serviceLabels() {
	if !u.wants(AnnotateTags) || !u.detail.tags {
		return
	}
	for _, c := range u.served {
		s, ok := c.element.Params.(*services.Segment)
		if !ok {
			continue
		}
		profile, err := u.model.OwnOrTypeProfile(c.element, s.Profile)
		if err != nil {
			continue
		}
		r := serviceRun{element: c.element, segment: s, profile: profile, low: u.source.BoundsOf(c.element.ID).Min.Z}
		r.system, _ = u.model.Element(s.SystemID)
		lo, hi := c.region.Bounds()
		if !u.labelCut(c.element, lo, hi, u.words(&r)) {
			u.warn("NO_ROOM", "there is no room for the size of "+c.element.Name, c.element.ID)
		}
	}
}

// labelCut writes the words of a cut service beside it, or as many of the first words as fit.
func (u *upright) labelCut(e *state.Element, lo, hi paper.Point, words []string) bool {
	for n := len(words); n > 0; n-- {
		text := paper.Text{String: strings.Join(words[:n], "  "), Height: textSmall}
		if u.labelBeside(lo, hi, text, e, func(text paper.Text, _ bool) bool {
			return u.placer.free(text.Box(), textMargin) && u.cuts.Contains(text.At) == geometry.Outside
		}) {
			return true
		}
	}
	return false
}
