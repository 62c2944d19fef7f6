package scenes

import (
	"context"
	"fmt"
	"image"
	"image/draw"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
	"github.com/bimstream/bimstream/projections/drawings/png"
)

// These are the dimensions of a legend, in millimetres at legendDPI: text is 11 pixels high.
const (
	legendDPI  = 96.0
	legendText = 2.5
	legendRow  = 5.0
	legendMost = 16 // number of drawn rows; the reply lists all rows
	legendWide = 42 // drawn characters of a label
)

// drawLegend draws a legend into the lower left corner of a picture, if the picture has room for it.
func drawLegend(ctx context.Context, picture *image.RGBA, rows []LegendRow) {
	if len(rows) == 0 {
		return
	}
	shown := rows[:min(len(rows), legendMost)]
	d := &paper.Drawing{Height: paper.MM(float64(legendRow*float64(len(shown))) + 4)}
	widest := geometry.Length(0)
	for i, r := range shown {
		label := r.Label
		if runes := []rune(label); len(runes) > legendWide {
			label = string(runes[:legendWide-1]) + "…"
		}
		y := float64(legendRow*float64(len(shown)-i)) - legendRow + 3
		var ink paper.Ink
		if _, err := fmt.Sscanf(r.Colour, "#%02x%02x%02x", &ink.R, &ink.G, &ink.B); err != nil {
			continue
		}
		box := geometry.Ring{paper.At(2, y-0.4), paper.At(7, y-0.4), paper.At(7, y+3), paper.At(2, y+3)}
		d.Add(paper.Item{Mark: paper.Fill{Region: geometry.Region{{Outer: box}}, Ink: ink}})
		text := paper.Text{At: paper.At(9, y), String: fmt.Sprintf("%s (%d)", label, r.Elements),
			Height: paper.MM(legendText)}
		d.Add(paper.Item{Mark: text})
		widest = max(widest, text.Width())
	}
	d.Width = widest + paper.MM(12)
	made := png.Paint(context.WithoutCancel(ctx), d, legendDPI) // only some thousand pixels
	if made.Rect.Dx() > picture.Rect.Dx()/2 || made.Rect.Dy() > picture.Rect.Dy() {
		return
	}
	at := bottomLeft(picture.Rect, made.Rect)
	draw.Draw(picture, made.Rect.Add(at), made, image.Point{}, draw.Src)
}
