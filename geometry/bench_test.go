package geometry

import "testing"

func BenchmarkWallWithThreeOpenings(b *testing.B) {
	cuts := []Layer{opening(2000, 1100, 0, 2200), opening(4500, 1500, 900, 1200), opening(8200, 1800, 800, 1400)}
	for b.Loop() {
		if _, err := SubtractPrisms(World(), rect(0, -150, 11700, 150), 0, MM(2800), cuts); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkUnionOfRectangles(b *testing.B) {
	var parts []Region
	for i := range int64(1024) {
		x, y := i%32*1000, i/32*1000
		parts = append(parts, rect(x, y, x+1100, y+1100))
	}
	for b.Loop() {
		if len(Union(parts...)) != 1 {
			b.Fatal("not one region")
		}
	}
}

func BenchmarkWallWithHundredOpenings(b *testing.B) {
	var cuts []Layer
	for i := range int64(100) {
		cuts = append(cuts, opening(500+i*1500, 1000, 900, 1200))
	}
	for b.Loop() {
		if _, err := SubtractPrisms(World(), rect(0, -150, 151000, 150), 0, MM(2800), cuts); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRoomsOfFiveHundredWalls(b *testing.B) {
	var walls []Region
	for i := range int64(16) {
		for k := range int64(16) {
			x, y := i*4000, k*4000
			walls = append(walls, turnedBy(rect(x, y, x+4000, y+200), 17*Degree),
				turnedBy(rect(x, y+200, x+200, y+4000), 17*Degree))
		}
	}
	for b.Loop() {
		if got := UnionWithin(MM(5), walls...); len(got) != 1 || len(got[0].Holes) != 15*15 {
			b.Fatalf("%d pieces, %d rooms", len(got), len(got[0].Holes))
		}
	}
}

func BenchmarkTriangulateSlabWithHoles(b *testing.B) {
	var holes []Region
	for i := range int64(400) {
		x, y := i%20*1000, i/20*1000
		holes = append(holes, rect(x+100, y+100, x+500, y+700))
	}
	slab := Subtract(rect(0, 0, 20000, 20000), holes...)[0]
	for b.Loop() {
		if n := len(Triangulate(slab)); n != 4+1600-2+2*400 {
			b.Fatalf("%d triangles", n)
		}
	}
}
