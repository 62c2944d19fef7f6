package stairs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// Request describes the stairs to find: a code, a rise, a space and sizes.
type Request struct {
	Code          Code
	Rise          geometry.Length
	Along, Across geometry.Length // of the space in plan, along the first flight and across it; 0: no bound
	Width         geometry.Length // 0: the least width of the code
	Well          geometry.Length // least width of the well
	Waist         geometry.Length
	Forms         []Form // empty: all
}

// Proposal is a stair that the code allows in the space, with the size that it needs.
type Proposal struct {
	Spec          Spec
	Along, Across geometry.Length
}

// Missing is the reason why a form does not fit into the space or is not allowed by the code.
type Missing struct {
	Form          Form
	Risers        int // of the smallest stair of the form; 0 if the code allows none at any size
	Along, Across geometry.Length
	Reason        string
}

// comfort is the comfortable length of a step: two risers and a going (DIN 18065: 590 to 650 mm).
const comfort = 630 * mm

// leastFlight is the least number of risers of a flight in a stair of several flights, because people stumble over a
// single step.
const leastFlight = 3

// Solve returns the stairs that a code allows in a space, one for each form, in the order of the forms. The second
// result gives the reason for each form that does not fit.
func Solve(r Request) ([]Proposal, []Missing) {
	if r.Width == 0 {
		r.Width = r.Code.Width
	}
	forms := r.Forms
	if len(forms) == 0 {
		for _, f := range Form("").Enum() {
			forms = append(forms, Form(f))
		}
	}
	var found []Proposal
	var missing []Missing
	for _, f := range forms {
		p, lack := r.form(f)
		if lack == nil {
			found = append(found, p)
		} else {
			missing = append(missing, *lack)
		}
	}
	return found, missing
}

// form returns the most comfortable stair of a form, or the reason why there is none.
func (r *Request) form(form Form) (Proposal, *Missing) {
	lack := func(format string, args ...any) *Missing {
		return &Missing{Form: form, Reason: fmt.Sprintf(format, args...)}
	}
	switch {
	case r.Width < r.Code.Width:
		return Proposal{}, lack("%s asks for a width of %s mm, and %s mm are given", r.Code.Title, r.Code.Width,
			r.Width)
	case (form.winding() || form.Round()) && !r.Code.Winders:
		return Proposal{}, lack("%s allows no winders here", r.Code.Title)
	}
	var best, least *Proposal
	from := max(2, int(math.Ceil(float64(r.Rise)/float64(r.Code.MostRiser))))
	for n := from; float64(r.Rise)/float64(n) >= float64(r.Code.LeastRiser); n++ {
		for _, p := range r.withRisers(form, n) {
			if r.fits(p) && (best == nil || better(p, *best)) {
				best = &p
			}
			if least == nil || r.excess(p) < r.excess(*least) {
				least = &p
			}
		}
	}
	switch {
	case best != nil:
		return *best, nil
	case least != nil:
		m := lack("%s", r.tooSmall(*least))
		m.Risers, m.Along, m.Across = least.Spec.Risers, least.Along, least.Across
		return Proposal{}, m
	}
	return Proposal{}, lack("no number of risers of %s to %s mm with goings of %s mm or more leads up %s mm as %s",
		r.Code.LeastRiser, r.Code.MostRiser, r.Code.LeastTread, r.Rise, words(form))
}

// words returns the name of a form in words.
func words(f Form) string { return strings.ReplaceAll(string(f), "_", " ") }

// fits reports whether a stair fits into the space.
func (r *Request) fits(p Proposal) bool { return r.excess(p) == 0 }

// excess returns the length by which a stair is larger than the space.
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

// tooSmall returns a text that compares the size of a stair with the space.
func (r *Request) tooSmall(p Proposal) string {
	var parts []string
	if r.Along > 0 && p.Along > r.Along {
		parts = append(parts, fmt.Sprintf("need %s mm along the stair, the space has %s", p.Along, r.Along))
	}
	if r.Across > 0 && p.Across > r.Across {
		parts = append(parts, fmt.Sprintf("need %s mm across it, the space has %s", p.Across, r.Across))
	}
	return fmt.Sprintf("%d risers as %s %s", p.Spec.Risers, words(p.Spec.Form), strings.Join(parts, " and "))
}

