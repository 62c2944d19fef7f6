package express

import (
	"cmp"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// comparison compares values. Operator :=: asks for the same instance, = for equal values.
type comparison struct {
	identity bool
	pairs    map[[2]*Instance]bool // pairs under comparison; a pair in a cycle counts as equal
	// machine evaluates attributes and counts steps; nil if instances are compared by identity
	machine *machine
}

// same compares instances by :=: and other values by =, as IN and the set operators do (ISO 10303-11 clause 12.2.3).
func same(a, b Value) step.Logical { return (&comparison{identity: true}).equal(a, b) }

func (c *comparison) equal(a, b Value) step.Logical {
	a, b = plain(a), plain(b)
	switch x := a.(type) {
	case nil:
		return step.Unknown
	case *Instance:
		return c.instances(x, b)
	case *Aggregate:
		return c.aggregates(x, b)
	case step.Int, step.Real:
		return equalNumbers(a, b)
	}
	switch b.(type) {
	case nil:
		return step.Unknown
	case *Instance, *Aggregate:
		return step.False
	}
	return step.Bool(a == b)
}

// step counts one comparison and reports whether to continue.
func (c *comparison) step() bool { return c.machine == nil || c.machine.step() }

func equalNumbers(a, b Value) step.Logical {
	x, _ := number(a)
	y, ok := number(b)
	if b == nil {
		return step.Unknown
	}
	return step.Bool(ok && x == y)
}

func (c *comparison) aggregates(x *Aggregate, b Value) step.Logical {
	y, ok := b.(*Aggregate)
	switch {
	case b == nil:
		return step.Unknown
	case !ok || len(x.Items) != len(y.Items):
		return step.False
	case x.Kind == schema.SetOf || x.Kind == schema.BagOf || y.Kind == schema.SetOf || y.Kind == schema.BagOf:
		return c.sameMembers(x.Items, y.Items)
	}
	result := step.True
	for i := range x.Items {
		if !c.step() {
			return step.Unknown
		}
		result = and(result, c.equal(x.Items[i], y.Items[i]))
	}
	return result
}

// sameMembers reports whether two collections of equal size have the same members in any order.
func (c *comparison) sameMembers(x, y []Value) step.Logical {
	used := make([]bool, len(y))
	for _, v := range x {
		found := false
		for i := range y {
			if !c.step() {
				return step.Unknown
			}
			if !used[i] && c.equal(v, y[i]) == step.True {
				used[i], found = true, true
				break
			}
		}
		if !found {
			return step.False
		}
	}
	return step.True
}

func (c *comparison) instances(x *Instance, b Value) step.Logical {
	y, ok := b.(*Instance)
	switch {
	case b == nil:
		return step.Unknown
	case !ok:
		return step.False
	case x == y:
		return step.True
	case c.identity || x.class != y.class:
		return step.False
	}
	pair := [2]*Instance{x, y}
	if c.pairs[pair] {
		return step.True
	}
	if c.pairs == nil {
		c.pairs = map[[2]*Instance]bool{}
	}
	c.pairs[pair] = true
	return c.attributes(x, y)
}

// attributes compares the explicit attributes of two instances of one class; missing values on both sides agree.
func (c *comparison) attributes(x, y *Instance) step.Logical {
	result := step.True
	for i := range x.class.entity.AllAttributes() {
		a, b := c.machine.redeclared(x, i), c.machine.redeclared(y, i)
		if a != nil || b != nil {
			result = and(result, c.equal(a, b))
		}
	}
	return result
}

// order returns a negative, zero or positive number for two values of one kind; ok is false if they have no order.
func order(a, b Value) (sign int, ok bool) {
	if x, isNumber := number(a); isNumber {
		y, ok := number(b)
		return cmp.Compare(x, y), ok
	}
	switch x := plain(a).(type) {
	case step.String:
		y, ok := plain(b).(step.String)
		return cmp.Compare(x, y), ok
	case step.Binary:
		y, ok := plain(b).(step.Binary)
		return cmp.Compare(x, y), ok
	case step.Logical:
		y, ok := plain(b).(step.Logical)
		return cmp.Compare(rank(x), rank(y)), ok
	}
	return 0, false
}

// rank orders FALSE < UNKNOWN < TRUE (ISO 10303-11 clause 12.2.1.5).
func rank(v step.Logical) int { return [...]int{step.False: 0, step.Unknown: 1, step.True: 2}[v] }
