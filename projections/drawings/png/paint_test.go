package png

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// everyMark returns a drawing with lines in every direction, dashed and not, arcs, areas, hatches and turned texts.
func everyMark() *paper.Drawing {
	d := &paper.Drawing{Width: paper.MM(297), Height: paper.MM(210)}
	add := func(m paper.Mark) { d.Add(paper.Item{Mark: m}) }
	for i := range 24 {
		angle := geometry.Angle(i) * 153 * geometry.Degree / 10
		to := paper.At(80+float64(70*angle.Cos()), 105+float64(70*angle.Sin()))
		add(paper.Stroke{Points: []paper.Point{paper.At(80, 105), to}, Pen: paper.Pen(13 + 3*i)})
		add(paper.Text{
			At: to, String: fmt.Sprintf("Große Küche %d, 12.34 m²", i), Height: paper.MM(1.8 + float64(i)/8),
			Angle: angle,
		})
	}
	around := geometry.Ring{paper.At(200, 20), paper.At(280, 33), paper.At(262, 90), paper.At(211, 77)}
	hole := geometry.Ring{paper.At(230, 45), paper.At(233, 60), paper.At(245, 51)}
	region := geometry.Region{{Outer: around, Holes: []geometry.Ring{hole}}}
	add(paper.Fill{Region: region, Ink: paper.Ink{R: 217, G: 200, B: 190}})
	lines := paper.Family{Angle: 45 * geometry.Degree, Spacing: paper.MM(1.5)}
	add(paper.Hatch{Region: region, Families: []paper.Family{lines}, Pen: 13})
	add(paper.Stroke{Points: around, Closed: true, Pen: 50, Pattern: paper.Dashed})
	add(paper.Arc{Centre: paper.At(230, 150), Radius: paper.MM(40), Sweep: 250 * geometry.Degree, Pen: 25})
	return d
}

// TestPixels compares a picture with the pixels that every machine and build must paint. The digests were made on
// amd64.
func TestPixels(t *testing.T) {
	for dpi, want := range map[float64]string{
		72:  "4fc42b2c61c7bd8542f1e563575fb094d414b58a5174dda48b30fd840ea393b5",
		150: "261df051a194ea445d15929643911b4f72100e913b18c5024696e77d06f45ecf",
	} {
		picture := Paint(t.Context(), everyMark(), dpi)
		sum := sha256.Sum256(picture.Pix)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("at %g dpi the pixels have digest %s, not %s", dpi, got, want)
		}
	}
}

func BenchmarkPaint(b *testing.B) {
	d := everyMark()
	for b.Loop() {
		Paint(b.Context(), d, 150)
	}
}
