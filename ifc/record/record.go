package record

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// File gives access to the instances of a file and to its schema.
type File struct {
	Instance func(step.Ref) *step.Instance               // nil if the reference is broken
	Entity   func(name string) (*schema.Entity, bool)    // a class, by its name in the file
	Type     func(name string) (*schema.Type, bool)      // a defined type, by its name in the file
	Length   func(declared *schema.Type) (float64, bool) // millimetres of one unit, and whether the type is a length
}

// The bounds of a record. A larger instance describes more than one thing.
const (
	maxDepth = 24
	maxSize  = 64 << 10 // size in bytes
)

// Of returns the record of an instance without some of its own attributes. ok is false if the record is too large, the
// schema lacks one of its classes, or it refers to a rooted instance (IfcRoot).
func Of(f File, in *step.Instance, without ...string) (record string, ok bool) {
	w := &writer{file: f, without: without}
	if w.instance(in, 0); w.bad {
		return "", false
	}
	return string(w.out), true
}

type writer struct {
	file    File
	without []string // attributes to omit from the outermost instance
	out     []byte
	bad     bool
}

func (w *writer) add(s string) {
	w.out = append(w.out, s...)
	w.bad = w.bad || len(w.out) > maxSize
}

func (w *writer) instance(in *step.Instance, depth int) {
	if in == nil || depth > maxDepth {
		w.bad = true
		return
	}
	class, known := w.file.Entity(in.Name)
	if w.bad = w.bad || !known || class.IsA("IfcRoot"); w.bad {
		return
	}
	if date, is := w.calendarDate(in, class); is {
		w.quoted(date)
		return
	}
	w.add(`{"is":`)
	w.quoted(class.Name)
	for i, a := range class.AllAttributes() {
		name := canonical(class, i)
		if i >= len(in.Args) || isNothing(in.Args[i]) || depth == 0 && contains(w.without, name) {
			continue
		}
		w.add(",")
		w.quoted(name)
		w.add(":")
		w.value(in.Args[i], &a.Type, depth)
	}
	w.add("}")
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func isNothing(v step.Value) bool {
	switch v.(type) {
	case step.Null, step.Derived, nil:
		return true
	}
	return false
}

// calendarDate returns a date of IFC2X3, which is an instance, in the form of IFC4, which is a text.
func (w *writer) calendarDate(in *step.Instance, class *schema.Entity) (string, bool) {
	if class.Name != "IfcCalendarDate" || len(in.Args) != 3 {
		return "", false
	}
	day, _ := step.NumberOf(in.Args[0])
	month, _ := step.NumberOf(in.Args[1])
	year, _ := step.NumberOf(in.Args[2])
	return fmt.Sprintf("%04d-%02d-%02d", int(year), int(month), int(day)), true
}

func (w *writer) quoted(s string) {
	raw, err := json.Marshal(text.Block(s))
	if err != nil {
		w.bad = true
		return
	}
	w.add(string(raw))
}

func (w *writer) value(v step.Value, declared *schema.TypeExpr, depth int) {
	switch v := v.(type) {
	case step.String:
		w.quoted(string(v))
	case step.Int:
		w.number(float64(v), declared, true)
	case step.Real:
		w.number(float64(v), declared, false)
	case step.Logical:
		w.logical(v)
	case step.Enum:
		w.wrapped("enum", string(v))
	case step.Binary:
		w.wrapped("binary", string(v))
	case step.Typed:
		w.typed(v, depth)
	case step.Ref:
		w.instance(w.file.Instance(v), depth+1)
	case step.List:
		w.list(v, declared, depth)
	default:
		w.add("null")
	}
}

func (w *writer) wrapped(kind, s string) {
	w.add(`{"` + kind + `":`)
	w.quoted(s)
	w.add("}")
}

func (w *writer) logical(v step.Logical) {
	switch v {
	case step.True:
		w.add("true")
	case step.False:
		w.add("false")
	default:
		w.wrapped("logical", "U")
	}
}

// number writes a number. Lengths are in millimetres. Integers of the file are written without a point unless they are
// lengths.
func (w *writer) number(n float64, declared *schema.TypeExpr, whole bool) {
	if t := typeOf(declared); t != nil {
		if unit, length := w.file.Length(t); length {
			n, whole = n*unit, false
		}
	}
	s := strconv.FormatFloat(n, 'g', -1, 64)
	if whole {
		s = strconv.FormatInt(int64(n), 10)
	} else if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	w.bad = w.bad || strings.ContainsAny(s, "NI")
	w.add(s)
}

// typeOf returns the defined type of a value or of the items of a list, nil for none.
func typeOf(declared *schema.TypeExpr) *schema.Type {
	for declared != nil && declared.Kind.IsAggregate() {
		declared = declared.Elem
	}
	if declared == nil {
		return nil
	}
	return declared.Type()
}

func (w *writer) typed(v step.Typed, depth int) {
	t, known := w.file.Type(v.Name)
	if w.bad = w.bad || !known; w.bad {
		return
	}
	w.add(`{"type":`)
	w.quoted(t.Name)
	w.add(`,"value":`)
	if n, is := step.NumberOf(v.Value); is {
		_, whole := v.Value.(step.Int)
		if unit, length := w.file.Length(t); length {
			n, whole = n*unit, false
		}
		w.number(n, nil, whole)
	} else {
		w.value(v.Value, nil, depth)
	}
	w.add("}")
}

func (w *writer) list(list step.List, declared *schema.TypeExpr, depth int) {
	var of *schema.TypeExpr
	if t := typeOf(declared); t != nil && declared != nil && !declared.Kind.IsAggregate() {
		of = t.Base() // a defined type that is a list, such as IfcCompoundPlaneAngleMeasure
	} else if declared != nil {
		of = declared.Elem
	}
	w.add("[")
	for i, v := range list {
		if i > 0 {
			w.add(",")
		}
		w.value(v, of, depth)
	}
	w.add("]")
}

// canonical returns the IFC4 name of an attribute of any schema. It is the name of the attribute itself if IFC4 has
// that name, otherwise the name of the IFC4 attribute in the same place.
func canonical(class *schema.Entity, place int) string {
	name := class.AllAttributes()[place].Name
	ifc4, known := schema.IFC4().Entity(class.Name)
	if !known {
		return name
	}
	if _, _, has := ifc4.Attribute(name); has {
		return name
	}
	if all := ifc4.AllAttributes(); place < len(all) {
		if _, _, has := class.Attribute(all[place].Name); !has {
			return all[place].Name
		}
	}
	return name
}
