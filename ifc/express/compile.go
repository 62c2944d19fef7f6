package express

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// compiler turns syntax into Go functions and resolves every name on the way. It keeps the first error; code compiled
// after an error must not run.
type compiler struct {
	rules *Rules
	class *class // class whose attributes can be named without SELF; nil for none
	scope []bound
	slots int
	err   error
}

// bound is a variable in scope.
type bound struct {
	variable
	slot   int
	lowRun run // first index of an array
}

func (c *compiler) fail(format string, args ...any) run {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
	return func(*frame) Value { return nil }
}

// bind declares a variable in the scope; the caller truncates the scope where the variable ends.
func (c *compiler) bind(v variable) bound {
	b := bound{variable: v, slot: c.slots}
	if v.low != nil && v.kind == schema.ArrayOf {
		b.lowRun = c.expression(v.low)
	}
	c.slots++
	c.scope = append(c.scope, b)
	return b
}

func (c *compiler) lookup(id string) (bound, bool) {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i].id == id {
			return c.scope[i], true
		}
	}
	return bound{}, false
}

// finish returns the code, or the first error.
func (c *compiler) finish(r run) (*code, error) {
	if c.err != nil {
		return nil, c.err
	}
	return &code{r, c.slots}, nil
}

// compileCondition compiles a WHERE rule of a class, or of a type if the class is nil.
func (r *Rules) compileCondition(text string, of *class) (*code, error) {
	x, err := parseExpression(text)
	if err != nil {
		return nil, err
	}
	c := &compiler{rules: r, class: of}
	return c.finish(c.expression(x))
}

func (r *Rules) compileDerived(d *derivation) (*code, error) {
	x, err := parseDerived(d.text)
	if err != nil {
		return nil, err
	}
	c := &compiler{rules: r, class: d.owner}
	return c.finish(c.expression(x))
}

func (c *compiler) expression(x expression) run {
	switch x := x.(type) {
	case literal:
		return func(*frame) Value { return x.value }
	case name:
		return c.name(x.id)
	case attribute:
		return c.attribute(x)
	case group:
		return c.group(x)
	case index:
		return c.index(x)
	case call:
		return c.call(x)
	case unary:
		return c.unary(x)
	case binary:
		return c.binary(x)
	case interval:
		return c.interval(x)
	case query:
		return c.query(x)
	case aggregate:
		return c.aggregate(x)
	}
	return c.fail("an expression of unknown kind %T", x)
}

// name resolves an unqualified name: a variable, SELF, an attribute of SELF, a function without parameters, or an item
// of an enumeration.
func (c *compiler) name(id string) run {
	if b, ok := c.lookup(id); ok {
		return func(f *frame) Value { return f.vars[b.slot] }
	}
	if id == "SELF" {
		return func(f *frame) Value { return f.self }
	}
	if c.class != nil && c.class.attributes[id] != nil {
		return func(f *frame) Value { return f.attributeOf(f.self, id) }
	}
	if _, ok := c.rules.functions[id]; ok {
		return c.call(call{function: id})
	}
	if c.rules.items[id] {
		return func(*frame) Value { return step.Enum(id) }
	}
	return c.fail("%s is not declared", id)
}

// attribute compiles of.id, which may also name an item of an enumeration: IfcUnitEnum.LENGTHUNIT.
func (c *compiler) attribute(x attribute) run {
	if n, ok := x.of.(name); ok {
		if _, variable := c.lookup(n.id); !variable {
			if t, ok := c.rules.schema.Type(n.id); ok && t.IsEnumeration() {
				return c.item(t, x.id)
			}
		}
	}
	if !c.rules.known[x.id] {
		return c.fail("no entity has an attribute %s", x.id)
	}
	of, id := c.expression(x.of), x.id
	return func(f *frame) Value { return f.attributeOf(of(f), id) }
}

func (c *compiler) item(t *schema.Type, id string) run {
	if !t.HasItem(id) {
		return c.fail("%s has no item %s", t.Name, id)
	}
	return func(*frame) Value { return step.Enum(id) }
}

