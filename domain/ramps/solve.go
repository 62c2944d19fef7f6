package ramps

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Form is the form of a ramp, in the terms of IfcRampTypeEnum.
type Form string

// The forms.
const (
	StraightRun Form = "straight_run"     // one run
	TwoStraight Form = "two_straight_run" // runs in one line, with landings between them
	QuarterTurn Form = "quarter_turn"     // two legs at right angles
	HalfTurn    Form = "half_turn"        // legs side by side, there and back
)

// Enum lists the forms.
func (Form) Enum() []string {
	return []string{string(StraightRun), string(TwoStraight), string(QuarterTurn), string(HalfTurn)}
}

// Place returns the index of a form in the list of forms, or -1 for no form.
func (f Form) Place() int { return slices.Index(f.Enum(), string(f)) }

// turns reports whether a form changes the direction of the ramp.
func (f Form) turns() bool { return f != StraightRun && f != TwoStraight }

// FormOf returns the form of a ramp with these bends, or "" if the form has no name.
func FormOf(bends []Bend) Form {
	quarters, halves := 0, 0
	for _, b := range bends {
		switch {
		case b.quarter():
			quarters++
		case b.Half():
			halves++
		}
	}
	switch {
	case len(bends) == 0:
		return StraightRun
	case quarters+halves == 0:
		return TwoStraight
	case quarters == 1 && halves == 0:
		return QuarterTurn
	case quarters == 0:
		return HalfTurn
	}
	return ""
}

// Request describes the ramps to find: a code, a rise, a space and sizes.
type Request struct {
	Code          Code
	Rise          geometry.Length
	Along, Across geometry.Length // of the space in plan, along the first run and across it; 0: no bound
	Width         geometry.Length // of the runs; 0: the least width under the code
	Edges         geometry.Length // the width that kerbs and handrails take on each side
	Well          geometry.Length
	Thickness     geometry.Length
	ToRight       bool
}

// Proposal is a ramp that the code allows and that fits into the space. Along and Across are the size that it needs.
type Proposal struct {
	Form          Form
	PerRise       float64 // going per rise: 12 of 1:12
	Spec          Spec
	Along, Across geometry.Length
}

// Missing is the reason why a form does not fit into the space or why the code does not allow it.
type Missing struct {
	Form   Form
	Reason string
}

// moreRuns is the number of runs, beyond the least number under the code, that are tried. Shorter legs fit into a
// narrower space.
const moreRuns = 6

// leastRun is the least going of runs if a ramp has more runs than the code requires.
const leastRun = 1000 * mm

// mostRuns bounds the runs of a ramp.
const mostRuns = 60

// Solve returns the ramps that a code allows in a space, one for each form, in the order of the forms. The second
// result gives the reason for each form that does not fit. Landings before the foot and behind the head are not part of
// the ramps.
func Solve(r Request) ([]Proposal, []Missing) {
	var found []Proposal
	var missing []Missing
	for _, name := range Form("").Enum() {
		p, lack := r.form(Form(name))
		if lack == "" {
			found = append(found, p)
		} else {
			missing = append(missing, Missing{Form(name), lack})
		}
	}
	return found, missing
}

// Least returns the least width of runs under a code, if the edges take a width on each side.
func (c *Code) Least(edges geometry.Length) geometry.Length { return c.Width + 2*edges }

// form returns the smallest ramp of a form, or the reason why there is none.
func (r *Request) form(form Form) (Proposal, string) {
	least := r.Code.Least(r.Edges)
	width := cmp.Or(r.Width, least)
	if width < least {
		return Proposal{}, fmt.Sprintf("%s asks for %s mm between kerbs and handrails, which is a width of %s mm, and "+
			"%s mm are given", r.Code.Title, r.Code.Width, least, width)
	}
	from := int((r.Rise + r.Code.MostOfRun() - 1) / r.Code.MostOfRun())
	if form == StraightRun && from > 1 {
		return Proposal{}, fmt.Sprintf("one run of %s rises %s mm at most, and the rise is %s mm", r.Code.Title,
			r.Code.MostOfRun(), r.Rise)
	}
	if from > mostRuns-moreRuns {
		return Proposal{}, fmt.Sprintf("%d runs are needed up %s mm: that is no ramp but a lift", from, r.Rise)
	}
	var best, closest *Proposal
	for runs := max(from, 1); runs <= from+moreRuns; runs++ {
		per, ok := r.Code.steepest(r.Rise, runs)
		if !ok || runs > from && GoingFor(r.Rise, per, runs) < leastRun {
			continue
		}
		for _, bends := range bendings(form, runs, r.ToRight) {
			p := r.proposal(form, per, bends, width)
			if r.excess(p) == 0 && (best == nil || smaller(p, *best)) {
				best = &p
			}
			if closest == nil || r.excess(p) < r.excess(*closest) {
				closest = &p
			}
		}
	}
	switch {
	case best != nil:
		return *best, ""
	case closest != nil:
		return Proposal{}, r.tooSmall(*closest)
	}
	return Proposal{}, fmt.Sprintf("%s allows no run as %s up %s mm", r.Code.Title, words(form), r.Rise)
}

