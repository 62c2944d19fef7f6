package express

import (
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Value is a value of EXPRESS. The set of types is closed: nil (indeterminate, written ?), [step.Int], [step.Real],
// [step.String], [step.Enum], [step.Logical], [step.Binary], *[Typed], *[Aggregate] and *[Instance]. Values are
// immutable: an assignment to a part makes a new whole.
type Value any

// Typed is a value whose defined type was chosen from a select, together with that type.
type Typed struct {
	Type  *schema.Type
	Value Value
}

// Aggregate is a LIST, SET, BAG or ARRAY.
type Aggregate struct {
	Kind  schema.Kind
	Low   int // index of the first item, 1 except for arrays
	Items []Value
}

// Instance is an entity instance, of a file or constructed by an expression.
type Instance struct {
	ID     int // 0 for a constructed instance
	class  *class
	args   []step.Value // arguments of an instance of a file
	values []Value      // given values of a constructed instance, otherwise computed values; by place in the class
}

// Class returns the entity's name as the schema spells it.
func (x *Instance) Class() string { return x.class.entity.Name }

// IsA reports whether the instance is of an entity, of one of its subtypes, or of a member of a select (name in upper
// case).
func (x *Instance) IsA(entity string) bool { return x.class.member[entity] }

// Entity returns the instance's entity.
func (x *Instance) Entity() *schema.Entity { return x.class.entity }

// unknown marks a computed but indeterminate value in Instance.values.
type unknown struct{}

// plain returns a value without its defined type.
func plain(v Value) Value {
	for {
		t, ok := v.(*Typed)
		if !ok {
			return v
		}
		v = t.Value
	}
}

// items returns the items of an aggregate.
func items(v Value) ([]Value, bool) {
	if a, ok := plain(v).(*Aggregate); ok {
		return a.Items, true
	}
	return nil, false
}

// number returns the value of an INTEGER or REAL.
func number(v Value) (float64, bool) {
	switch v := plain(v).(type) {
	case step.Int:
		return float64(v), true
	case step.Real:
		return float64(v), true
	}
	return 0, false
}

// integer returns the value of an INTEGER, or of a REAL without fraction, because some programs write 1. for 1.
func integer(v Value) (int, bool) {
	switch v := plain(v).(type) {
	case step.Int:
		return int(v), true
	case step.Real:
		n := int(v)
		return n, step.Real(n) == v
	}
	return 0, false
}

// set returns a SET or BAG of the items; a SET drops duplicates.
func (m *machine) set(kind schema.Kind, all []Value) *Aggregate {
	if kind == schema.SetOf {
		all = m.distinct(all)
	}
	return &Aggregate{Kind: kind, Low: 1, Items: all}
}

// distinct returns the items without duplicates and keeps the first of equal items.
func (m *machine) distinct(all []Value) []Value {
	var out []Value
	for _, v := range all {
		if !m.contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// contains reports whether v is a member. The comparisons count as steps, because sets in a file may be large.
func (m *machine) contains(all []Value, v Value) bool {
	if !m.charge(len(all)) {
		return false
	}
	for _, member := range all {
		if same(member, v) == step.True {
			return true
		}
	}
	return false
}

// as converts an aggregate to the kind and first index of the variable that it is assigned to; it returns other values
// unchanged.
func (m *machine) as(kind schema.Kind, low int, v Value) Value {
	a, ok := v.(*Aggregate)
	if !ok || !kind.IsAggregate() || a.Kind == kind && a.Low == low {
		return v
	}
	if kind == schema.SetOf {
		return m.set(kind, a.Items)
	}
	return &Aggregate{Kind: kind, Low: low, Items: a.Items}
}

// Has reports whether the instance's class has an attribute, explicit, derived or inverse (name in upper case).
func (x *Instance) Has(attribute string) bool { return x.class.attributes[attribute] != nil }
