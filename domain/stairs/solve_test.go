package stairs

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestProposalsKeepTheCode requests stairs in 500 random shafts, each under one of the codes. Each proposal must lie
// within the shaft and meet the requirements of the code, which the test checks one by one. Each form without a
// proposal must have a reason.
func TestProposalsKeepTheCode(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found, none := 0, 0
	for range 500 {
		rise := geometry.Length(400+r.IntN(5000)) * mm
		along, across := geometry.Length(1000+r.IntN(7000))*mm, geometry.Length(800+r.IntN(4000))*mm
		for _, c := range []Code{codes[r.IntN(len(codes))]} {
			q := Request{Code: c, Rise: rise, Along: along, Across: across, Waist: 150 * mm}
			proposals, missing := Solve(q)
			if len(proposals)+len(missing) != len(forms()) {
				t.Fatalf("%d proposals, %d reasons", len(proposals), len(missing))
			}
			for _, p := range proposals {
				found++
				checkKept(t, c, q, p)
			}
			for _, m := range missing {
				none++
				if m.Reason == "" {
					t.Fatalf("%s: no reason", m.Form)
				}
			}
		}
	}
	if found < 500 || none < 500 {
		t.Errorf("%d proposals and %d reasons say little", found, none)
	}
}

func checkKept(t *testing.T, c Code, q Request, p Proposal) {
	t.Helper()
	s := p.Spec
	riser, tread := float64(s.Rise)/float64(s.Risers)/1000, s.Tread.MM()
	fail := func(what string, v any) {
		t.Fatalf("%s, rise %s in %s x %s: %s is %v: %+v", c.Title, q.Rise, q.Along, q.Across, what, v, s)
	}
	if p.Along > q.Along || p.Across > q.Across {
		fail("the extent", []geometry.Length{p.Along, p.Across})
	}
	if riser < c.LeastRiser.MM()-1e-3 || riser > c.MostRiser.MM()+1e-3 {
		fail("the riser", riser)
	}
	if s.Width() < c.Width {
		fail("the width", s.Width())
	}
	if tread < c.LeastTread.MM() || c.MostTread > 0 && s.Tread > c.MostTread {
		fail("the tread", tread)
	}
	if sum := 2*riser + tread; c.LeastStep > 0 && (sum < c.LeastStep.MM()-1e-3 || sum > c.MostStep.MM()+1e-3) {
		fail("two risers and a going", sum)
	}
	if c.MostPitch > 0 && math.Atan2(riser, tread) > 42*math.Pi/180 {
		fail("the pitch", math.Atan2(riser, tread))
	}
	for _, n := range s.Flights {
		if float64(n)*riser > 3658 && (c.Standard == IBC || c.Standard == IBCDwelling) {
			fail("a flight", n)
		}
		if c.Standard == ADKGeneral && n > 18 || c.Standard == ADKGeneral && n > 12 && tread < 350 ||
			(c.Standard == DIN || c.Standard == DINDwelling) && n > 18 {
			fail("a flight", n)
		}
	}
	if !s.Form.Round() && s.Total() != s.Risers {
		fail("the sum of risers", s.Total())
	}
	l := s.Lay()
	checkLaid(t, s, l)
	for _, w := range l.Winders {
		if w.Inner < c.LeastNarrow {
			fail("the narrow side", w.Inner)
		}
	}
	for _, landing := range l.Landings {
		low, high := (geometry.Polygon{Outer: landing.Outline}).Bounds()
		if least := min(high.X-low.X, high.Y-low.Y); least < c.landing(s.Width()) {
			fail("a landing", least)
		}
	}
}

// TestWhatIsMissingIsSaid solves for a hall that is too short for a straight flight but has room for a half landing.
func TestWhatIsMissingIsSaid(t *testing.T) {
	c, _ := CodeOf(IBC)
	found, missing := Solve(Request{Code: c, Rise: 3600 * mm, Along: 5525 * mm, Across: 2600 * mm, Waist: 150 * mm})
	if missing[0].Form != StraightRun ||
		missing[0].Reason != "21 risers as straight run need 5580 mm along the stair, the space has 5525" {
		t.Errorf("%+v", missing[0])
	}
	half := false
	for _, p := range found {
		half = half || p.Spec.Form == HalfTurn && p.Along <= 5525*mm && p.Across == 2236*mm
	}
	if !half {
		t.Errorf("%+v", found)
	}
	_, missing = Solve(Request{Code: c, Rise: 190 * mm})
	if len(missing) != len(forms()) || !strings.HasPrefix(missing[0].Reason, "no number of risers of 102 to 178 mm") {
		t.Errorf("%+v", missing)
	}
	_, missing = Solve(Request{Code: c, Rise: 3000 * mm, Width: 900 * mm})
	if missing[0].Reason != "IBC 1011 asks for a width of 1118 mm, and 900 mm are given" {
		t.Errorf("%+v", missing[0])
	}
}
