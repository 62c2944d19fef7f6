package stairs

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

const millimetre = geometry.Millimetre

// forms lists all forms.
func forms() []Form {
	var out []Form
	for _, f := range (Form("")).Enum() {
		out = append(out, Form(f))
	}
	return out
}

// anyStair returns a random stair of a form that can be built.
func anyStair(r *rand.Rand, form Form) Spec {
	between := func(a, b int) geometry.Length { return geometry.Length(a+r.IntN(b-a+1)) * millimetre }
	s := Spec{Form: form, Turn: []Side{Left, Right}[r.IntN(2)], Tread: between(220, 350), Waist: between(100, 250)}
	width := between(700, 2500)
	s.Z0 = []geometry.Length{0, -width, -width / 2}[r.IntN(3)]
	s.Z1 = s.Z0 + width
	s.Well, s.Landing = between(0, 600), width+between(0, 500)
	if form.Round() {
		s.Well = between(200, 4000)
	}
	flights := 1
	switch form {
	case TwoStraight, QuarterTurn:
		flights = 2 + r.IntN(2)
	case HalfTurn:
		flights = 2
	case QuarterWinding:
		flights, s.Winders = 2, 3+r.IntN(3)
	case HalfWinding:
		flights, s.Winders = 2, 5+r.IntN(4)
	}
	for range flights {
		s.Flights = append(s.Flights, 2+r.IntN(9))
	}
	s.Risers = s.Total()
	s.Rise = geometry.Length(s.Risers) * between(140, 200)
	return s
}

// TestStairsAreMadeOfPrisms lays out random stairs. Every part is a polygon, no two parts overlap, and each step goes
// up by one riser.
func TestStairsAreMadeOfPrisms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		for _, form := range forms() {
			s := anyStair(r, form)
			l := s.Lay()
			checkLaid(t, s, l)
			if t.Failed() {
				t.Fatalf("%+v", s)
			}
		}
	}
}

func checkLaid(t *testing.T, s Spec, l Layout) {
	t.Helper()
	risers := len(l.Winders)
	if s.Form.Round() {
		risers++ // the last riser leads onto the floor
	} else {
		risers -= len(l.Turns) * b2i(len(l.Winders) > 0)
	}
	for i, f := range l.Flights {
		risers += f.Risers
		if p, err := geometry.NewPolygon(f.Side); err != nil || p.Area() <= 0 {
			t.Errorf("flight %d: %v", i, err)
		}
	}
	if risers != s.Risers {
		t.Errorf("%d risers of %d", risers, s.Risers)
	}
	for _, p := range append(append([]Plate{}, l.Landings...), l.Winders...) {
		if _, err := geometry.NewPolygon(p.Outline); err != nil || p.Outline.Area() <= 0 || p.Bottom >= p.Top {
			t.Errorf("plate %v: %v", p, err)
		}
	}
	head := l.Walk[len(l.Walk)-1]
	if head.Z != s.Rise || l.Walk[0].Z != 0 {
		t.Errorf("the walking line goes from %v to %v", l.Walk[0], head)
	}
	for i := 1; i < len(l.Walk); i++ {
		if l.Walk[i].Z < l.Walk[i-1].Z {
			t.Errorf("the walking line goes down to %v", l.Walk[i])
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestPartsOfAStairShareNoSpace compares the plans of all parts of axis-parallel stairs whose heights overlap.
func TestPartsOfAStairShareNoSpace(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		for _, form := range forms() {
			s := anyStair(r, form)
			if form == QuarterTurn {
				s.Flights = s.Flights[:2]
				s.Risers = s.Total()
			}
			if form.Round() && s.Sweep() > geometry.FullTurn {
				continue
			}
			l := s.Lay()
			for i, a := range l.Winders {
				for _, b := range l.Winders[i+1:] {
					if a.Top > b.Bottom && shared(a.Outline, b.Outline) > 1e-6 {
						t.Fatalf("%+v: winders share %v m2", s, shared(a.Outline, b.Outline))
					}
				}
			}
			for i, f := range l.Flights {
				plan := f.Plan(0, f.Run)
				for j, g := range l.Flights {
					if i < j && f.Run > 0 && g.Run > 0 && shared(plan, g.Plan(0, g.Run)) > 1e-6 {
						t.Fatalf("%+v: flights %d and %d share %v m2", s, i, j, shared(plan, g.Plan(0, g.Run)))
					}
				}
				for _, p := range append(append([]Plate{}, l.Landings...), l.Winders...) {
					if f.Run > 0 && shared(plan, p.Outline) > 1e-6 {
						t.Fatalf("%+v: flight %d and a plate share %v m2", s, i, shared(plan, p.Outline))
					}
				}
			}
		}
	}
}

func shared(a, b geometry.Ring) float64 {
	p, err := geometry.NewPolygon(a)
	q, err2 := geometry.NewPolygon(b)
	if err != nil || err2 != nil {
		return math.Inf(1)
	}
	return geometry.Intersect(geometry.Region{p}, geometry.Region{q}).Area()
}

// TestAStairCoversItsPlan compares the plan of a stair with the area computed from its dimensions alone.
func TestAStairCoversItsPlan(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		for _, form := range forms() {
			s := anyStair(r, form)
			l := s.Lay()
			got, width, eye := 0.0, s.Width().M(), s.Well.M()/2
			for _, f := range l.Flights {
				got += float64(f.Run.M() * width)
			}
			want := got
			for _, p := range append(append([]Plate{}, l.Landings...), l.Winders...) {
				got += p.Outline.Area()
			}
			turns, tolerance := float64(len(l.Turns)), 1e-4
			switch form {
			case TwoStraight:
				want += float64(len(l.Landings)) * width * s.Landing.M()
			case HalfTurn:
				want += turns * (2*width + 2*eye) * s.Landing.M()
			case QuarterTurn:
				want += turns * (width + eye) * (width + eye)
			case QuarterWinding, HalfWinding: // the chords cut off segments of the eye
				step := l.Turns[0].Sweep.Degrees() / float64(s.Winders) * math.Pi / 180
				outer := (width + eye) * (width + eye) * math.Abs(l.Turns[0].Sweep.Degrees()) / 90
				want += outer - float64(s.Winders)*eye*eye/2*math.Abs(math.Sin(step))
			case Spiral, CurvedRun: // the sector less the segments that the chords cut off
				want += (math.Pow(width+eye, 2) - eye*eye) / 2 * s.Sweep().Degrees() * math.Pi / 180
				tolerance = want * 2e-3
			}
			if math.Abs(got-want) > tolerance {
				t.Fatalf("%+v: %v m2, not %v", s, got, want)
			}
		}
	}
}
