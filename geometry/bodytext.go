package geometry

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/golang/geo/r3"
)

// bodyForm is the number of the form of a body's text. The text is the compact form in which fixed bodies are stored.
// It holds whole numbers of micrometres as varints (encoding/binary). Each coordinate or vertex number is stored as the
// difference from the previous one. It is encoded in base64 (RFC 4648, without padding) so that it fits into JSON. A
// triangle mesh takes about 25 bytes a vertex, a quarter of the size of decimal numbers. Equal bodies have equal texts.
//
//	form       the number 1
//	solids     their number, then each:
//	  frame      0 for the frame of the body, else 1, the origin and the six components of X and Z as doubles
//	  vertices   their number, then three differences each
//	  faces      their number, then each: the number of corners of its only loop, or 0 and the number of its loops
//	             with the number of corners of each; corners are differences of vertex numbers
const bodyForm = 1

// ErrBodyText is the error for a text that BodyText cannot have written.
var ErrBodyText = errors.New("not the text of a body")

// BodyText returns the text of a body whose faces have loops of three corners or more, as Solid.Check requires.
func BodyText(b Body) string {
	out := binary.AppendUvarint(nil, bodyForm)
	out = binary.AppendUvarint(out, uint64(len(b)))
	for _, s := range b {
		out = appendFrame(out, s.Frame)
		out = appendVertices(out, s.Vertices)
		out = appendFaces(out, s.Faces)
	}
	return base64.RawStdEncoding.EncodeToString(out)
}

func appendFrame(out []byte, f Placement) []byte {
	if f == World() {
		return append(out, 0)
	}
	out = append(out, 1)
	for _, c := range [...]Length{f.Origin.X, f.Origin.Y, f.Origin.Z} {
		out = binary.AppendVarint(out, int64(c))
	}
	for _, c := range [...]float64{f.X.X, f.X.Y, f.X.Z, f.Z.X, f.Z.Y, f.Z.Z} {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(c))
	}
	return out
}

func appendVertices(out []byte, vertices []Point3) []byte {
	out = binary.AppendUvarint(out, uint64(len(vertices)))
	var last Point3
	for _, p := range vertices {
		d := p.Sub(last)
		out = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(out, int64(d.X)), int64(d.Y)), int64(d.Z))
		last = p
	}
	return out
}

func appendFaces(out []byte, faces []Face) []byte {
	out = binary.AppendUvarint(out, uint64(len(faces)))
	var last int32
	for _, f := range faces {
		if len(f.Loops) != 1 {
			out = binary.AppendUvarint(append(out, 0), uint64(len(f.Loops)))
		}
		for _, loop := range f.Loops {
			out = binary.AppendUvarint(out, uint64(len(loop)))
			for _, v := range loop {
				out = binary.AppendVarint(out, int64(v-last))
				last = v
			}
		}
	}
	return out
}

// ParseBody parses the text of a body. The error is ErrBodyText for any other text, and for a face with fewer than
// three corners or an unknown vertex. It does not check whether the surfaces are closed; Solid.Check does.
func ParseBody(text string) (Body, error) {
	in, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBodyText, err)
	}
	r := &bodyReader{in: in}
	if r.number() != bodyForm {
		return nil, fmt.Errorf("unknown form: %w", ErrBodyText)
	}
	out := make(Body, r.count())
	for i := range out {
		if out[i] = (Solid{r.frame(), r.vertices(), nil}); !r.bad {
			out[i].Faces = r.faces(int32(len(out[i].Vertices)))
		}
	}
	if r.bad || len(r.in) != 0 {
		return nil, ErrBodyText
	}
	return out, nil
}

// bodyReader sets bad at the first malformed value and returns zeros from there on.
type bodyReader struct {
	in  []byte
	bad bool
}

func (r *bodyReader) take(width int) {
	if width <= 0 || width > len(r.in) {
		r.bad, r.in = true, nil
		return
	}
	r.in = r.in[width:]
}

func (r *bodyReader) number() uint64 {
	n, width := binary.Uvarint(r.in)
	r.take(width)
	return n
}

func (r *bodyReader) signed() int64 {
	n, width := binary.Varint(r.in)
	r.take(width)
	return n
}

// count reads a number of items of at least a byte each, so that a damaged number cannot cause a large allocation.
func (r *bodyReader) count() int {
	n := r.number()
	if n > uint64(len(r.in)) {
		r.bad, r.in = true, nil
		return 0
	}
	return int(n)
}

func (r *bodyReader) frame() Placement {
	if r.number() == 0 {
		return World()
	}
	origin := r.point(Point3{})
	var axes [6]float64
	for i := range axes {
		if len(r.in) < 8 {
			r.bad = true
			return World()
		}
		axes[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.in))
		r.take(8)
	}
	return Placement{origin, r3.Vector{X: axes[0], Y: axes[1], Z: axes[2]},
		r3.Vector{X: axes[3], Y: axes[4], Z: axes[5]}}
}

// point reads a point that is stored as the difference from another point.
func (r *bodyReader) point(from Point3) Point3 {
	p := from.Add(Point3{Length(r.signed()), Length(r.signed()), Length(r.signed())})
	if max(p.X.Abs(), p.Y.Abs(), p.Z.Abs()) >= LengthOverflow || min(p.X.Abs(), p.Y.Abs(), p.Z.Abs()) < 0 {
		r.bad = true
		return Point3{}
	}
	return p
}

func (r *bodyReader) vertices() []Point3 {
	out := make([]Point3, r.count())
	var last Point3
	for i := range out {
		last = r.point(last)
		out[i] = last
	}
	return out
}

func (r *bodyReader) faces(vertices int32) []Face {
	out := make([]Face, r.count())
	last := int64(0)
	for i := range out {
		corners := r.count()
		if corners > 0 {
			out[i].Loops = [][]int32{r.loop(corners, &last, vertices)}
			continue
		}
		out[i].Loops = make([][]int32, r.count())
		for k := range out[i].Loops {
			out[i].Loops[k] = r.loop(r.count(), &last, vertices)
		}
		r.bad = r.bad || len(out[i].Loops) < 2
	}
	return out
}

// loop reads vertex numbers as differences from the previous one.
func (r *bodyReader) loop(corners int, last *int64, vertices int32) []int32 {
	out := make([]int32, corners)
	r.bad = r.bad || corners < 3
	for i := range out {
		if *last += r.signed(); *last < 0 || *last >= int64(vertices) {
			r.bad, *last = true, 0
		}
		out[i] = int32(*last)
	}
	return out
}
