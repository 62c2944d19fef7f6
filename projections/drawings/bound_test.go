package drawings

import (
	"bytes"
	"context"
	"errors"
	"math"
	"runtime"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/png"
	"github.com/bimstream/bimstream/projections/drawings/svg"
)

// paperOf returns a drawing of an area of the building, in metres, with a line around it and the given marks.
func paperOf(width, height, scale int64, marks ...paper.Mark) *paper.Drawing {
	w, h := geometry.MM(width*1000)/geometry.Length(scale), geometry.MM(height*1000)/geometry.Length(scale)
	d := &paper.Drawing{Name: "wide", Width: w, Height: h, Scale: scale}
	ring := []paper.Point{{}, {X: w}, {X: w, Y: h}, {Y: h}}
	d.Add(paper.Item{Mark: paper.Stroke{Points: ring, Closed: true, Pen: paper.Pen35}})
	for _, m := range marks {
		d.Add(paper.Item{Mark: m})
	}
	return d
}

// TestPicturesThatAreTooLargeAreRefused checks that a picture with too many pixels is refused, and that the error names
// a scale that fits.
func TestPicturesThatAreTooLargeAreRefused(t *testing.T) {
	for _, c := range []struct{ width, height, scale, fits int64 }{
		{300, 300, 20, 500}, {600, 30, 20, 200}, {600, 30, 200, 0}, {18_000, 18_000, 500, -1}, {60, 30, 50, 0},
		{10_000_000, 10_000_000, 20, -1},
	} {
		d := paperOf(c.width, c.height, c.scale)
		err := CheckSize("png", d)
		if c.fits == 0 {
			if err != nil {
				t.Errorf("%d x %d m at 1:%d: %v", c.width, c.height, c.scale, err)
			}
			continue
		}
		e, ok := errors.AsType[*state.Error](err)
		if !ok || e.Code != state.OperationTooLarge {
			t.Errorf("%d x %d m at 1:%d: %v", c.width, c.height, c.scale, err)
			continue
		}
		fits, named := e.Data["scale"].(int64)
		if named != (c.fits > 0) || named && fits != c.fits {
			t.Errorf("%d x %d m at 1:%d: scale %d is named, want %d", c.width, c.height, c.scale, fits, c.fits)
		}
		if named && CheckSize("png", paperOf(c.width, c.height, fits)) != nil {
			t.Errorf("%d x %d m does not fit at 1:%d, which was named", c.width, c.height, fits)
		}
		if err := CheckSize("svg", d); err != nil {
			t.Errorf("a line around %d x %d m as SVG: %v", c.width, c.height, err)
		}
	}
}

// hatched returns a hatch of a square on paper, in metres.
func hatched(side int64, dash ...geometry.Length) paper.Hatch {
	l := geometry.MM(side * 1000)
	return paper.Hatch{Region: geometry.Region{{Outer: geometry.Ring{{}, {X: l}, {X: l, Y: l}, {Y: l}}}},
		Families: []paper.Family{{Angle: 45 * geometry.Degree, Spacing: geometry.MM(1), Dash: dash}}, Pen: paper.Pen13}
}

// TestLinesAreCountedBefore checks the estimate of the number of lines. It must be at least the true number and at most
// a few times as large.
func TestLinesAreCountedBefore(t *testing.T) {
	l := geometry.MM(1000)
	ell := hatched(1)
	ell.Region[0].Outer = geometry.Ring{{}, {X: l}, {X: l, Y: l / 5}, {X: l / 5, Y: l / 5}, {X: l / 5, Y: l}, {Y: l}}
	dashed := paper.Stroke{Points: []paper.Point{{}, {X: l}, {X: l, Y: l}}, Pattern: paper.Axis, Closed: true}
	for _, m := range []paper.Mark{hatched(1), hatched(1, 3000, 1500), hatched(1, 3000, 1000, 500, 1000), ell, dashed,
		paper.Arc{Radius: l, Sweep: geometry.FullTurn, Pattern: paper.Dashed}, paper.Arc{Radius: l, Sweep: 1}} {
		there := 0
		for _, s := range paper.Drawn(t.Context(), m) {
			there += len(s.Lines)
			for _, p := range s.Paths {
				there += len(p.Points) - 1
			}
		}
		if counted := paper.Strokes(m); counted < float64(there) || counted > float64(10*there)+10 {
			t.Errorf("%T: %d lines, counted as %.0f", m, there, counted)
		}
	}
	if err := CheckSize("svg", paperOf(100, 100, 20, hatched(50, 500, 500))); state.CodeOf(err) !=
		state.OperationTooLarge {
		t.Errorf("2,500 m2 of dashes: %v", err)
	}
	if err := CheckSize("dxf", paperOf(100, 100, 20, hatched(50, 500, 500))); err != nil {
		t.Errorf("2,500 m2 of a hatch of DXF's own: %v", err)
	}
}

