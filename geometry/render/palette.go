package render

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// Encode encodes a picture as a PNG of at most the given number of colours, 2 to 256. Few colours make the file small:
// a picture of a building at 1200 x 800 has 30 to 150 kB.
func Encode(picture *image.RGBA, colours int) ([]byte, error) {
	out := image.NewPaletted(picture.Rect, nil)
	boxes := divided(histogram(picture), min(max(colours, 2), 256))
	var places [keys]uint8
	for i, b := range boxes {
		out.Palette = append(out.Palette, b.mean())
		for _, c := range b.colours {
			places[c.key] = uint8(i)
		}
	}
	for i := range out.Pix {
		out.Pix[i] = places[key(picture.Pix[4*i:])]
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&file, out)
	return file.Bytes(), err
}

// key returns a colour reduced to six bits for each component: more than the eye distinguishes in a shaded area.
func key(p []uint8) uint32 { return uint32(p[0]>>2)<<12 | uint32(p[1]>>2)<<6 | uint32(p[2]>>2) }

// keys is the number of keys.
const keys = 1 << 18

// counted is a colour with the number of its pixels and the sums of their components.
type counted struct {
	key   uint32
	count int
	sum   [3]int
}

func (c *counted) part(axis int) int { return int(c.key >> (12 - 6*axis) & 63) }

// histogram counts the colours of a picture, in the order of their keys.
func histogram(picture *image.RGBA) []counted {
	all := make([]counted, keys)
	for i := 0; i < len(picture.Pix); i += 4 {
		p := picture.Pix[i : i+4]
		c := &all[key(p)]
		c.key, c.count = key(p), c.count+1
		for k := range 3 {
			c.sum[k] += int(p[k])
		}
	}
	return slices.DeleteFunc(all, func(c counted) bool { return c.count == 0 })
}

// colourBox is a part of the colours of a picture, along its longest axis.
type colourBox struct {
	colours []counted
	axis    int
	length  int
	count   int
}

func newColourBox(colours []counted) colourBox {
	b := colourBox{colours: colours, length: -1}
	for axis := range 3 {
		low, high := 63, 0
		for i := range colours {
			low, high = min(low, colours[i].part(axis)), max(high, colours[i].part(axis))
		}
		if high-low > b.length {
			b.axis, b.length = axis, high-low
		}
	}
	for i := range colours {
		b.count += colours[i].count
	}
	return b
}

// weight returns the priority for dividing a box, which is high for a long box with many pixels. The length counts more
// than the pixels, so that a small area with an unusual colour keeps that colour.
func (b *colourBox) weight() int { return b.length * b.length * (1 + bits(b.count)) }

func bits(n int) (out int) {
	for ; n > 0; n >>= 1 {
		out++
	}
	return out
}

// divided divides colours into boxes (median cut).
func divided(colours []counted, most int) []colourBox {
	boxes := []colourBox{newColourBox(colours)}
	for len(boxes) < most {
		at := 0
		for i := range boxes {
			if boxes[i].weight() > boxes[at].weight() {
				at = i
			}
		}
		b := boxes[at]
		if b.length <= 0 {
			break
		}
		slices.SortStableFunc(b.colours, func(x, y counted) int { return x.part(b.axis) - y.part(b.axis) })
		cut := b.median()
		boxes[at] = newColourBox(b.colours[:cut])
		boxes = append(boxes, newColourBox(b.colours[cut:]))
	}
	return boxes
}

// median returns the index at which a sorted box is divided. It is the middle of the box's length, which separates rare
// colours.
func (b *colourBox) median() int {
	low, high := b.colours[0].part(b.axis), b.colours[len(b.colours)-1].part(b.axis)
	at, _ := slices.BinarySearchFunc(b.colours, (low+high)/2+1,
		func(c counted, v int) int { return cmp.Compare(c.part(b.axis), v) })
	return min(max(at, 1), len(b.colours)-1)
}

// mean returns the mean colour of a box's pixels.
func (b *colourBox) mean() color.RGBA {
	var sum [3]int
	n := max(b.count, 1)
	for i := range b.colours {
		for k := range 3 {
			sum[k] += b.colours[i].sum[k]
		}
	}
	return color.RGBA{uint8((sum[0] + n/2) / n), uint8((sum[1] + n/2) / n), uint8((sum[2] + n/2) / n), 255}
}
