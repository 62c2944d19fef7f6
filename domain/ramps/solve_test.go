package ramps

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// TestProposalsKeepTheCode requests ramps in 500 random spaces, each under one of the codes. Each proposal must lie
// within the space and meet the requirements of the code, which the test checks one by one. Each form without a
// proposal must have a reason.
func TestProposalsKeepTheCode(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found, none := 0, 0
	for range 500 {
		c := codes[r.IntN(len(codes))]
		q := Request{Code: c, Rise: geometry.Length(60+r.IntN(3000)) * mm, Edges: geometry.Length(r.IntN(3)) * 75 * mm,
			Along: geometry.Length(2000+r.IntN(30_000)) * mm, Across: geometry.Length(1000+r.IntN(12_000)) * mm,
			Thickness: 200 * mm, ToRight: r.IntN(2) == 0}
		proposals, missing := Solve(q)
		if len(proposals)+len(missing) != len(Form("").Enum()) {
			t.Fatalf("%d proposals, %d reasons", len(proposals), len(missing))
		}
		for _, p := range proposals {
			found++
			checkKept(t, c, q, p)
		}
		for _, m := range missing {
			if none++; m.Reason == "" {
				t.Fatalf("%s: no reason", m.Form)
			}
		}
	}
	if found < 300 || none < 300 {
		t.Errorf("%d proposals and %d reasons say little", found, none)
	}
}

// allowed reports whether a run under a code may rise by rise over a going, both in millimetres. It repeats the tables
// of the codes independently of the solver.
func allowed(s Standard, rise, going float64) bool {
	per := going/rise + 5e-4 // heights are rounded to the micrometre
	switch s {
	case IBC:
		return per >= 12 && rise <= 762
	case ADA:
		return per >= 12 && rise <= 760
	case ADK:
		return going <= 2000 && per >= 12 || going <= 5000 && per >= 15 || going <= 10_000 && per >= 20
	case ADM:
		least := 12.0
		if going > 2000 {
			least = 12 + (going-2000)/3000*3
		}
		if going > 5000 {
			least = 15 + (going-5000)/5000*5
		}
		return per >= least-0.01 && going <= 10_000 && rise <= 500
	case DIN:
		return per >= 100/6.0 && going <= 6000
	}
	return false
}

func checkKept(t *testing.T, c Code, q Request, p Proposal) {
	t.Helper()
	fail := func(what string, v any) {
		t.Fatalf("%s, rise %s in %s x %s: %s is %v: %+v", c.Title, q.Rise, q.Along, q.Across, what, v, p)
	}
	l := p.Spec.Lay()
	if _, _, crosses := l.Crossing(); crosses {
		fail("a crossing", crosses)
	}
	if p.Along > q.Along || p.Across > q.Across {
		fail("the extent", []geometry.Length{p.Along, p.Across})
	}
	if p.Spec.Width()-2*q.Edges < c.Width {
		fail("the width", p.Spec.Width())
	}
	if got := FormOf(p.Spec.Bends); got != p.Form {
		fail("the form", got)
	}
	top := geometry.Length(0)
	for i, run := range l.Runs {
		if !allowed(c.Standard, run.Rise.MM(), run.Going.MM()) {
			fail("a run", run)
		}
		if run.From != top {
			fail("the foot of a run", run)
		}
		if top = run.From + run.Rise; i < len(l.Landings) {
			low, high := (geometry.Polygon{Outer: l.Landings[i].Outline}).Bounds()
			if least := min(high.X-low.X, high.Y-low.Y); p.Spec.Bends[i] != Straight && least < c.Landing ||
				max(high.X-low.X, high.Y-low.Y) < c.Landing || l.Landings[i].Top != top {
				fail("a landing", l.Landings[i])
			}
		}
	}
	if top != q.Rise {
		fail("the head", top)
	}
}

// TestWhatIsMissingIsSaid solves for a yard that is too short for runs in one line but has room for runs there and
// back.
func TestWhatIsMissingIsSaid(t *testing.T) {
	c, _ := CodeOf(ADA)
	found, missing := Solve(Request{Code: c, Rise: 1200 * mm, Along: 9000 * mm, Across: 3500 * mm, Thickness: 200 * mm})
	if len(found) != 1 || found[0].Form != HalfTurn || found[0].Along != (7200+1525)*mm {
		t.Errorf("%+v", found)
	}
	if missing[0].Reason != "one run of ADA 405 rises 760 mm at most, and the rise is 1200 mm" ||
		missing[1].Reason != "runs of 7200 mm at 1:12, 2 as two straight run, need 15925 mm along the ramp, the space "+
			"has 9000" {
		t.Errorf("%+v", missing)
	}
	if _, missing = Solve(Request{Code: c, Rise: 1200 * mm, Width: 800 * mm}); !strings.HasPrefix(missing[0].Reason,
		"ADA 405 asks for 915 mm between kerbs and handrails") {
		t.Errorf("%+v", missing[0])
	}
}
