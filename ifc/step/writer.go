package step

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
)

// ErrUnwritable is wrapped by the errors for values that a STEP file cannot express. These are a real that is not
// finite, a name with other characters than upper case letters, digits and underscores, a nil Value, and an id below 1.
var ErrUnwritable = errors.New("step: no form in a STEP file")

// Write writes f with one instance on each line, in the order of f. The same File gives the same bytes.
func Write(w io.Writer, f *File) error {
	out, err := NewWriter(w, &f.Header)
	if err != nil {
		return err
	}
	for i := range f.Instances {
		if err := out.Instance(&f.Instances[i]); err != nil {
			return err
		}
	}
	return out.Close()
}

// Writer writes a file instance by instance. Without a final Close the file is incomplete.
type Writer struct {
	w    *bufio.Writer
	line []byte
}

// NewWriter returns a Writer after writing the header and the start of the DATA section.
func NewWriter(w io.Writer, h *Header) (*Writer, error) {
	out := &Writer{w: bufio.NewWriterSize(w, 1<<16)}
	out.line = append(out.line, "ISO-10303-21;\nHEADER;\n"...)
	for _, part := range h.parts() {
		var err error
		if out.line, err = appendPart(out.line, part.Name, part.Args); err != nil {
			return nil, fmt.Errorf("header: %w", err)
		}
		out.line = append(out.line, ";\n"...)
	}
	out.line = append(out.line, "ENDSEC;\nDATA;\n"...)
	return out, out.flushLine()
}

// Instance writes one instance. Ids may come in any order; use [Check] to find duplicate ids and dangling references.
func (w *Writer) Instance(in *Instance) error {
	b, err := appendInstance(w.line, in)
	if err != nil {
		return fmt.Errorf("#%d=%s: %w", in.ID, in.Name, err)
	}
	w.line = b
	return w.flushLine()
}

// Close writes the end of the file and flushes it. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.line = append(w.line, "ENDSEC;\nEND-ISO-10303-21;\n"...)
	if err := w.flushLine(); err != nil {
		return err
	}
	return w.w.Flush()
}

func (w *Writer) flushLine() error {
	_, err := w.w.Write(w.line)
	w.line = w.line[:0]
	return err
}

// parts returns the header as records.
func (h *Header) parts() []Part {
	level := h.Description.ImplementationLevel
	if level == "" {
		level = "2;1"
	}
	n := &h.Name
	return append([]Part{
		{"FILE_DESCRIPTION", []Value{stringList(h.Description.Description), String(level)}},
		{"FILE_NAME", []Value{String(n.Name), String(n.TimeStamp), stringList(n.Author), stringList(n.Organization),
			String(n.PreprocessorVersion), String(n.OriginatingSystem), String(n.Authorization)}},
		{"FILE_SCHEMA", []Value{stringList(h.Schemas)}},
	}, h.Others...)
}

// stringList returns a list of at least one string, as the standard requires for each list of the header.
func stringList(texts []string) List {
	if len(texts) == 0 {
		return List{String("")}
	}
	out := make(List, len(texts))
	for i, s := range texts {
		out[i] = String(s)
	}
	return out
}

func appendInstance(b []byte, in *Instance) ([]byte, error) {
	if in.ID < 1 {
		return b, fmt.Errorf("%w: instance id %d", ErrUnwritable, in.ID)
	}
	b = append(b, '#')
	b = strconv.AppendInt(b, int64(in.ID), 10)
	b = append(b, '=')
	b, err := appendRecords(b, in)
	return append(b, ";\n"...), err
}

func appendRecords(b []byte, in *Instance) ([]byte, error) {
	if len(in.Parts) == 0 {
		return appendPart(b, in.Name, in.Args)
	}
	if in.Name != "" || in.Args != nil {
		return b, fmt.Errorf("%w: an instance has either a name or parts", ErrUnwritable)
	}
	b = append(b, '(')
	for _, part := range in.Parts {
		var err error
		if b, err = appendPart(b, part.Name, part.Args); err != nil {
			return b, err
		}
	}
	return append(b, ')'), nil
}

func appendPart(b []byte, name string, args []Value) ([]byte, error) {
	b, err := appendName(b, name)
	if err != nil {
		return b, err
	}
	return appendList(b, args)
}

func appendList(b []byte, list []Value) ([]byte, error) {
	b = append(b, '(')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = AppendValue(b, v); err != nil {
			return b, err
		}
	}
	return append(b, ')'), nil
}

// AppendValue appends v in its form in a file. The error wraps [ErrUnwritable].
func AppendValue(b []byte, v Value) ([]byte, error) {
	switch v := v.(type) {
	case Null:
		return append(b, '$'), nil
	case Derived:
		return append(b, '*'), nil
	case Int:
		return strconv.AppendInt(b, int64(v), 10), nil
	case Real:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return b, fmt.Errorf("%w: real %v", ErrUnwritable, f)
		}
		return appendReal(b, float64(v)), nil
	case String:
		return appendString(b, string(v)), nil
	case Enum:
		return appendEnum(b, string(v))
	case Logical:
		return appendLogical(b, v)
	case Binary:
		return appendBinary(b, string(v))
	case Ref:
		return appendRef(b, int(v))
	case List:
		return appendList(b, v)
	case Typed:
		return appendPart(b, v.Name, []Value{v.Value})
	default:
		return b, fmt.Errorf("%w: a nil value", ErrUnwritable)
	}
}

func appendRef(b []byte, id int) ([]byte, error) {
	if id < 1 {
		return b, fmt.Errorf("%w: reference to #%d", ErrUnwritable, id)
	}
	return strconv.AppendInt(append(b, '#'), int64(id), 10), nil
}

func appendEnum(b []byte, item string) ([]byte, error) {
	if _, isLogical := enumValue(item).(Logical); isLogical || !validName(item) {
		return b, fmt.Errorf("%w: enumeration item %q", ErrUnwritable, item)
	}
	return append(append(append(b, '.'), item...), '.'), nil
}

func appendLogical(b []byte, v Logical) ([]byte, error) {
	if v > Unknown {
		return b, fmt.Errorf("%w: logical %d", ErrUnwritable, v)
	}
	return append(b, '.', "FTU"[v], '.'), nil
}

func appendBinary(b []byte, digits string) ([]byte, error) {
	if !validBinary(digits) {
		return b, fmt.Errorf("%w: binary %q", ErrUnwritable, digits)
	}
	return append(append(append(b, '"'), digits...), '"'), nil
}

// appendName writes a keyword. A user-defined keyword begins with an exclamation mark.
func appendName(b []byte, name string) ([]byte, error) {
	bare := name
	if len(name) > 0 && name[0] == '!' {
		bare = name[1:]
	}
	if !validName(bare) {
		return b, fmt.Errorf("%w: name %q", ErrUnwritable, name)
	}
	return append(b, name...), nil
}

func validName(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !nameByte[c] || (c >= 'a' && c <= 'z') {
			return false
		}
	}
	return true
}
