package record

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Record is an instance with everything that it refers to.
type Record struct {
	Class      string
	attributes map[string]any
}

var errForm = errors.New("this is not a record")

// Parse reads the text of a record.
func Parse(record string) (*Record, error) {
	d := json.NewDecoder(strings.NewReader(record))
	d.UseNumber()
	var object map[string]any
	if err := d.Decode(&object); err != nil {
		return nil, err
	}
	r := recordOf(object)
	if r == nil {
		return nil, errForm
	}
	return r, nil
}

// recordOf returns the record of a JSON object, nil if the object is not a record.
func recordOf(object map[string]any) *Record {
	class, is := object["is"].(string)
	if !is {
		return nil
	}
	return &Record{class, object}
}

// Listing returns a record of a class with one attribute, which lists instances of another class. Each of these
// instances also has one attribute, whose value is one of the given records.
func Listing(class, attribute, member, inner string, of []*Record) *Record {
	list := make([]any, len(of))
	for i, each := range of {
		list[i] = map[string]any{"is": member, inner: each.attributes}
	}
	return &Record{class, map[string]any{"is": class, attribute: list}}
}

// SaysOnly reports whether no attributes other than the given attributes have a value.
func (r *Record) SaysOnly(names ...string) bool {
	for name := range r.attributes {
		if name != "is" && !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

// Len returns the number of attributes with a value.
func (r *Record) Len() int { return len(r.attributes) - 1 }

// Has reports whether an attribute has a value.
func (r *Record) Has(name string) bool { _, has := r.attributes[name]; return has }

// Text returns the value of an attribute that holds a text or an enumeration item, "" for any other attribute.
func (r *Record) Text(name string) string {
	if r == nil {
		return ""
	}
	switch v := r.attributes[name].(type) {
	case string:
		return v
	case map[string]any:
		item, _ := v["enum"].(string)
		return item
	}
	return ""
}

// Number returns an attribute that is a number; ok is false for any other attribute.
func (r *Record) Number(name string) (n float64, ok bool) {
	if r == nil {
		return 0, false
	}
	told, is := r.attributes[name].(json.Number)
	if !is {
		return 0, false
	}
	n, err := told.Float64()
	return n, err == nil
}

// One returns the instance that an attribute refers to, nil for none. A nil Record has no attributes.
func (r *Record) One(name string) *Record {
	if r == nil {
		return nil
	}
	object, _ := r.attributes[name].(map[string]any)
	return recordOf(object)
}

// Many returns the instances that an attribute lists.
func (r *Record) Many(name string) (out []*Record) {
	if r == nil {
		return nil
	}
	list, _ := r.attributes[name].([]any)
	for _, v := range list {
		if object, is := v.(map[string]any); is {
			if inner := recordOf(object); inner != nil {
				out = append(out, inner)
			}
		}
	}
	return out
}

// Add writes an instance with arguments in the order of the schema, and returns its reference.
type Add func(class string, args ...step.Value) step.Ref

// Write writes a record in a schema. more gives values of further attributes by name. Optional attributes that the
// schema does not have, or whose type does not allow the value, are left out. ok is false if the schema cannot express
// the instance.
func (r *Record) Write(s *schema.Schema, add Add, more map[string]step.Value) (ref step.Ref, ok bool) {
	if _, _, ok = r.arguments(s, trial(), more); !ok {
		return 0, false
	}
	class, args, _ := r.arguments(s, add, more)
	return add(strings.ToUpper(class.Name), args...), true
}

// trial returns an Add that writes nothing. Equal instances get the same reference, as if they were shared.
func trial() Add {
	known := map[string]step.Ref{}
	return func(class string, args ...step.Value) step.Ref {
		key := []byte(class)
		for _, v := range args {
			key, _ = step.AppendValue(append(key, ','), v) // a value without a text form is left out
		}
		ref, is := known[string(key)]
		if !is {
			ref = step.Ref(len(known) + 1)
			known[string(key)] = ref
		}
		return ref
	}
}

func (r *Record) arguments(s *schema.Schema, add Add, more map[string]step.Value) (*schema.Entity, []step.Value, bool) {
	class, known := s.Entity(r.Class)
	if !known || class.Abstract {
		return nil, nil, false
	}
	class, more = r.transparent(s, class, more)
	all := class.AllAttributes()
	args := make([]step.Value, len(all))
	for i := range all {
		a := &all[i]
		args[i] = step.Null{}
		if a.Derived {
			args[i] = step.Derived{}
			continue
		}
		name := canonical(class, i)
		if v, given := more[name]; given {
			args[i] = v
			continue
		}
		v, ok := r.argument(s, &a.Type, r.attributeOf(class, name), add)
		if !ok && !a.Optional {
			v, ok = unsaid(&a.Type)
		}
		switch {
		case ok:
			args[i] = v
		case !a.Optional:
			return nil, nil, false
		}
	}
	return class, args, true
}

// attributeOf returns an attribute. The family name of a person without names is its identification, since IFC2X3
// requires a name.
func (r *Record) attributeOf(class *schema.Entity, name string) any {
	v, has := r.attributes[name]
	if _, _, old := class.Attribute("Id"); !has && old && class.Name == "IfcPerson" && name == "FamilyName" &&
		!r.Has("GivenName") {
		return r.attributes["Identification"]
	}
	return v
}

// unsaid returns the enumeration item that replaces a missing required value.
func unsaid(of *schema.TypeExpr) (step.Value, bool) {
	for _, item := range []string{"NOTDEFINED", "NOCHANGE"} {
		if of.Type() != nil && of.Type().HasItem(item) {
			return step.Enum(item), true
		}
	}
	return nil, false
}

// transparent returns the class in which a shading is written. In IFC2X3 only IfcSurfaceStyleRendering has a
// transparency, and it requires a reflectance method.
func (r *Record) transparent(s *schema.Schema, class *schema.Entity,
	more map[string]step.Value) (*schema.Entity, map[string]step.Value) {
	if class.Name != "IfcSurfaceStyleShading" || !r.Has("Transparency") {
		return class, more
	}
	if _, _, has := class.Attribute("Transparency"); has {
		return class, more
	}
	rendering, known := s.Entity("IfcSurfaceStyleRendering")
	if !known {
		return class, more
	}
	return rendering, map[string]step.Value{"ReflectanceMethod": step.Enum("NOTDEFINED")}
}

// argument converts a value to the type of an attribute; ok is false if the type does not allow it.
func (r *Record) argument(s *schema.Schema, of *schema.TypeExpr, v any, add Add) (step.Value, bool) {
	switch v := v.(type) {
	case string:
		return step.String(fitting(of, text.Restore(v))), takes(of, schema.String)
	case bool:
		return step.Bool(v), takes(of, schema.Boolean, schema.Logical)
	case json.Number:
		return number(of, v)
	case []any:
		return r.items(s, of, v, add)
	case map[string]any:
		return r.object(s, of, v, add)
	}
	return nil, false
}

// base returns the underlying type, nil for an entity, a select or an enumeration.
func base(of *schema.TypeExpr) *schema.TypeExpr {
	if of.Kind != schema.Named {
		return of
	}
	if of.Type() == nil {
		return nil
	}
	return of.Type().Base()
}

func takes(of *schema.TypeExpr, kinds ...schema.Kind) bool {
	b := base(of)
	if b == nil {
		return false
	}
	for _, k := range kinds {
		if b.Kind == k {
			return true
		}
	}
	return false
}

// fitting cuts a text to the width of a type.
func fitting(of *schema.TypeExpr, s string) string {
	b := base(of)
	if b == nil || b.Width == 0 || utf8.RuneCountInString(s) <= b.Width {
		return s
	}
	return string([]rune(s)[:b.Width])
}

func number(of *schema.TypeExpr, told json.Number) (step.Value, bool) {
	if takes(of, schema.Integer) {
		n, err := strconv.ParseInt(string(told), 10, 64)
		return step.Int(n), err == nil
	}
	n, err := told.Float64()
	return step.Real(n), err == nil && takes(of, schema.RealNumber, schema.Number)
}

func (r *Record) items(s *schema.Schema, of *schema.TypeExpr, list []any, add Add) (step.Value, bool) {
	b := base(of)
	if b == nil || !b.Kind.IsAggregate() {
		return nil, false
	}
	out := make(step.List, 0, len(list))
	for _, v := range list {
		item, ok := r.argument(s, b.Elem, v, add)
		_, nested := item.(step.List)
		repeats := nested || b.Kind == schema.ListOf && !b.Uniq
		if ok && (repeats || !slices.Contains(out, item)) {
			out = append(out, item)
		}
	}
	fewest, most := b.Sizes()
	return out, len(out) >= fewest && (most == schema.Unbounded || len(out) <= most)
}

func (r *Record) object(s *schema.Schema, of *schema.TypeExpr, v map[string]any, add Add) (step.Value, bool) {
	if inner := recordOf(v); inner != nil {
		if !admits(s, of, inner.Class) {
			return nil, false
		}
		class, args, ok := inner.arguments(s, add, nil)
		if !ok {
			return nil, false
		}
		return add(strings.ToUpper(class.Name), args...), true
	}
	if item, is := v["enum"].(string); is {
		return step.Enum(item), of.Type() != nil && of.Type().HasItem(item)
	}
	if bits, is := v["binary"].(string); is {
		return step.Binary(bits), takes(of, schema.Binary)
	}
	if _, is := v["logical"]; is {
		return step.Unknown, takes(of, schema.Logical)
	}
	name, is := v["type"].(string)
	t, known := s.Type(name)
	if !is || !known || of.Type() == nil || t.Underlying == nil {
		return nil, false
	}
	for _, member := range of.Type().Types() {
		if t.Is(member) {
			inner, ok := r.argument(s, t.Underlying, v["value"], add)
			return step.Typed{Name: t.Upper(), Value: inner}, ok
		}
	}
	return nil, false
}

// admits reports whether an attribute of a type may refer to an instance of a class.
func admits(s *schema.Schema, of *schema.TypeExpr, name string) bool {
	class, known := s.Entity(name)
	if !known {
		return false
	}
	if of.Entity() != nil {
		return class.IsA(of.Entity().Name)
	}
	if of.Type() == nil {
		return false
	}
	for _, e := range of.Type().Entities() {
		if class.IsA(e.Name) {
			return true
		}
	}
	return false
}