func (f *frame) attributeOf(of Value, id string) Value {
	switch x := plain(of).(type) {
	case nil:
		return nil
	case *Instance:
		return f.machine.attribute(x, id)
	}
	return f.fail("%s is asked of a value that is no instance", id)
}

// group compiles of\entity, which is the same instance if it is of the entity and indeterminate otherwise.
func (c *compiler) group(x group) run {
	if _, ok := c.rules.schema.Entity(x.entity); !ok {
		return c.fail("the entity %s is not declared", x.entity)
	}
	of := c.expression(x.of)
	return func(f *frame) Value {
		v := plain(of(f))
		if i, ok := v.(*Instance); ok && i.class.member[x.entity] {
			return i
		}
		return nil
	}
}

// index compiles of[from] and of[from:to]; an index out of range gives an indeterminate value.
func (c *compiler) index(x index) run {
	of, from := c.expression(x.of), c.expression(x.from)
	to := from
	if x.to != nil {
		to = c.expression(x.to)
	}
	return func(f *frame) Value {
		v := plain(of(f))
		i, okFrom := integer(from(f))
		j, okTo := integer(to(f))
		if v == nil || !okFrom || !okTo {
			return nil
		}
		switch v := v.(type) {
		case *Aggregate:
			return v.at(i)
		case step.String:
			return substring([]rune(string(v)), i, j)
		}
		return f.fail("an index is applied to a value that is neither aggregate nor string")
	}
}

// at returns the item with an index, or nil if the index is out of range.
func (a *Aggregate) at(i int) Value {
	if i -= a.Low; i < 0 || i >= len(a.Items) {
		return nil
	}
	return a.Items[i]
}

func substring(s []rune, i, j int) Value {
	if i < 1 || j < i || j > len(s) {
		return nil
	}
	return step.String(string(s[i-1 : j]))
}

func (c *compiler) query(x query) run {
	from := c.expression(x.from)
	depth := len(c.scope)
	b := c.bind(variable{id: x.variable})
	condition := c.expression(x.condition)
	c.scope = c.scope[:depth]
	return func(f *frame) Value {
		a, ok := plain(from(f)).(*Aggregate)
		if !ok {
			return nil
		}
		out := &Aggregate{Kind: a.Kind, Low: a.Low}
		for _, v := range a.Items {
			if !f.step() {
				return nil
			}
			f.vars[b.slot] = v
			if plain(condition(f)) == step.True {
				out.Items = append(out.Items, v)
			}
		}
		return out
	}
}

func (c *compiler) aggregate(x aggregate) run {
	values, times := make([]run, len(x.elements)), make([]run, len(x.elements))
	for i, e := range x.elements {
		values[i] = c.expression(e.value)
		if e.times != nil {
			times[i] = c.expression(e.times)
		}
	}
	return func(f *frame) Value {
		out := &Aggregate{Kind: schema.ListOf, Low: 1, Items: make([]Value, 0, len(values))}
		for i, value := range values {
			n := 1
			if times[i] != nil {
				n, _ = integer(times[i](f))
			}
			v := value(f)
			for ; n > 0 && f.step(); n-- {
				out.Items = append(out.Items, v)
			}
		}
		return out
	}
}

func (c *compiler) interval(x interval) run {
	low := c.binary(binary{x.lowOp, x.low, x.item})
	high := c.binary(binary{x.highOp, x.item, x.high})
	return func(f *frame) Value { return and(truth(f, low), truth(f, high)) }
}

// truth evaluates an expression that must be a LOGICAL.
func truth(f *frame, r run) step.Logical {
	v := r(f)
	l, ok := logical(v)
	if !ok {
		f.fail("a condition is not of type LOGICAL")
	}
	return l
}

// typeName returns a type name in upper case, without the schema's name and point in front.
func (c *compiler) typeName(text string) string {
	text = strings.ToUpper(text)
	if id, ok := strings.CutPrefix(text, strings.ToUpper(c.rules.schema.Name)+"."); ok {
		return id
	}
	return text
}