// TestAPictureStaysWithinItsBudget checks that a picture takes no more memory than it requested from the budget.
func TestAPictureStaysWithinItsBudget(t *testing.T) {
	d := paperOf(60, 30, 50, hatched(1))
	width, height := png.Size(d, png.DPI)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var file bytes.Buffer
	if err := png.Write(t.Context(), &file, d, png.DPI); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	// TotalAlloc also counts bytes that were freed since: the file, its copy, and the texts of marks.
	if taken := float64(after.TotalAlloc - before.TotalAlloc); taken > float64(width*height*10)+64e6 {
		t.Errorf("%.0f million pixels took %.0f MB", width*height/1e6, taken/1e6)
	}
	if width*height < 10e6 {
		t.Errorf("only %.0f pixels: nothing is tested", width*height)
	}
}

// endsAfter is a context that ends after a number of checks.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestWritingADrawingEndsWithItsContext checks that writing stops soon after its context ends.
func TestWritingADrawingEndsWithItsContext(t *testing.T) {
	d := paperOf(60, 30, 50, hatched(3, 500, 500))
	for name, write := range map[string]func(context.Context) error{
		"svg": func(ctx context.Context) error { return svg.Write(ctx, &bytes.Buffer{}, d) },
		"png": func(ctx context.Context) error { return png.Write(ctx, &bytes.Buffer{}, d, png.DPI) },
	} {
		whole := &endsAfter{t.Context(), math.MaxInt}
		if err := write(whole); err != nil {
			t.Fatal(err)
		}
		asked := math.MaxInt - whole.left
		if asked < 100 {
			t.Errorf("%s: the context was asked %d times", name, asked)
		}
		for _, part := range []int{0, asked / 3, asked * 9 / 10} {
			ctx := &endsAfter{t.Context(), part}
			if err := write(ctx); !errors.Is(err, context.Canceled) || ctx.left < -3 {
				t.Errorf("%s ended after %d of %d looks: %v, and looked on %d times", name, part, asked, err, -ctx.left)
			}
		}
	}
	if budget.Allowed() <= 0 {
		t.Error("nothing is allowed")
	}
}

// allocated returns how many bytes a function allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestPlanOfManyFacets checks that a plan of a bent curtain wall takes memory in proportion to its bays.
func TestPlanOfManyFacets(t *testing.T) {
	took := map[int]uint64{}
	for _, bays := range []int{50, 200} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		mid := mm(50000, 50000)
		s.do("", change.CreateCurtainWall{LevelID: s.id["ground"], CurtainWall: fabric.CurtainWall{Start: mm(0, 0),
			Mid: &mid, End: mm(100000, 0), Height: geometry.MM(3000), UBays: bays, VBays: 1}})
		v := s.view()
		took[bays] = allocated(func() { planOf(t, v, 0, 100) })
	}
	if took[200] > 8*took[50] {
		t.Errorf("four times the bays take %.1f times the memory", float64(took[200])/float64(took[50]))
	}
}

// TestPlanOfCopies checks that many walls at one place take memory in proportion to their number.
func TestPlanOfCopies(t *testing.T) {
	took := map[int]uint64{}
	for _, n := range []int{60, 240} {
		s := newSite(t)
		s.do("ground", change.CreateLevel{Name: "Ground"})
		for range n {
			s.do("", change.CreateWall{LevelID: s.id["ground"], Wall: fabric.Wall{End: mm(5000, 0),
				Height: geometry.MM(3000), Thickness: geometry.MM(100)}})
		}
		v := s.view()
		took[n] = allocated(func() { planOf(t, v, 0, 100) })
	}
	if took[240] > 8*took[60] {
		t.Errorf("four times the walls take %.1f times the memory", float64(took[240])/float64(took[60]))
	}
}
