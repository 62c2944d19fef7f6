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
