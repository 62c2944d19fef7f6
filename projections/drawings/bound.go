package drawings

import (
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/png"
)

// MaxStrokes is the most lines that a drawing may have in a file. A plan at 1:20 of a building of 100 by 100 m with 10
// km of walls has some hundred thousand. A line takes some hundred bytes while a file is made.
const MaxStrokes = 2_000_000

// CheckSize refuses a drawing whose file in a format would be too large, before the file is made. The error is
// OPERATION_TOO_LARGE, with the scale that fits. The formats are svg, pdf, dxf and png, as the packages of these names
// write them.
func CheckSize(format string, d *paper.Drawing) error {
	if format == "png" {
		if err := checkPixels(d); err != nil {
			return err
		}
	}
	strokes := 0.0
	for _, i := range d.Items {
		if _, hatch := i.Mark.(paper.Hatch); hatch && format == "dxf" {
			strokes++ // DXF has hatches as entities
			continue
		}
		strokes += paper.Strokes(i.Mark)
	}
	if strokes <= MaxStrokes {
		return nil
	}
	// The number of lines in a hatch grows with its area on paper.
	return tooLarge(d, math.Sqrt(strokes/MaxStrokes), state.Errorf(state.OperationTooLarge,
		"the drawing would have some %.0f lines, and at most %d are drawn", strokes, MaxStrokes).
		With("lines", math.Round(strokes)).With("limit", MaxStrokes))
}

// checkPixels refuses a drawing whose picture would have too many pixels.
func checkPixels(d *paper.Drawing) error {
	width, height := png.Size(d, png.DPI)
	most := float64(budget.Pixels())
	if width*height <= most {
		return nil
	}
	return tooLarge(d, math.Sqrt(width*height/most), state.Errorf(state.OperationTooLarge,
		"a PNG of this drawing would have %.0f x %.0f pixels, and a picture has at most %.0f million", width, height,
		most/1e6).With("width", width).With("height", height).With("limit", budget.Pixels()))
}

// tooLarge adds advice to the error for a drawing that is too large: the scale that fits, and the largest side. The
// factor is the excess in each direction.
func tooLarge(d *paper.Drawing, factor float64, e *state.Error) error {
	if d.Scale == 0 {
		e.Message += ": give the sheet a smaller size, its views (an issue: scales) a smaller scale, or take pdf"
		return e
	}
	least := float64(d.Scale) * factor
	if i := slices.IndexFunc(Scales, func(s int64) bool { return float64(s) >= least }); i >= 0 {
		e.Message += ": scale " + scaleText(Scales[i]) + " fits"
		e = e.With("scale", Scales[i])
	} else {
		e.Message += ": it fits at no scale of drawings"
	}
	side := math.Floor(float64(max(d.Width, d.Height)) / factor / 1e6 * float64(d.Scale))
	e.Message += "; else draw a part of the building, such as a section along a shorter line or a render_view of a " +
		"box, or take svg, pdf or dxf, which have no pixels"
	return e.With("largest_side_m", side)
}
