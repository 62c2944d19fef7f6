package png

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// DPI is the resolution where none is asked for: fine enough to read 1.8 mm text, and an A3 sheet has 2480 by 1754
// pixels.
const DPI = 150

// pixelBytes is what a picture in the making takes of each pixel: four of its colours, as many for the cover of a mark
// that is as large as the picture, one for greys, and one of the file, which is mostly white.
const pixelBytes = 10

// Write writes the picture of a drawing at a number of dots per inch. A drawing in greys has one byte per pixel. The
// memory is that of the process's budget; the error is the budget's, the context's or the writer's.
func Write(ctx context.Context, w io.Writer, d *paper.Drawing, dpi float64) (err error) {
	defer processors.Stopped(&err)
	width, height := Size(d, dpi)
	release, err := budget.Take(ctx, int64(min(float64(width*height)*pixelBytes, math.MaxInt64/2)))
	if err != nil {
		return err
	}
	defer release()
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&file, heard(ctx, plain(Paint(ctx, d, dpi)))); err != nil {
		return err
	}
	_, err = w.Write(withResolution(file.Bytes(), dpi))
	return err
}

// plain returns a picture of greys as such.
func plain(p *image.RGBA) image.Image {
	grey := image.NewGray(p.Rect)
	for i := 0; i < len(p.Pix); i += 4 {
		if p.Pix[i] != p.Pix[i+1] || p.Pix[i] != p.Pix[i+2] {
			return p
		}
		grey.Pix[i/4] = color.Gray{Y: p.Pix[i]}.Y
	}
	return grey
}

// quickPixels is how many pixels are encoded in some hundredths of a second.
const quickPixels = 1 << 20

// heard returns a picture whose encoding ends with the context: the encoder asks it for pixel after pixel, which it
// would copy from one that it knows.
func heard(ctx context.Context, p image.Image) image.Image {
	if p.Bounds().Dx()*p.Bounds().Dy() <= quickPixels {
		return p
	}
	return &hearing{Image: p, ctx: ctx}
}

// hearing is a picture that looks at a context at the beginning of each row.
type hearing struct {
	image.Image
	ctx  context.Context
	last [4]uint8    // of a picture with colours, the last pixel
	made color.Color // as the encoder has it
}

// Opaque reports that every pixel is opaque, as those of drawings are.
func (h *hearing) Opaque() bool { return true }

// At returns the colour of a pixel. Neighbours mostly have one colour, which is made once.
func (h *hearing) At(x, y int) color.Color {
	if x == 0 {
		processors.Hear(h.ctx)
	}
	p, coloured := h.Image.(*image.RGBA)
	if !coloured {
		return h.Image.At(x, y)
	}
	at := p.PixOffset(x, y)
	if pixel := [4]uint8(p.Pix[at : at+4]); h.made == nil || pixel != h.last {
		h.last, h.made = pixel, color.RGBA{pixel[0], pixel[1], pixel[2], pixel[3]}
	}
	return h.made
}

// afterHeader is where chunks may follow: behind the signature and IHDR.
const afterHeader = 8 + 25

// withResolution puts a pHYs chunk behind the header: pixels per metre.
func withResolution(file []byte, dpi float64) []byte {
	chunk := make([]byte, 0, 21)
	chunk = binary.BigEndian.AppendUint32(chunk, 9)
	chunk = append(chunk, "pHYs"...)
	perMetre := uint32(math.Round(dpi / 0.0254))
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = binary.BigEndian.AppendUint32(chunk, perMetre)
	chunk = append(chunk, 1)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	out := append([]byte{}, file[:afterHeader]...)
	return append(append(out, chunk...), file[afterHeader:]...)
}
