package export

import (
	"unicode/utf8"

	foreign "github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/ifc/step"
)

// builder collects the instances of a file. The exporter refers to them by the order in which they are added; number
// gives them their final numbers in the end.
type builder struct {
	dialect *dialect
	file    step.File
	forms   map[string]*form    // forms by class of IFC4
	shared  map[string]step.Ref // shared instances by the text in which the writer writes them
	key     []byte
	origins []origin // origin of each instance
	scope   scope
	names   map[string]step.Value // labels that many instances share
	lists   map[string]step.Ref   // IfcPropertyEnumerations by name
	counts  [][]classCount        // class counts of scopes that have ended, kept for reuse
	free    []step.Value          // memory for the arguments of the next instances
}

// newBuilder returns a builder with room for about the given number of instances.
func newBuilder(d *dialect, about int) *builder {
	b := &builder{dialect: d, forms: map[string]*form{}, shared: map[string]step.Ref{}, names: map[string]step.Value{},
		lists: map[string]step.Ref{}}
	b.file.Instances, b.origins = make([]step.Instance, 0, about), make([]origin, 0, about)
	return b
}

// add appends an instance that belongs to the current scope (see within). Class and arguments are in terms of IFC4. The
// builder copies the arguments here and in the functions below, so that callers need not allocate memory for them.
func (b *builder) add(name string, args ...step.Value) step.Ref {
	return b.append(origin{key: b.scope.next(name)}, name, b.kept(args))
}

// addRoot appends an instance whose first argument is its GlobalId.
func (b *builder) addRoot(name, globalID string, args ...step.Value) step.Ref {
	return b.addRooted(name, globalID, args, nil)
}

// addRooted appends an instance whose first argument is its GlobalId. Next come the arguments that other instances have
// as well, then the arguments of its own.
func (b *builder) addRooted(name, globalID string, common, own []step.Value) step.Ref {
	args := b.list(1 + len(common) + len(own))
	args[0] = step.String(globalID)
	copy(args[1+copy(args[1:], common):], own)
	return b.append(origin{key: hashText(hashSeed, globalID), rooted: true}, name, args)
}

// valuesAtOnce is the number of values allocated at a time: 64 kB.
const valuesAtOnce = 4096

// list returns room for n values, taken from a larger allocation.
func (b *builder) list(n int) []step.Value {
	if n > len(b.free) {
		b.free = make([]step.Value, max(n, valuesAtOnce))
	}
	out := b.free[:n:n]
	b.free = b.free[n:]
	return out
}

// kept returns a copy of values.
func (b *builder) kept(values []step.Value) []step.Value {
	out := b.list(len(values))
	copy(out, values)
	return out
}

// append appends an instance with arguments that nothing else uses.
func (b *builder) append(o origin, name string, args []step.Value) step.Ref {
	f, known := b.forms[name]
	if !known {
		f = newForm(b.dialect, name)
		b.forms[name] = f
	}
	if f != nil {
		name, args = f.entity, f.apply(args)
	}
	return b.put(o, name, args)
}

// put appends an instance whose arguments are in the order of the target schema.
func (b *builder) put(o origin, name string, args []step.Value) step.Ref {
	id := len(b.file.Instances) + 1
	b.file.Instances = append(b.file.Instances, step.Instance{ID: id, Name: name, Args: args})
	b.origins = append(b.origins, o)
	return step.Ref(id)
}

// share appends an instance, or returns the one already written with the same class and arguments. It is for values
// without identity: points, directions, units, colours. Instances that an editor may change for one element alone are
// not shared.
func (b *builder) share(name string, args ...step.Value) step.Ref {
	return b.shareBy("", name, args, b.append)
}

// shareIn is share with class and arguments in the terms of the target schema instead of IFC4.
func (b *builder) shareIn(name string, args ...step.Value) step.Ref {
	return b.shareBy("=", name, args, b.put)
}

// shareBy returns the one instance of a kind with these arguments. The given function appends it the first time.
func (b *builder) shareBy(kind, name string, args []step.Value,
	appended func(origin, string, []step.Value) step.Ref) step.Ref {
	b.key = append(append(b.key[:0], kind...), name...)
	for _, v := range args {
		b.key = append(b.key, ',')
		var err error
		if b.key, err = step.AppendValue(b.key, v); err != nil {
			return b.add(name, args...) // a value that cannot be written: the writer reports it
		}
	}
	if ref, ok := b.shared[string(b.key)]; ok {
		return ref
	}
	key := string(b.key)
	ref := appended(origin{key: b.contentKey(name, args), shared: true}, name, b.kept(args))
	b.shared[key] = ref
	return ref
}

// null is an attribute without a value.
var null = step.Null{}

// maxLabel is the length of an IfcLabel and an IfcIdentifier in characters (IFC4 ADD2, IfcLabel).
const maxLabel = 255

// label returns an IfcLabel or IfcIdentifier, $ for "". A longer text is cut. Characters that an import replaced by
// marks are restored; the encoding of ISO 10303-21 writes them in ASCII.
func label(s string) step.Value {
	if s == "" {
		return null
	}
	return step.String(shortened(foreign.Restore(s)))
}

func shortened(s string) string {
	if len(s) <= maxLabel || utf8.RuneCountInString(s) <= maxLabel {
		return s
	}
	return string([]rune(s)[:maxLabel])
}

// text returns an IfcText, $ for "".
func text(s string) step.Value {
	if s == "" {
		return null
	}
	return step.String(foreign.Restore(s))
}

// name returns the label of a name that many things share, as properties do. It creates each label only once.
func (b *builder) name(s string) step.Value {
	v, known := b.names[s]
	if !known {
		v = label(s)
		b.names[s] = v
	}
	return v
}

// refs returns a list of references.
func (b *builder) refs(list ...step.Ref) step.List {
	out := step.List(b.list(len(list)))
	for i, r := range list {
		out[i] = r
	}
	return out
}

// grouping collects members under keys and keeps the order in which the keys were first used.
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
