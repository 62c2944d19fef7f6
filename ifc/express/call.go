package express

import (
	"slices"

	"github.com/bimstream/bimstream/ifc/schema"
)

// function is a function of the schema, compiled on its first call.
type function struct {
	id         string
	text       string
	parameters []bound
	locals     []initialised
	body       []act
	slots      int
	err        error
	ready      bool
}

// initialised is a local variable with its initial value.
type initialised struct {
	bound
	value run // nil if there is no initial value
}

// call compiles a call of a schema's function, of a function of EXPRESS, or of an entity's constructor.
func (c *compiler) call(x call) run {
	args := make([]run, len(x.args))
	for i, a := range x.args {
		args[i] = c.expression(a)
	}
	if fn, ok := c.rules.functions[x.function]; ok {
		return c.callFunction(fn, args)
	}
	if b, ok := builtins[x.function]; ok {
		if len(args) != b.args {
			return c.fail("%s takes %d arguments, not %d", x.function, b.args, len(args))
		}
		return callBuiltin(b, args)
	}
	if cl, ok := c.rules.classes[x.function]; ok {
		return c.construct(cl, args)
	}
	return c.fail("%s is neither a function nor an entity", x.function)
}

func callBuiltin(b builtin, args []run) run {
	if len(args) == 1 {
		arg := args[0]
		return func(f *frame) Value {
			var v [1]Value
			v[0] = arg(f)
			return b.call(f, v[:])
		}
	}
	return func(f *frame) Value { return b.call(f, values(f, args)) }
}

func values(f *frame, args []run) []Value {
	out := make([]Value, len(args))
	for i, arg := range args {
		out[i] = arg(f)
	}
	return out
}

func (c *compiler) callFunction(fn *function, args []run) run {
	c.rules.compileFunction(fn)
	switch {
	case fn.err != nil:
		return c.fail("the function %s: %w", fn.id, fn.err)
	case len(args) != len(fn.parameters):
		return c.fail("%s takes %d arguments, not %d", fn.id, len(fn.parameters), len(args))
	}
	return func(f *frame) Value {
		if !f.enter() {
			return nil
		}
		defer func() { f.depth-- }()
		in := &frame{machine: f.machine, vars: make([]Value, fn.slots)}
		for i, arg := range args {
			in.vars[i] = f.as(fn.parameters[i].kind, 1, arg(f))
		}
		in.initialise(fn.locals)
		var result Value
		perform(in, fn.body, &result)
		return result
	}
}

// compileFunction compiles a function once. It marks the function as ready first, so that a recursive call does not
// compile it again.
func (r *Rules) compileFunction(fn *function) {
	if fn.ready {
		return
	}
	fn.ready = true
	a, err := parseFunction(fn.text)
	if err != nil {
		fn.err = err
		return
	}
	c := &compiler{rules: r}
	for _, p := range a.parameters {
		fn.parameters = append(fn.parameters, c.bind(p))
	}
	fn.locals = c.locals(a.locals)
	fn.body = c.statements(a.body)
	fn.slots, fn.err = c.slots, c.err
}

func (c *compiler) locals(all []variable) []initialised {
	var out []initialised
	for _, v := range all {
		l := initialised{}
		if v.initial != nil {
			l.value = c.expression(v.initial)
		}
		l.bound = c.bind(v)
		out = append(out, l)
	}
	return out
}

func (f *frame) initialise(locals []initialised) {
	for i := range locals {
		l := &locals[i]
		if l.value != nil {
			f.vars[l.slot] = f.as(l.kind, f.lowOf(&l.bound), l.value(f))
		}
	}
}

// lowOf returns the first index of a variable's aggregate.
func (f *frame) lowOf(b *bound) int {
	if b.lowRun == nil {
		return 1
	}
	n, _ := integer(b.lowRun(f))
	return n
}

// construct compiles the constructor of an entity. Its arguments are the explicit attributes that the entity itself
// declares; || adds the values of supertypes and subtypes.
func (c *compiler) construct(cl *class, args []run) run {
	own := len(cl.entity.Attributes)
	if len(args) != own {
		return c.fail("%s has %d attributes of its own, not %d", cl.entity.Name, own, len(args))
	}
	before := len(cl.entity.AllAttributes()) - own
	return func(f *frame) Value {
		x := &Instance{class: cl, values: make([]Value, cl.places)}
		for i, arg := range args {
			v := arg(f)
			if a, ok := v.(*Aggregate); ok {
				v = f.retyped(a, &cl.entity.Attributes[i].Type)
			}
			x.values[before+i] = v
		}
		return x
	}
}

// retyped converts an aggregate to the kind of the attribute that receives it.
func (m *machine) retyped(a *Aggregate, t *schema.TypeExpr) Value {
	for t.Type() != nil && t.Type().Underlying != nil {
		t = t.Type().Underlying
	}
	low := 1
	if t.Kind == schema.ArrayOf {
		low = t.Low
	}
	return m.as(t.Kind, low, a)
}

// joined combines two partial instances into one; the result has the more special class.
func joined(f *frame, x, y Value) Value {
	a, okA := x.(*Instance)
	b, okB := y.(*Instance)
	if !okA || !okB {
		return f.fail("|| is applied to values that are no instances")
	}
	if !b.class.entity.Is(a.class.entity) {
		a, b = b, a
	}
	if !b.class.entity.Is(a.class.entity) {
		return f.fail("|| joins %s and %s, of which neither is a subtype of the other", a.Class(), b.Class())
	}
	out := &Instance{class: b.class, values: slices.Clone(b.values)}
	for i := range a.class.entity.AllAttributes() {
		if i < len(a.values) && a.values[i] != nil {
			out.values[i] = a.values[i]
		}
	}
	return out
}

// changed returns a copy of an instance with another value for an explicit attribute. The copy does not keep derived
// values.
func (m *machine) changed(x *Instance, id string, v Value) Value {
	p := x.class.attributes[id]
	if p == nil || p.typ == nil {
		return m.fail("%s has no explicit attribute %s to assign to", x.Class(), id)
	}
	out := &Instance{class: x.class, values: make([]Value, x.class.places)}
	for i := range x.class.entity.AllAttributes() {
		out.values[i] = m.explicit(x, i)
	}
	if a, ok := v.(*Aggregate); ok {
		v = m.retyped(a, p.typ)
	}
	out.values[p.place] = v
	return out
}

// replaced returns a copy of an aggregate with another item.
func (a *Aggregate) replaced(i int, v Value) (Value, bool) {
	if i -= a.Low; i < 0 || i >= len(a.Items) {
		return nil, false
	}
	out := &Aggregate{a.Kind, a.Low, slices.Clone(a.Items)}
	out.Items[i] = v
	return out, true
}
