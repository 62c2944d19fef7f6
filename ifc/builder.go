package ifc

import (
	"unicode/utf8"

	"github.com/bimstream/bimstream/ifc/step"
)

// builder collects the instances of a file. The exporter speaks of them by the numbers in which they come; number gives
// them those of the file in the end.
type builder struct {
	dialect *dialect
	file    step.File
	forms   map[string]*form    // by class of IFC4
	shared  map[string]step.Ref // by how the instance is written
	key     []byte
	origins []origin // of each instance
	scope   scope
}

// newBuilder answers a builder for about so many instances.
func newBuilder(d *dialect, about int) *builder {
	b := &builder{dialect: d, forms: map[string]*form{}, shared: map[string]step.Ref{}}
	b.file.Instances, b.origins = make([]step.Instance, 0, about), make([]origin, 0, about)
	return b
}

// add appends an instance that belongs to what is being written: see within. Class and arguments are those of IFC4.
func (b *builder) add(name string, args ...step.Value) step.Ref {
	return b.append(origin{key: b.scope.next(name)}, name, args)
}

// addRoot appends an instance whose first argument is its GlobalId.
func (b *builder) addRoot(name, globalID string, args ...step.Value) step.Ref {
	return b.append(origin{key: hashText(hashSeed, globalID), rooted: true}, name, append([]step.Value{step.String(globalID)}, args...))
}

func (b *builder) append(o origin, name string, args []step.Value) step.Ref {
	f, known := b.forms[name]
	if !known {
		f = newForm(b.dialect, name)
		b.forms[name] = f
	}
	if f != nil {
		name, args = f.entity, f.apply(args)
	}
	id := len(b.file.Instances) + 1
	b.file.Instances = append(b.file.Instances, step.Instance{ID: id, Name: name, Args: args})
	b.origins = append(b.origins, o)
	return step.Ref(id)
}

// share appends an instance, or answers the one that is written just like it. It is for values without identity: points,
// directions, units, colours. What an editor may change for one element alone is not shared.
func (b *builder) share(name string, args ...step.Value) step.Ref {
	b.key = append(b.key[:0], name...)
	for _, v := range args {
		b.key = append(b.key, ',')
		var err error
		if b.key, err = step.AppendValue(b.key, v); err != nil {
			return b.add(name, args...) // a value without a form: the writer reports it
		}
	}
	if ref, ok := b.shared[string(b.key)]; ok {
		return ref
	}
	key := string(b.key)
	ref := b.append(origin{key: b.contentKey(name, args), shared: true}, name, args)
	b.shared[key] = ref
	return ref
}

// null is an attribute without a value.
var null = step.Null{}

// maxLabel is the length of an IfcLabel and an IfcIdentifier in characters (IFC4 ADD2, IfcLabel).
const maxLabel = 255

// label answers an IfcLabel or IfcIdentifier, $ for "". A longer text is cut.
func label(s string) step.Value {
	if s == "" {
		return null
	}
	return step.String(shortened(s))
}

func shortened(s string) string {
	if len(s) <= maxLabel || utf8.RuneCountInString(s) <= maxLabel {
		return s
	}
	return string([]rune(s)[:maxLabel])
}

// text answers an IfcText, $ for "".
func text(s string) step.Value {
	if s == "" {
		return null
	}
	return step.String(s)
}

// refs answers a list of references.
func refs(list ...step.Ref) step.List {
	out := make(step.List, len(list))
	for i, r := range list {
		out[i] = r
	}
	return out
}

// grouping collects members under keys and keeps the order in which the keys came.
type grouping struct {
	keys    []string
	members map[string][]step.Ref
}

func (g *grouping) put(key string, member step.Ref) {
	if g.members == nil {
		g.members = map[string][]step.Ref{}
	}
	if _, known := g.members[key]; !known {
		g.keys = append(g.keys, key)
	}
	g.members[key] = append(g.members[key], member)
}
