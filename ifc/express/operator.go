package express

import (
	"math"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

func (c *compiler) unary(x unary) run {
	of := c.expression(x.x)
	switch x.op {
	case "NOT":
		return func(f *frame) Value { return not(truth(f, of)) }
	case "+":
		return of
	}
	return func(f *frame) Value {
		switch v := plain(of(f)).(type) {
		case nil:
			return nil
		case step.Int:
			return -v
		case step.Real:
			return -v
		}
		return f.fail("minus is applied to a value that is no number")
	}
}

// binary compiles an operator with two operands. AND and OR do not evaluate their second operand if the first decides.
func (c *compiler) binary(b binary) run {
	if r := c.membership(b); r != nil {
		return r
	}
	x, y := c.expression(b.x), c.expression(b.y)
	switch b.op {
	case "AND":
		return func(f *frame) Value {
			if l := truth(f, x); l != step.False {
				return and(l, truth(f, y))
			}
			return step.False
		}
	case "OR":
		return func(f *frame) Value {
			if l := truth(f, x); l != step.True {
				return or(l, truth(f, y))
			}
			return step.True
		}
	case "XOR":
		return func(f *frame) Value { return xor(truth(f, x), truth(f, y)) }
	}
	operate, ok := operators[b.op]
	if !ok {
		return c.fail("the operator %s is not part of EXPRESS", b.op)
	}
	return func(f *frame) Value { return operate(f, x(f), y(f)) }
}

// membership compiles 'SCHEMA.TYPE' IN TYPEOF(x), which is common in rules, without building the set of all type names.
func (c *compiler) membership(b binary) run {
	text, isText := b.x.(literal)
	of, isCall := b.y.(call)
	if b.op != "IN" || !isText || !isCall || of.function != "TYPEOF" || len(of.args) != 1 {
		return nil
	}
	s, isString := text.value.(step.String)
	if !isString {
		return nil
	}
	id, x := c.typeName(string(s)), c.expression(of.args[0])
	return func(f *frame) Value {
		switch v := x(f).(type) {
		case nil: // TYPEOF is empty here (ISO 10303-11 clause 15.25)
			return step.False
		case *Instance:
			return step.Bool(v.class.member[id])
		default:
			return step.Bool(f.model.rules.isOf(v, id))
		}
	}
}

// operators are the operators that evaluate both operands.
var operators map[string]func(f *frame, x, y Value) Value

func init() {
	operators = map[string]func(f *frame, x, y Value) Value{
		"=":    func(f *frame, x, y Value) Value { return f.equal(x, y) },
		"<>":   func(f *frame, x, y Value) Value { return not(f.equal(x, y)) },
		":=:":  func(_ *frame, x, y Value) Value { return same(x, y) },
		":<>:": func(_ *frame, x, y Value) Value { return not(same(x, y)) },
		"<":    ordered(func(sign int) bool { return sign < 0 }),
		">":    ordered(func(sign int) bool { return sign > 0 }),
		"<=":   ordered(func(sign int) bool { return sign <= 0 }),
		">=":   ordered(func(sign int) bool { return sign >= 0 }),
		"IN":   in,
		"LIKE": func(f *frame, x, y Value) Value { return like(f, x, y) },
		"||":   joined,
		"+":    sum,
		"-":    difference,
		"*":    product,
		"/":    arithmetic(func(a, b float64) float64 { return a / b }, nil),
		"**":   arithmetic(math.Pow, nil),
		"DIV":  whole(func(a, b int64) int64 { return a / b }),
		"MOD":  whole(modulo),
	}
}

// modulo returns a remainder with the sign of the divisor (ISO 10303-11 clause 12.1.2).
func modulo(a, b int64) int64 {
	m := a % b
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

// ordered returns a comparison operator; for aggregates <= means subset and >= means superset.
func ordered(holds func(sign int) bool) func(*frame, Value, Value) Value {
	return func(f *frame, x, y Value) Value {
		x, y = plain(x), plain(y)
		if x == nil || y == nil {
			return step.Unknown
		}
		if a, ok := x.(*Aggregate); ok {
			return f.subset(a, y, holds)
		}
		sign, ok := order(x, y)
		if !ok {
			return f.fail("values without an order are compared")
		}
		return step.Bool(holds(sign))
	}
}

// subset reports whether one aggregate is a subset of the other; holds determines by the sign which of the two is the
// subset.
func (f *frame) subset(a *Aggregate, y Value, holds func(int) bool) Value {
	b, ok := y.(*Aggregate)
	if !ok {
		return f.fail("an aggregate is compared with a value that is none")
	}
	if holds(1) {
		a, b = b, a
	}
	for _, v := range a.Items {
		if !f.contains(b.Items, v) {
			return step.False
		}
	}
	return step.True
}

// in reports whether x is a member of y.
func in(f *frame, x, y Value) Value {
	all, ok := items(y)
	switch {
	case plain(x) == nil || plain(y) == nil:
		return step.Unknown
	case !ok:
		return f.fail("IN is applied to a value that is no aggregate")
	}
	result := step.False
	f.charge(len(all))
	for _, member := range all {
		result = or(result, same(member, x))
	}
	return result
}

// arithmetic returns an operator on numbers. It applies ints to two integers if ints is not nil, and reals to all other
// numbers.
func arithmetic(reals func(a, b float64) float64, ints func(a, b int64) int64) func(*frame, Value, Value) Value {
	return func(f *frame, x, y Value) Value {
		x, y = plain(x), plain(y)
		if x == nil || y == nil {
			return nil
		}
		if a, ok := x.(step.Int); ok && ints != nil {
			if b, ok := y.(step.Int); ok {
				return step.Int(ints(int64(a), int64(b)))
			}
		}
		a, okX := number(x)
		b, okY := number(y)
		if !okX || !okY {
			return f.fail("arithmetic is applied to values that are no numbers")
		}
		r := reals(a, b)
		if math.IsNaN(r) || math.IsInf(r, 0) { // division by zero or overflow
			return nil
		}
		return step.Real(r)
	}
}

func whole(ints func(a, b int64) int64) func(*frame, Value, Value) Value {
	return func(f *frame, x, y Value) Value {
		a, okX := integer(x)
		b, okY := integer(y)
		if !okX || !okY || b == 0 {
			return nil
		}
		return step.Int(ints(int64(a), int64(b)))
	}
}

var (
	add      = arithmetic(func(a, b float64) float64 { return a + b }, func(a, b int64) int64 { return a + b })
	subtract = arithmetic(func(a, b float64) float64 { return a - b }, func(a, b int64) int64 { return a - b })
	multiply = arithmetic(func(a, b float64) float64 { return a * b }, func(a, b int64) int64 { return a * b })
)

// sum adds numbers, joins strings, and unites aggregates.
func sum(f *frame, x, y Value) Value {
	x, y = plain(x), plain(y)
	a, okA := x.(*Aggregate)
	b, okB := y.(*Aggregate)
	switch {
	case x == nil || y == nil || !f.charge(sizeOf(x)+sizeOf(y)):
		return nil
	case okA && okB && a.Kind == schema.ListOf && b.Kind == schema.ListOf:
		return &Aggregate{schema.ListOf, 1, append(append([]Value(nil), a.Items...), b.Items...)}
	case okA && okB:
		return f.set(kindOf(a, b), append(append([]Value(nil), a.Items...), b.Items...))
	case okA:
		return f.with(a, y)
	case okB && b.Kind == schema.ListOf:
		return &Aggregate{b.Kind, 1, append([]Value{x}, b.Items...)}
	case okB:
		return f.with(b, x)
	}
	if s, ok := x.(step.String); ok {
		if t, ok := y.(step.String); ok {
			return s + t
		}
	}
	return add(f, x, y)
}

// sizeOf returns the number of items or bytes to copy when a value becomes part of a longer value.
func sizeOf(v Value) int {
	switch v := v.(type) {
	case *Aggregate:
		return len(v.Items)
	case step.String:
		return len(v)
	}
	return 0
}

// kindOf returns the kind of the union of two aggregates; a literal, which is a list, takes the kind of the other
// aggregate.
func kindOf(a, b *Aggregate) schema.Kind {
	if a.Kind == schema.ListOf {
		return b.Kind
	}
	return a.Kind
}

// with returns an aggregate with one more element; a SET does not take an element twice.
func (m *machine) with(a *Aggregate, v Value) *Aggregate {
	if a.Kind == schema.SetOf && m.contains(a.Items, v) {
		return a
	}
	return &Aggregate{a.Kind, 1, append(a.Items[:len(a.Items):len(a.Items)], v)}
}

// difference subtracts numbers, or removes elements if the first operand is an aggregate.
func difference(f *frame, x, y Value) Value {
	a, ok := plain(x).(*Aggregate)
	if !ok || plain(y) == nil {
		return subtract(f, x, y)
	}
	remove, many := items(y)
	if !many {
		remove = []Value{y}
	}
	out := &Aggregate{Kind: a.Kind, Low: 1}
	for _, v := range a.Items {
		if !f.contains(remove, v) {
			out.Items = append(out.Items, v)
		}
	}
	return out
}

// product multiplies numbers, or intersects two aggregates.
func product(f *frame, x, y Value) Value {
	a, okA := plain(x).(*Aggregate)
	b, okB := plain(y).(*Aggregate)
	if !okA || !okB {
		return multiply(f, x, y)
	}
	out := &Aggregate{Kind: schema.SetOf, Low: 1}
	for _, v := range a.Items {
		if f.contains(b.Items, v) {
			out.Items = append(out.Items, v)
		}
	}
	return out
}
