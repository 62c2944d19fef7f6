package png

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"

	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// DPI is the resolution where none is asked for: fine enough to read 1.8 mm text, and an A3 sheet has 2480 by 1754
// pixels.
const DPI = 150

// Write writes the picture of a drawing at a number of dots per inch. A drawing in greys has one byte per pixel.
func Write(w io.Writer, d *paper.Drawing, dpi float64) error {
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&file, plain(Paint(d, dpi))); err != nil {
		return err
	}
	_, err := w.Write(withResolution(file.Bytes(), dpi))
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