// better reports whether a stair has fewer flights than another stair of its form, or as many flights and a more
// comfortable step.
func better(a, b Proposal) bool {
	off := func(p Proposal) float64 {
		return math.Abs(2*p.Spec.riser() + float64(p.Spec.Tread) - float64(comfort))
	}
	return cmp.Or(cmp.Compare(len(a.Spec.Flights), len(b.Spec.Flights)), cmp.Compare(off(a), off(b)),
		cmp.Compare(a.Spec.Risers, b.Spec.Risers)) < 0
}

// withRisers returns stairs of a form with n risers: with the comfortable going, with the longest going that fits, and
// with the least going.
func (r *Request) withRisers(form Form, n int) []Proposal {
	riser := float64(r.Rise) / float64(n)
	least, most, ok := r.Code.treads(riser)
	if !ok {
		return nil
	}
	usual := min(max(round(float64(comfort)-2*riser)/mm*mm, least), most)
	var out []Proposal
	for _, tread := range slices.Compact([]geometry.Length{usual, r.longest(form, n, least, usual), least}) {
		if p, ok := r.lay(form, n, tread); ok {
			out = append(out, p)
		}
	}
	return out
}

// longest returns the longest going between two bounds with which a stair still fits, in whole millimetres. It returns
// the least going if no stair fits.
func (r *Request) longest(form Form, n int, least, most geometry.Length) geometry.Length {
	low, high := least/mm, most/mm
	for low < high {
		middle := (low + high + 1) / 2
		if p, ok := r.lay(form, n, middle*mm); ok && r.fits(p) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low * mm
}

// lay lays out a stair of a form with n risers and a going. It returns false if the code does not allow it.
func (r *Request) lay(form Form, n int, tread geometry.Length) (Proposal, bool) {
	s := Spec{Form: form, Turn: Left, Rise: r.Rise, Risers: n, Tread: tread, Z0: -r.Width / 2, Waist: r.Waist,
		Well: r.Well, Landing: r.Code.landing(r.Width)}
	s.Z1 = s.Z0 + r.Width
	switch {
	case form.winding() && !r.taper(&s), form.Round() && !r.turnRound(&s):
		return Proposal{}, false
	case !form.Round() && !r.divide(&s):
		return Proposal{}, false
	}
	if form == StraightRun || form == TwoStraight {
		s.Turn = ""
	}
	l := s.Lay()
	low, high := l.Bounds()
	p := Proposal{Spec: s, Along: high.X - low.X, Across: high.Y - low.Y}
	return p, r.Code.clear(&s, &l)
}

// divide sets the flights of a stair: the least number of flights that the code allows, none longer than it allows. It
// returns false if there is no such division.
func (r *Request) divide(s *Spec) bool {
	most := r.Code.flight(s.Tread, s.riser())
	if s.Form == StraightRun {
		s.Flights = []int{s.Risers}
		return s.Risers <= most
	}
	for flights := 2; flights <= maxFlights; flights++ {
		split := s.Split(flights)
		if split[flights-1] < leastFlight {
			return false
		}
		if split[0] > most {
			continue
		}
		s.Flights = split
		if s.Form == QuarterTurn || s.Form == QuarterWinding {
			r.lean(s, most)
		}
		return true
	}
	return false
}

// maxFlights bounds the flights of one stair.
const maxFlights = 6

// lean shifts risers between the two flights at right angles so that each fits into the space, if possible.
func (r *Request) lean(s *Spec, most int) {
	if len(s.Flights) != 2 {
		return
	}
	all := s.Flights[0] + s.Flights[1]
	turn := s.Width() + s.Well/2
	if r.Along > 0 && r.Along > turn {
		fit := int((r.Along-turn)/s.Tread) + 1
		if s.Flights[0] > fit {
			s.Flights[0] = max(fit, leastFlight)
		}
	}
	if r.Across > 0 && r.Across > turn {
		fit := int((r.Across-turn)/s.Tread) + 1
		if all-s.Flights[0] > fit {
			s.Flights[0] = all - max(fit, leastFlight)
		}
	}
	s.Flights[0] = min(max(s.Flights[0], leastFlight, all-most), most, all-leastFlight)
	s.Flights[1] = all - s.Flights[0]
}

// taper sets the winders of a stair, three for each quarter turn, and a well that is wide enough for their goings. It
// returns false if the code does not allow them.
func (r *Request) taper(s *Spec) bool {
	s.Winders = 3
	step := math.Pi / 6
	if s.Form.half() {
		s.Winders = 6
	}
	eye := max(s.Well/2, r.Code.eye(s, step))
	s.Well = 2 * eye
	return r.Code.tapered(s, step)
}

// walk returns the distance from the narrow side at which the going of a tapered tread is measured.
func (c *Code) walk(width geometry.Length) geometry.Length {
	if c.WalkFrom > 0 {
		return c.WalkFrom
	}
	return width / 2
}

// eye returns the least radius of the eye, in whole millimetres, for treads that each turn by step radians. With it the
// treads are deep enough along their narrow side and on the walking line.
func (c *Code) eye(s *Spec, step float64) geometry.Length {
	narrow := float64(c.LeastNarrow) / (2 * math.Sin(step/2))
	walked := float64(c.LeastTread)/step - float64(c.walk(s.Width()))
	return geometry.Length(math.Ceil(max(narrow, walked, 0)/float64(mm))) * mm
}

// tapered reports whether the going of tapered treads meets the code, along the narrow side and on the walking line.
func (c *Code) tapered(s *Spec, step float64) bool {
	eye := float64(s.Well) / 2
	going := float64(step * (eye + float64(c.walk(s.Width()))))
	if going < float64(c.LeastTread)-1 || 2*eye*math.Sin(step/2) < float64(c.LeastNarrow)-1 {
		return false
	}
	if c.MostTread > 0 && going > float64(c.MostTread) {
		return false
	}
	sum := 2*s.riser() + going
	return c.LeastStep == 0 || sum >= float64(c.LeastStep) && sum <= float64(c.MostStep)
}

// turnRound sets the eye of a round stair, wide enough for its form and for the goings of the code. It returns false if
// the code does not allow the stair.
func (r *Request) turnRound(s *Spec) bool {
	if s.Risers > r.Code.flight(s.Tread, s.riser()) {
		return false
	}
	s.Well = max(s.Well, leastEye)
	if s.Form == CurvedRun { // IBC 1011.9: the smaller radius is at least twice the width
		s.Well = max(s.Well, 4*s.Width())
	}
	for range 3 { // the step depends on the eye, and the eye on the step
		step := s.step()
		if r.Code.tapered(s, step) {
			return true
		}
		s.Well = max(s.Well, 2*r.Code.eye(s, step)) + 2*mm
	}
	return r.Code.tapered(s, s.step())
}

// leastEye is the diameter of a newel that the treads of a spiral stair are fixed to.
const leastEye = 200 * mm

// step returns the angle by which a tread of a round stair turns, in radians.
func (s *Spec) step() float64 { return float64(s.Tread) / (float64(s.Well)/2 + float64(s.Width())/2) }

// clear reports whether a stair that passes over itself leaves the headroom of the code.
func (c *Code) clear(s *Spec, l *Layout) bool {
	over := s.Rise
	switch {
	case s.Form.Round():
		if turns := float64(s.Sweep()) / float64(geometry.FullTurn); turns > 1 {
			over = round(float64(s.Rise) / turns)
		}
	case s.Form == HalfTurn || s.Form == HalfWinding:
		if len(s.Flights) > 2 {
			over = l.Flights[2].From - l.Flights[0].From
		}
	case len(s.Flights) > 4 && s.Form != TwoStraight:
		over = l.Flights[4].From - l.Flights[0].From
	}
	return over == s.Rise || over-s.plate()-round(s.drop()) >= c.Headroom
}
