package export

import (
	"context"
	"strings"

	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// reading gives access to a file by its schema: instances by number, attributes by name.
type reading struct {
	ctx    context.Context // when it is cancelled, loops over all products stop
	file   *step.File
	index  *step.Index
	schema *schema.Schema
	kinds  []int32                 // class of each instance, as an index into known
	known  []*schema.Entity        // classes that occur in the file; nil for a class that the schema lacks
	maps   map[*step.Instance]bulk // sizes of representation maps
	source *building.Source        // reads items that need evaluation; nil until the first such item
}

func newReading(x *step.Index, s *schema.Schema) *reading {
	kinds, names := x.Kinds()
	r := &reading{ctx: context.Background(), file: x.File(), index: x, schema: s, kinds: kinds,
		known: make([]*schema.Entity, len(names)), maps: map[*step.Instance]bulk{}}
	for i, name := range names {
		r.known[i], _ = s.Entity(name)
	}
	return r
}

// of returns the instances of a class and its subtypes in the order of the file.
func (r *reading) of(class string) []*step.Instance {
	is := make([]bool, len(r.known))
	for i, e := range r.known {
		is[i] = e != nil && e.IsA(class)
	}
	var out []*step.Instance
	for i, kind := range r.kinds {
		if is[kind] {
			out = append(out, &r.file.Instances[i])
		}
	}
	return out
}

// isA reports whether an instance is of a class or a subtype of it.
func (r *reading) isA(in *step.Instance, class string) bool {
	if in == nil {
		return false
	}
	e, ok := r.schema.Entity(in.Name)
	return ok && e.IsA(class)
}

// attribute returns an attribute by its name, $ if there is none.
func (r *reading) attribute(in *step.Instance, name string) step.Value {
	if in == nil {
		return null
	}
	e, ok := r.schema.Entity(in.Name)
	if !ok {
		return null
	}
	if _, place, ok := e.Attribute(name); ok && place < len(in.Args) {
		return in.Args[place]
	}
	return null
}

// text returns a text attribute, "" if there is none.
func (r *reading) text(in *step.Instance, name string) string {
	s, _ := r.attribute(in, name).(step.String)
	return string(s)
}

// number returns the number in a value, 0 if there is none.
func number(v step.Value) float64 {
	switch v := v.(type) {
	case step.Real:
		return float64(v)
	case step.Int:
		return float64(v)
	case step.Typed:
		return number(v.Value)
	}
	return 0
}

func (r *reading) number(in *step.Instance, name string) float64 {
	return number(r.attribute(in, name))
}

// ref returns the instance that an attribute refers to, or nil if it refers to none.
func (r *reading) ref(in *step.Instance, name string) *step.Instance {
	return r.instance(r.attribute(in, name))
}

func (r *reading) instance(v step.Value) *step.Instance {
	if ref, ok := v.(step.Ref); ok {
		return r.index.Instance(int(ref))
	}
	return nil
}

// refs returns the instances that an attribute lists.
func (r *reading) refs(in *step.Instance, name string) []*step.Instance {
	list, _ := r.attribute(in, name).(step.List)
	var out []*step.Instance
	for _, v := range list {
		if to := r.instance(v); to != nil {
			out = append(out, to)
		}
	}
	return out
}

// className returns an instance's class as the schema spells it.
func (r *reading) className(in *step.Instance) string {
	if e, ok := r.schema.Entity(in.Name); ok {
		return e.Name
	}
	return strings.ToUpper(in.Name)
}
