package express

import "github.com/bimstream/bimstream/ifc/step"

// act is a compiled statement; its result determines which statement runs next. RETURN stores its value in result.
type act func(f *frame, result *Value) flow

type flow uint8

const (
	onward flow = iota
	skipping
	escaping
	returning
)

// perform runs statements until one of them leaves the body.
func perform(f *frame, body []act, result *Value) flow {
	for _, do := range body {
		if f.err != nil {
			return returning
		}
		if way := do(f, result); way != onward {
			return way
		}
	}
	return onward
}

func (c *compiler) statements(all []statement) []act {
	out := make([]act, 0, len(all))
	for _, s := range all {
		out = append(out, c.statement(s))
	}
	return out
}

func (c *compiler) statement(s statement) act {
	switch s := s.(type) {
	case assign:
		return c.assign(s)
	case ifThen:
		return c.ifThen(s)
	case caseOf:
		return c.caseOf(s)
	case repeat:
		return c.repeat(s)
	case returns:
		return c.returns(s)
	case block:
		body := c.statements(s.body)
		return func(f *frame, result *Value) flow { return perform(f, body, result) }
	case leave:
		way := escaping
		if s.skip {
			way = skipping
		}
		return func(*frame, *Value) flow { return way }
	}
	c.fail("a statement of unknown kind %T", s)
	return nil
}

func (c *compiler) ifThen(s ifThen) act {
	condition, then, otherwise := c.expression(s.condition), c.statements(s.then), c.statements(s.otherwise)
	return func(f *frame, result *Value) flow {
		if truth(f, condition) == step.True {
			return perform(f, then, result)
		}
		return perform(f, otherwise, result)
	}
}

func (c *compiler) caseOf(s caseOf) act {
	selector, otherwise := c.expression(s.selector), c.statements(s.otherwise)
	labels, bodies := make([][]run, len(s.cases)), make([]act, len(s.cases))
	for i, a := range s.cases {
		for _, l := range a.labels {
			labels[i] = append(labels[i], c.expression(l))
		}
		bodies[i] = c.statement(a.body)
	}
	return func(f *frame, result *Value) flow {
		v := selector(f)
		for i := range labels {
			for _, label := range labels[i] {
				if f.equal(v, label(f)) == step.True {
					return bodies[i](f, result)
				}
			}
		}
		return perform(f, otherwise, result)
	}
}

func (c *compiler) returns(s returns) act {
	if s.value == nil {
		return func(*frame, *Value) flow { return returning }
	}
	value := c.expression(s.value)
	return func(f *frame, result *Value) flow {
		*result = value(f)
		return returning
	}
}

// control is a compiled REPEAT. Expressions that the statement omits are nil.
type control struct {
	slot                       int
	from, to, by, while, until run
	body                       []act
}

func (c *compiler) repeat(s repeat) act {
	optional := func(x expression) run {
		if x == nil {
			return nil
		}
		return c.expression(x)
	}
	l := &control{slot: -1, from: optional(s.from), to: optional(s.to), by: optional(s.by)}
	depth := len(c.scope)
	if s.variable != "" {
		l.slot = c.bind(variable{id: s.variable}).slot
	}
	l.while, l.until = optional(s.while), optional(s.until)
	l.body = c.statements(s.body)
	c.scope = c.scope[:depth]
	return l.perform
}

func (l *control) perform(f *frame, result *Value) flow {
	if l.slot < 0 {
		return l.turns(f, result, 0, 0, 0)
	}
	by := 1
	from, okFrom := integer(l.from(f))
	to, okTo := integer(l.to(f))
	if l.by != nil {
		by, _ = integer(l.by(f))
	}
	if !okFrom || !okTo || by == 0 { // indeterminate bounds: no iteration (ISO 10303-11 clause 13.9)
		return onward
	}
	return l.turns(f, result, from, to, by)
}

// turns runs the body for from, from + by, ... to, or without end if by is 0.
func (l *control) turns(f *frame, result *Value, from, to, by int) flow {
	for i := from; by == 0 || by > 0 && i <= to || by < 0 && i >= to; i += by {
		if !f.step() {
			return returning
		}
		if l.slot >= 0 {
			f.vars[l.slot] = step.Int(i)
		}
		if l.while != nil && truth(f, l.while) != step.True {
			break
		}
		if way := perform(f, l.body, result); way == escaping {
			break
		} else if way == returning {
			return returning
		}
		if l.until != nil && truth(f, l.until) == step.True {
			break
		}
	}
	return onward
}

// assign compiles variable.attribute[index] := value. Values are immutable: the variable gets a changed copy, so that
// the file's values stay as they are.
func (c *compiler) assign(s assign) act {
	value := c.expression(s.value)
	update, b := c.target(s.target, value)
	if c.err != nil {
		return nil
	}
	return func(f *frame, _ *Value) flow {
		f.vars[b.slot] = f.as(b.kind, f.lowFor(&b), update(f, f.vars[b.slot]))
		return onward
	}
}

// lowFor returns the first index that an aggregate assigned to the variable gets.
func (f *frame) lowFor(b *bound) int {
	if a, ok := f.vars[b.slot].(*Aggregate); ok && b.lowRun == nil {
		return a.Low
	}
	return f.lowOf(b)
}

// update returns the new value that replaces an old value.
type update func(f *frame, old Value) Value

// target compiles the left side of an assignment, from the outermost part inwards.
func (c *compiler) target(x expression, value run) (update, bound) {
	replace := func(f *frame, _ Value) Value { return value(f) }
	return c.within(x, replace)
}

func (c *compiler) within(x expression, inner update) (update, bound) {
	switch x := x.(type) {
	case name:
		b, ok := c.lookup(x.id)
		if !ok {
			c.fail("%s is assigned to but not declared", x.id)
		}
		return inner, b
	case group:
		return c.within(x.of, inner)
	case attribute:
		return c.within(x.of, func(f *frame, old Value) Value {
			of, ok := plain(old).(*Instance)
			if !ok {
				return f.fail("%s is assigned to in a value that is no instance", x.id)
			}
			return f.changed(of, x.id, inner(f, f.machine.attribute(of, x.id)))
		})
	case index:
		return c.withinAggregate(x, inner)
	}
	c.fail("an expression that is no variable is assigned to")
	return inner, bound{}
}

func (c *compiler) withinAggregate(x index, inner update) (update, bound) {
	at := c.expression(x.from)
	return c.within(x.of, func(f *frame, old Value) Value {
		a, ok := plain(old).(*Aggregate)
		i, okIndex := integer(at(f))
		if !ok || !okIndex || !f.charge(len(a.Items)) {
			return f.fail("an index is assigned to in a value that is no aggregate")
		}
		v, ok := a.replaced(i, inner(f, a.at(i)))
		if !ok {
			return f.fail("the index %d is assigned to, beyond the aggregate's ends", i)
		}
		return v
	})
}
