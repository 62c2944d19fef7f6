package geometry

import "testing"

// strips returns strips in three directions, the same number in each. They cross each other, and the upper corners of
// the strips in the third direction lie one above the other.
func strips(n int) (out []Region) {
	side := Length(n) * Metre
	for i := range n {
		at := Length(i) * Metre
		out = append(out, Region{Rectangle(Point2{at, 0}, Point2{at + 200*Millimetre, side})},
			Region{Rectangle(Point2{0, at}, Point2{side, at + 200*Millimetre})},
			Region{Rectangle(Point2{0, 0}, Point2{300 * Millimetre, side + Length(i)})})
	}
	return out
}

// TestOverlaysEndWhereTheyAreInterrupted interrupts overlays after each number of checks. After an interrupt only a few
// more checks may follow, otherwise a loop does not end. A complete overlay checks often, which shows that no stage
// takes long without a check.
func TestOverlaysEndWhereTheyAreInterrupted(t *testing.T) {
	const stages = 12 // stages of an overlay after the interrupted one
	parts := strips(12)
	whole := Union(parts...)
	for name, work := range map[string]func(Interrupt){
		"union":    func(stop Interrupt) { stop.Union(parts...) },
		"joined":   func(stop Interrupt) { stop.UnionWithin(5*Millimetre, parts...) },
		"subtract": func(stop Interrupt) { stop.Subtract(whole, parts[:9]...) },
		"offset":   func(stop Interrupt) { _, _ = stop.Offset(whole[0], 20*Millimetre) },
		"prism":    func(stop Interrupt) { _, _ = stop.makeStack(World(), []Layer{{whole, 0, Metre}}, nil) },
	} {
		asked := 0
		work(func() bool { asked++; return false })
		if asked < 100 {
			t.Errorf("%s asks %d times whether to go on", name, asked)
		}
		for after := 1; after < asked; after += max(1, asked/60) {
			late, n := 0, 0
			work(func() bool {
				if n++; n > after {
					late++
				}
				return n > after
			})
			if late > stages {
				t.Errorf("%s, interrupted at question %d of %d, asks %d times more", name, after, asked, late-1)
			}
		}
	}
}