// proposal lays out a ramp with bends.
func (r *Request) proposal(form Form, per float64, bends []Bend, width geometry.Length) Proposal {
	runs, landing := len(bends)+1, r.Code.Landing
	if FormOf(bends).turns() { // a kerb and a handrail stand on the landing, across the direction of travel
		landing += r.Edges
	}
	p := Proposal{Form: form, PerRise: per, Spec: Spec{Bends: bends, Rise: r.Rise, Z0: -width / 2, Z1: width - width/2,
		Thickness: r.Thickness, Landing: landing, Well: r.Well,
		Goings: slices.Repeat([]geometry.Length{GoingFor(r.Rise, per, runs)}, runs)}}
	l := p.Spec.Lay()
	low, high := l.Bounds()
	p.Along, p.Across = high.X-low.X, high.Y-low.Y
	return p
}

// bendings returns the ways to arrange a number of runs as a form.
func bendings(form Form, runs int, toRight bool) [][]Bend {
	quarter, there, back := Left, HalfLeft, HalfRight
	if toRight {
		quarter, there, back = Right, HalfRight, HalfLeft
	}
	straight := slices.Repeat([]Bend{Straight}, runs-1)
	var out [][]Bend
	switch form {
	case StraightRun:
		if runs == 1 {
			out = append(out, nil)
		}
	case TwoStraight:
		if runs > 1 {
			out = append(out, straight)
		}
	case QuarterTurn:
		for i := range straight {
			bends := slices.Clone(straight)
			bends[i] = quarter
			out = append(out, bends)
		}
	case HalfTurn:
		for legs := 2; legs <= runs; legs++ {
			bends, each := slices.Clone(straight), (runs+legs-1)/legs
			if (runs+each-1)/each != legs {
				continue // one of the legs would be empty
			}
			for i, b := each-1, there; i < len(bends); i += each {
				if bends[i] = b; b == there {
					b = back
				} else {
					b = there
				}
			}
			out = append(out, bends)
		}
	}
	return out
}

// excess returns the length by which a ramp is larger than the space.
func (r *Request) excess(p Proposal) geometry.Length {
	over := geometry.Length(0)
	if r.Along > 0 {
		over += max(0, p.Along-r.Along)
	}
	if r.Across > 0 {
		over += max(0, p.Across-r.Across)
	}
	return over
}

// smaller reports whether a ramp has fewer runs than another ramp of its form, or as many runs and takes less room.
func smaller(a, b Proposal) bool {
	return cmp.Or(cmp.Compare(len(a.Spec.Goings), len(b.Spec.Goings)),
		cmp.Compare(a.Along.M()*a.Across.M(), b.Along.M()*b.Across.M())) < 0
}

// tooSmall returns a text that compares the size of a ramp with the space.
func (r *Request) tooSmall(p Proposal) string {
	var parts []string
	if r.Along > 0 && p.Along > r.Along {
		parts = append(parts, fmt.Sprintf("need %s mm along the ramp, the space has %s", p.Along, r.Along))
	}
	if r.Across > 0 && p.Across > r.Across {
		parts = append(parts, fmt.Sprintf("need %s mm across it, the space has %s", p.Across, r.Across))
	}
	return fmt.Sprintf("runs of %s mm at 1:%s, %d as %s, %s", p.Spec.Goings[0], Ratio(p.PerRise), len(p.Spec.Goings),
		words(p.Form), strings.Join(parts, " and "))
}

// words returns the name of a form in words.
func words(f Form) string { return strings.ReplaceAll(string(f), "_", " ") }

// Ratio returns the n of 1:n as text, with up to two digits after the point.
func Ratio(perRise float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", perRise), "0"), ".")
}
