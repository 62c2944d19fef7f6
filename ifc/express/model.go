package express

import (
	"sort"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Model is a file prepared for evaluation: its instances with their classes, and the references between them. A Model
// caches what it evaluates, so only one goroutine may use it.
type Model struct {
	rules     *Rules
	instances []Instance
	index     *step.Index
	first     []int32 // referrers[first[i]:first[i+1]] are the places of the i-th instance's referrers
	referrers []int32

	populations map[string][]*Instance      // results of the method Of
	listed      map[listOf]map[int]struct{} // set of the ids in each long list
}

// NewModel indexes a file. The file must not change while the Model is in use.
func NewModel(f *step.File, s *schema.Schema) *Model {
	r := For(s)
	m := &Model{rules: r, instances: make([]Instance, len(f.Instances)), index: step.NewIndex(f),
		populations: map[string][]*Instance{}, listed: map[listOf]map[int]struct{}{}}
	for i := range f.Instances {
		in := &f.Instances[i]
		m.instances[i] = Instance{ID: in.ID, class: r.classes[in.Name], args: in.Args}
	}
	m.refer(f)
	return m
}

// refer fills first and referrers: it counts the referrers of each instance, sums the counts up and distributes the
// referrers. Repeated references from one instance to another count once.
func (m *Model) refer(f *step.File) {
	m.first = make([]int32, len(f.Instances)+2)
	last := make([]int32, len(f.Instances))
	each := func(visit func(from, to int)) {
		clear(last)
		for i := range f.Instances {
			f.Instances[i].EachRef(func(id int) {
				if to, ok := m.index.Place(id); ok && last[to] != int32(i)+1 {
					last[to] = int32(i) + 1
					visit(i, to)
				}
			})
		}
	}
	each(func(_, to int) { m.first[to+2]++ })
	for i := 2; i < len(m.first); i++ {
		m.first[i] += m.first[i-1]
	}
	m.referrers = make([]int32, m.first[len(m.first)-1])
	each(func(from, to int) {
		m.referrers[m.first[to+1]] = int32(from)
		m.first[to+1]++
	})
}

// Instances returns all instances whose class the schema has, in the order of the file.
func (m *Model) Instances() []*Instance { return m.Of("") }

// Of returns the instances of an entity (in upper case) and its subtypes, or of a select's members, in the order of the
// file. The caller must not change the slice.
func (m *Model) Of(entity string) []*Instance {
	if known, ok := m.populations[entity]; ok {
		return known
	}
	var out []*Instance
	for i := range m.instances {
		if c := m.instances[i].class; c != nil && (entity == "" || c.member[entity]) {
			out = append(out, &m.instances[i])
		}
	}
	m.populations[entity] = out
	return out
}

// Get returns an attribute by its name in upper case: explicit, derived or inverse. It returns nil if the attribute has
// no value or the instance's class does not have it. The error states why a derived attribute cannot be evaluated.
func (m *Model) Get(x *Instance, attribute string) (Value, error) {
	machine := machine{model: m}
	return machine.attribute(x, attribute), machine.err
}

// Users returns the instances of an entity (and its subtypes) that refer to x by an attribute, in the order of the
// file. Both names are in upper case; an empty name means any.
func (m *Model) Users(x *Instance, entity, attribute string) []*Instance {
	return m.using(x, entity, attribute)
}

// instance returns the instance with an id, or nil if there is none or its class is unknown.
func (m *Model) instance(id int) *Instance {
	i, ok := m.index.Place(id)
	if !ok || m.instances[i].class == nil {
		return nil
	}
	return &m.instances[i]
}

// population returns the instances of an entity and its subtypes in the order of the file.
func (m *Model) population(entity string) *Aggregate {
	return instances(schema.SetOf, m.Of(entity))
}

// using returns the instances of an entity that refer to x by an attribute, in the order of the file. Both names are in
// upper case; an empty name means any.
func (m *Model) using(x *Instance, entity, attribute string) []*Instance {
	place, ok := m.index.Place(x.ID)
	if !ok || x.ID == 0 {
		return nil
	}
	var out []*Instance
	for _, from := range m.referrers[m.first[place]:m.first[place+1]] {
		user := &m.instances[from]
		if user.class != nil && (entity == "" || user.class.member[entity]) && m.refersBy(user, attribute, x.ID) {
			out = append(out, user)
		}
	}
	return out
}

// refersBy reports whether an explicit attribute of a user refers to the instance with the id.
func (m *Model) refersBy(user *Instance, attribute string, id int) bool {
	if attribute == "" {
		return true
	}
	p := user.class.attributes[attribute]
	if p == nil || p.typ == nil || p.place >= len(user.args) {
		return false
	}
	v := user.args[p.place]
	if list, is := v.(step.List); is && len(list) > longList {
		return m.refersIn(listOf{user, p.place}, list, id)
	}
	found := false
	step.EachRef(v, func(to int) { found = found || to == id })
	return found
}

// longList is the length above which the references of a list are kept as a set. Such a list is searched once for each
// of its instances, for example the list of the relation that contains all elements of a storey.
const longList = 32

// listOf identifies a list: an instance and the place of its attribute.
type listOf struct {
	user  *Instance
	place int
}

func (m *Model) refersIn(of listOf, list step.List, id int) bool {
	known, asked := m.listed[of]
	if !asked {
		known = make(map[int]struct{}, len(list))
		step.EachRef(list, func(to int) { known[to] = struct{}{} })
		m.listed[of] = known
	}
	_, refers := known[id]
	return refers
}

// value converts an argument to a value; t is its declared type or nil.
func (m *Model) value(v step.Value, t *schema.TypeExpr) Value {
	switch v := v.(type) {
	case step.Ref:
		if x := m.instance(int(v)); x != nil {
			return x
		}
		return nil
	case step.List:
		return m.aggregate(v, t)
	case step.Typed:
		named, ok := m.rules.schema.Type(v.Name)
		if !ok {
			return nil
		}
		return &Typed{named, m.value(v.Value, named.Underlying)}
	case step.Null, step.Derived:
		return nil
	}
	return v
}

func (m *Model) aggregate(list step.List, t *schema.TypeExpr) *Aggregate {
	for t != nil && t.Type() != nil {
		t = t.Type().Underlying
	}
	a := &Aggregate{Kind: schema.ListOf, Low: 1, Items: make([]Value, len(list))}
	var elem *schema.TypeExpr
	if t != nil && t.Kind.IsAggregate() {
		a.Kind, elem = t.Kind, t.Elem
		if t.Kind == schema.ArrayOf {
			a.Low = t.Low
		}
	}
	for i, v := range list {
		a.Items[i] = m.value(v, elem)
	}
	return a
}

func sortedKeys[V any](table map[string]V) []string {
	out := make([]string, 0, len(table))
	for key := range table {
		out = append(out, key)
	}
	sort.Strings(out)
	return out
}

// References returns the instances that x refers to, in the order of its attributes; an instance may occur more than
// once.
func (m *Model) References(x *Instance) []*Instance {
	var out []*Instance
	for _, arg := range x.args {
		step.EachRef(arg, func(id int) {
			if to := m.instance(id); to != nil {
				out = append(out, to)
			}
		})
	}
	return out
}
