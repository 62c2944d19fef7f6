package express

import (
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Value is a value of EXPRESS. The set of types is closed: nil (indeterminate, written ?), [step.Int], [step.Real],
// [step.String], [step.Enum], [step.Logical], [step.Binary], *[Typed], *[Aggregate] and *[Instance]. Values are never
// changed once they exist: an assignment to a part makes a new whole.
type Value any

// Typed is a value of a defined type where the type was chosen from a select: its name tells which.
type Typed struct {
	Type  *schema.Type
	Value Value
}

// Aggregate is a LIST, SET, BAG or ARRAY.
type Aggregate struct {
	Kind  schema.Kind
	Low   int // index of the first item: 1 but for arrays
	Items []Value
}

// Instance is an entity instance, of a file or constructed by an expression.
type Instance struct {
	ID     int // 0 where it is constructed
	class  *class
	args   []step.Value // of a file
	values []Value      // of a constructed one, by the places of the class; of one of a file what was computed so far
}

// Class returns the entity's name as the schema spells it.
func (x *Instance) Class() string { return x.class.entity.Name }

// IsA reports whether the instance is one of an entity, of a subtype of it, or of a select's member (name in upper
// case).
func (x *Instance) IsA(entity string) bool { return x.class.member[entity] }

// Entity returns the instance's entity.
func (x *Instance) Entity() *schema.Entity { return x.class.entity }

// unknown marks in Instance.values what was computed and is indeterminate.
type unknown struct{}

// plain takes a value out of its type.
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

// integer returns the value of an INTEGER, or of a REAL without fraction, since software writes 1. for 1 at times.
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

// set makes a SET or BAG of the items; a SET loses what stands in it twice.
func (m *machine) set(kind schema.Kind, all []Value) *Aggregate {
	if kind == schema.SetOf {
		all = m.distinct(all)
	}
	return &Aggregate{Kind: kind, Low: 1, Items: all}
}

// distinct keeps the first of what is the same.
func (m *machine) distinct(all []Value) []Value {
	var out []Value
	for _, v := range all {
		if !m.contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// contains reports whether a member is the same as v. It counts as steps, since sets of a file's making may be large.
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

// as returns an aggregate the kind and first index of the variable that it is assigned to; other values stay as they
// are.
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
