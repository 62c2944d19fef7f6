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

// DPI is the default resolution. It is fine enough to read 1.8 mm text, and an A3 sheet then has 2480 by 1754 pixels.
const DPI = 150

// pixelBytes is the memory per pixel while a picture is made. Four bytes hold the colours, four the cover of a mark as
// large as the picture, and one the grey value. The last byte allows for the file, which is mostly white.
const pixelBytes = 10

// Write writes the picture of a drawing at a number of dots per inch. A drawing in greys has one byte per pixel. The
// memory counts against the budget of the process. It returns the error of the budget, the context or the writer.
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

// plain returns a grey picture with one byte per pixel if all pixels are grey, otherwise the picture itself.
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

// quickPixels is the number of pixels that are encoded in some hundredths of a second.
const quickPixels = 1 << 20

// heard returns a picture whose encoding ends with the context. The encoder calls At of this type for each pixel,
// whereas it would copy the pixels of an image type of the standard library.
func heard(ctx context.Context, p image.Image) image.Image {
	if p.Bounds().Dx()*p.Bounds().Dy() <= quickPixels {
		return p
	}
	return &hearing{Image: p, ctx: ctx}
}

// hearing is a picture that checks a context at the beginning of each row.
type hearing struct {
	image.Image
	ctx  context.Context
	last [4]uint8    // the last pixel of a coloured picture
	made color.Color // its colour for the encoder
}

// Opaque returns true, because every pixel of a drawing is opaque.
func (h *hearing) Opaque() bool { return true }

// At returns the colour of a pixel. It keeps the last colour, because neighbours mostly have the same one.
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

// afterHeader is the offset of the chunks that follow the signature and IHDR.
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
