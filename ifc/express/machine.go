package express

import (
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Limits of one evaluation. The file determines how long loops run and how deep functions call each other.
const (
	// maxSteps bounds loop iterations and calls: a surface of 1,000 by 1,000 control points takes 2 million.
	maxSteps = 5_000_000
	// maxDepth bounds nested calls and derived attributes; functions of the schemas recurse along nested curves.
	maxDepth = 500
)

var (
	errSteps = errors.New("it takes too many steps")
	errDepth = errors.New("functions or derived attributes call one another without end")
)

// machine evaluates compiled code over a model. It keeps the first error, which ends the evaluation.
type machine struct {
	model *Model
	steps int
	depth int
	err   error
}

// frame holds the variables of one rule or function call.
type frame struct {
	*machine
	self Value
	vars []Value
}

// run is a compiled expression.
type run func(*frame) Value

// code is a compiled expression with the number of its variables.
type code struct {
	run   run
	slots int
}

// evaluate runs code with self as SELF.
func (m *machine) evaluate(c *code, self Value) Value {
	f := frame{machine: m, self: self}
	if c.slots > 0 {
		f.vars = make([]Value, c.slots)
	}
	return c.run(&f)
}

// fail ends the evaluation.
func (m *machine) fail(format string, args ...any) Value {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
	return nil
}

// step counts one iteration or call and reports whether to continue.
func (m *machine) step() bool {
	m.steps++
	if m.steps > maxSteps && m.err == nil {
		m.err = errSteps
	}
	return m.err == nil
}

// comparisonsPerStep is the number of member comparisons that take about as long as one loop iteration.
const comparisonsPerStep = 8

// charge counts comparisons and reports whether to continue.
func (m *machine) charge(comparisons int) bool {
	m.steps += comparisons / comparisonsPerStep
	return m.step()
}

// enter counts one level of calls; the caller must decrement m.depth if it returns true.
func (m *machine) enter() bool {
	if m.depth >= maxDepth && m.err == nil {
		m.err = errDepth
	}
	if !m.step() {
		return false
	}
	m.depth++
	return true
}

// attribute returns an attribute of an instance. An attribute that the instance's class lacks is indeterminate (ISO
// 10303-11 clause 12.7.3); rules often ask for such an attribute, because a select may contain different classes.
func (m *machine) attribute(x *Instance, id string) Value {
	p := x.class.attributes[id]
	switch {
	case p == nil:
		return nil
	case p.inverse != nil:
		return m.inverse(x, p.inverse)
	case p.derived == nil:
		return m.explicit(x, p.place)
	}
	if v, known := x.known(p.place); known {
		return v
	}
	v := m.derived(x, p.derived)
	if m.err == nil {
		x.remember(p.place, v)
	}
	return v
}

// explicit returns the explicit attribute at a place.
func (m *machine) explicit(x *Instance, place int) Value {
	if v, known := x.known(place); known {
		return v
	}
	if place >= len(x.args) {
		return nil
	}
	switch arg := x.args[place].(type) {
	case step.List, step.Typed:
		v := m.model.value(arg, &x.class.entity.AllAttributes()[place].Type)
		x.remember(place, v)
		return v
	default:
		return m.model.value(arg, nil)
	}
}

// known returns a value that was computed before or that the instance was constructed with.
func (x *Instance) known(place int) (Value, bool) {
	if place >= len(x.values) || x.values[place] == nil {
		return nil, false
	}
	v := x.values[place]
	if _, is := v.(unknown); is {
		v = nil
	}
	return v, true
}

func (x *Instance) remember(place int, v Value) {
	if x.values == nil {
		x.values = make([]Value, x.class.places)
	}
	if v == nil {
		v = unknown{}
	}
	x.values[place] = v
}

// derived evaluates the expression of a derived attribute.
func (m *machine) derived(x *Instance, d *derivation) Value {
	if d.err != nil {
		return m.fail("a derived attribute of %s: %w", d.owner.entity.Name, d.err)
	}
	if !m.enter() {
		return nil
	}
	defer func() { m.depth-- }()
	return m.evaluate(d.code, x)
}

func (m *machine) inverse(x *Instance, inv *schema.Inverse) Value {
	p := m.model.rules.inverses[inv]
	users := m.model.using(x, p.entity, p.attribute)
	if inv.Single {
		if len(users) == 0 {
			return nil
		}
		return users[0]
	}
	return instances(schema.SetOf, users)
}

func instances(kind schema.Kind, all []*Instance) *Aggregate {
	out := &Aggregate{Kind: kind, Low: 1, Items: make([]Value, len(all))}
	for i, x := range all {
		out.Items[i] = x
	}
	return out
}

// equal compares by value; it evaluates the attributes of instances.
func (m *machine) equal(a, b Value) step.Logical {
	c := comparison{machine: m}
	return c.equal(a, b)
}

// redeclared returns the explicit attribute at a place, or its derived value if a subtype derives it.
func (m *machine) redeclared(x *Instance, place int) Value {
	return m.attribute(x, m.model.rules.upper(x.class.entity.AllAttributes()[place].Name))
}
