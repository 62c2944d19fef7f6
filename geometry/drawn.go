package geometry

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
)

// Drawn is an item of a body that encloses nothing: a surface that is not closed, or lines. It is shown, but has no
// volume. Faces may have any orientation, because they are seen from both sides.
type Drawn struct {
	Form       DrawnForm
	Identifier string // identifier of its representation, "" for the body
	Flat       bool   // lines in the plane Z = 0 that were given by two coordinates
	Vertices   []Point3
	Faces      []Face
	Lines      [][]int32 // vertex numbers; the last one of a closed line is its first
}

// DrawnForm is the form in which a file contains a drawn item.
type DrawnForm uint8

// The forms of drawn items.
const (
	DrawnShells   DrawnForm = iota + 1 // a surface model of shells
	DrawnFaces                         // a surface model of sets of faces
	DrawnFaceSet                       // a tessellation
	DrawnCurves                        // curves that are items of their own
	DrawnCurveSet                      // a set of curves
	drawnForms
)

// IsSurface reports whether the item has faces.
func (d *Drawn) IsSurface() bool { return d.Form <= DrawnFaceSet }

// OfBody reports whether the item belongs to the body, and not to another representation such as a footprint.
func (d *Drawn) OfBody() bool { return d.Identifier == "" }

// Check returns ErrOutOfRange for an item of an unknown form, without faces and lines, or with vertex numbers that no
// vertex has.
func (d *Drawn) Check() error {
	if d.Form == 0 || d.Form >= drawnForms {
		return fmt.Errorf("an item of the unknown form %d: %w", d.Form, ErrOutOfRange)
	}
	if d.IsSurface() && (len(d.Faces) == 0 || len(d.Lines) > 0) || !d.IsSurface() && (len(d.Lines) == 0 ||
		len(d.Faces) > 0) {
		return fmt.Errorf("a surface needs faces and no lines, a curve lines and no faces: %w", ErrOutOfRange)
	}
	for _, f := range d.Faces {
		if len(f.Loops) == 0 {
			return fmt.Errorf("a face has no loop: %w", ErrOutOfRange)
		}
		if err := d.checkLoops(f.Loops, 3); err != nil {
			return err
		}
	}
	return d.checkLoops(d.Lines, 2)
}

// checkLoops returns ErrOutOfRange for loops with fewer corners than least, or with vertex numbers that no vertex has.
func (d *Drawn) checkLoops(loops [][]int32, least int) error {
	for _, loop := range loops {
		if len(loop) < least {
			return fmt.Errorf("%d corners where %d are needed: %w", len(loop), least, ErrOutOfRange)
		}
		for _, v := range loop {
			if v < 0 || int(v) >= len(d.Vertices) {
				return fmt.Errorf("vertex %d of %d: %w", v, len(d.Vertices), ErrOutOfRange)
			}
		}
	}
	return nil
}

// Bounds returns the box around the item.
func (d *Drawn) Bounds() Box {
	box := EmptyBox()
	for _, p := range d.Vertices {
		box = box.Extend(p)
	}
	return box
}

// In returns the item in the parent of a frame, with its vertices rounded to the grid.
func (d *Drawn) In(frame Placement) Drawn {
	out := *d
	s := Solid{Frame: frame, Vertices: d.Vertices}
	out.Vertices = s.World()
	return out
}

// Surface returns the faces as a solid that is not closed.
func (d *Drawn) Surface() Solid { return Solid{Frame: World(), Vertices: d.Vertices, Faces: d.Faces} }

// drawnForm is the number at the beginning of the text of drawn items. The text of a body begins with 1.
const drawnForm = 2

// DrawnText returns items in the compact form of BodyText, or "" for no items. The text of an item consists of its
// form, 1 if it is flat and otherwise 0, the length of its identifier, the identifier, the vertices, the faces, the
// number of lines, and the lines. For each line it has the number of vertices and the differences of their indexes.
func DrawnText(items []Drawn) string {
	if len(items) == 0 {
		return ""
	}
	out := binary.AppendUvarint(nil, drawnForm)
	out = binary.AppendUvarint(out, uint64(len(items)))
	for _, d := range items {
		flat := byte(0)
		if d.Flat {
			flat = 1
		}
		out = append(out, byte(d.Form), flat)
		out = append(binary.AppendUvarint(out, uint64(len(d.Identifier))), d.Identifier...)
		out = appendFaces(appendVertices(out, d.Vertices), d.Faces)
		out = binary.AppendUvarint(out, uint64(len(d.Lines)))
		last := int32(0)
		for _, line := range d.Lines {
			out = binary.AppendUvarint(out, uint64(len(line)))
			for _, v := range line {
				out = binary.AppendVarint(out, int64(v-last))
				last = v
			}
		}
	}
	return base64.RawStdEncoding.EncodeToString(out)
}

// ParseDrawn parses the output of DrawnText. The error is ErrBodyText for any other text, or for an item that Check
// refuses.
func ParseDrawn(text string) ([]Drawn, error) {
	if text == "" {
		return nil, nil
	}
	in, err := base64.RawStdEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBodyText, err)
	}
	r := &bodyReader{in: in}
	if r.number() != drawnForm {
		return nil, fmt.Errorf("unknown form: %w", ErrBodyText)
	}
	out := make([]Drawn, r.count())
	for i := range out {
		if out[i] = r.drawn(); r.bad {
			return nil, ErrBodyText
		}
		if err := out[i].Check(); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrBodyText, err)
		}
	}
	if r.bad || len(r.in) != 0 || len(out) == 0 {
		return nil, ErrBodyText
	}
	return out, nil
}

func (r *bodyReader) drawn() Drawn {
	d := Drawn{Form: DrawnForm(r.number()), Flat: r.number() == 1}
	if n := r.count(); !r.bad && n > 0 {
		d.Identifier = string(r.in[:n])
		r.take(n)
	}
	d.Vertices = r.vertices()
	if r.bad {
		return d
	}
	d.Faces = r.faces(int32(len(d.Vertices)))
	if len(d.Faces) == 0 {
		d.Faces = nil
	}
	lines := r.count()
	last := int64(0)
	for range lines {
		line := make([]int32, r.count())
		for i := range line {
			if last += r.signed(); last < 0 || last >= int64(len(d.Vertices)) {
				r.bad, last = true, 0
			}
			line[i] = int32(last)
		}
		d.Lines = append(d.Lines, line)
	}
	return d
}
