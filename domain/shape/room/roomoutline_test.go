package room

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// TestGrowingWindowsFindWhatAllWallsEnclose checks that the outline around a seed is the same for growing windows and
// for all walls.
func TestGrowingWindowsFindWhatAllWallsEnclose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walls := make([]fabric.WallBounds, rapid.IntRange(0, 12).Draw(t, "walls"))
		cell := func(name string) geometry.Length {
			return geometry.Length(rapid.IntRange(-9, 9).Draw(t, name)) * 1500 * geometry.Millimetre
		}
		for i := range walls {
			walls[i] = wallBetween(geometry.Point2{X: cell("x"), Y: cell("y")},
				geometry.Point2{X: cell("to x"), Y: cell("to y")}, rapid.Bool().Draw(t, "upright"))
		}
		seed := geometry.Point2{X: cell("seed x") + 700*geometry.Millimetre,
			Y: cell("seed y") + 700*geometry.Millimetre}
		want := hollow(seed, walls)
		if got, _ := enclosing(seed, searching(walls, nil), hollow); !equalRegions(got, want) {
			t.Fatalf("growing windows find %v, all walls enclose %v", got, want)
		}
	})
}

// TestASeedOutOfDoorsLooksAtNoFarWalls checks that a search from an outdoor seed returns only the walls near it,
// however many there are.
func TestASeedOutOfDoorsLooksAtNoFarWalls(t *testing.T) {
	var walls []fabric.WallBounds
	for i := range 1000 {
		x := geometry.Length(i) * geometry.Metre
		walls = append(walls, wallBetween(geometry.Point2{X: x}, geometry.Point2{X: x, Y: 9 * geometry.Metre}, true))
	}
	looked := 0
	seed := geometry.Point2{X: 500500 * geometry.Millimetre, Y: -2 * geometry.Metre}
	if region, _ := enclosing(seed, searching(walls, &looked), hollow); region != nil {
		t.Errorf("%v encloses it", region)
	}
	if looked > 30 {
		t.Errorf("it looked at %d walls", looked)
	}
}

// wallBetween returns a wall of 200 mm that runs from one point along an axis to the coordinate of another point.
func wallBetween(from, to geometry.Point2, upright bool) fabric.WallBounds {
	half := geometry.Point2{X: 100 * geometry.Millimetre, Y: 100 * geometry.Millimetre}
	if upright {
		to.X = from.X
	} else {
		to.Y = from.Y
	}
	lo := geometry.Point2{X: min(from.X, to.X), Y: min(from.Y, to.Y)}.Sub(half)
	hi := geometry.Point2{X: max(from.X, to.X), Y: max(from.Y, to.Y)}.Add(half)
	ring := geometry.Ring{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}}
	return fabric.WallBounds{Footprint: geometry.Region{{Outer: ring}}, Low: lo, High: hi}
}

// searching returns a search among walls that adds the number of walls that it returns to looked.
func searching(walls []fabric.WallBounds, looked *int) fabric.WallSearch {
	return func(lo, hi geometry.Point2) (found []fabric.WallBounds, complete bool) {
		for _, w := range walls {
			if w.Low.X <= hi.X && lo.X <= w.High.X && w.Low.Y <= hi.Y && lo.Y <= w.High.Y {
				found = append(found, w)
			}
		}
		if looked != nil {
			*looked += len(found)
		}
		return found, len(found) == len(walls)
	}
}

func equalRegions(a, b geometry.Region) bool {
	return string(AppendRegion(nil, a)) == string(AppendRegion(nil, b))
}
