package express

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/step"
)

// Violation is a broken rule of an instance, of one of its values, or of the file as a whole.
type Violation struct {
	ID        int    // id of the instance, 0 for a global rule
	Entity    string // class of the instance, as the schema spells it
	Attribute string // attribute whose value breaks a rule of its type; empty for a rule of an entity
	Rule      string // Entity.Label, Type.Label or Rule.Label
	Text      string // text of the rule in EXPRESS
}

// Unevaluated is a rule that could not be evaluated.
type Unevaluated struct {
	Rule   string
	Reason string
	// id of the first instance for which evaluation failed, or 0 for a rule that cannot be evaluated at all
	ID    int
	Count int // number of instances for which evaluation failed
}

// Result is the result of checking a file against the rules of its schema.
type Result struct {
	Violations   []Violation   // the global rules first, then in the order of the file
	NotEvaluated []Unevaluated // sorted by the names of the rules
	Evaluated    int           // number of successful evaluations
}

// Check evaluates every WHERE rule of every instance and of every value, and the global rules. A rule is broken if it
// is FALSE; UNKNOWN satisfies it (ISO 10303-11 clause 9.2.2.2). Instances of classes that the schema does not have are
// skipped.
func (m *Model) Check(ctx context.Context) Result {
	c := &checker{rules: m.rules, machine: &machine{model: m}, not: map[[2]string]*Unevaluated{}}
	for _, g := range m.rules.global {
		if ctx.Err() != nil {
			break
		}
		c.global(g)
	}
	for i := range m.instances {
		if ctx.Err() != nil {
			break
		}
		if x := &m.instances[i]; x.class != nil {
			c.instance(x)
		}
	}
	return c.result()
}

// checker is the state of one check.
type checker struct {
	rules   *Rules
	machine *machine
	out     Result
	not     map[[2]string]*Unevaluated // rules that could not be evaluated, by rule and reason
}

func (c *checker) result() Result {
	c.out.NotEvaluated = append(c.out.NotEvaluated, c.rules.broken...)
	for _, u := range c.not {
		c.out.NotEvaluated = append(c.out.NotEvaluated, *u)
	}
	slices.SortFunc(c.out.NotEvaluated, func(a, b Unevaluated) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Reason, b.Reason))
	})
	return c.out
}

// holds evaluates a rule and reports whether it holds. A rule that cannot be evaluated counts as holding and is
// recorded.
func (c *checker) holds(r *rule, x *Instance, evaluate func() Value) bool {
	m := c.machine
	m.err, m.steps, m.depth = nil, 0, 0
	v := evaluate()
	l, ok := logical(v)
	if m.err == nil && !ok {
		m.fail("the rule is not of type LOGICAL")
	}
	if m.err != nil {
		c.unevaluated(r.name, m.err.Error(), x)
		return true
	}
	c.out.Evaluated++
	return l != step.False
}

func (c *checker) unevaluated(name, reason string, x *Instance) {
	key := [2]string{name, reason}
	if c.not[key] == nil {
		c.not[key] = &Unevaluated{Rule: name, Reason: reason}
		if x != nil {
			c.not[key].ID = x.ID
		}
	}
	c.not[key].Count++
}

func (c *checker) global(g *globalRule) {
	f := &frame{machine: c.machine, vars: make([]Value, g.slots)}
	c.machine.err, c.machine.steps = nil, 0
	for i, entity := range g.population {
		f.vars[i] = c.machine.model.population(entity)
	}
	f.initialise(g.locals)
	var none Value
	perform(f, g.body, &none)
	if err := c.machine.err; err != nil {
		c.unevaluated(g.name, err.Error(), nil)
		return
	}
	for _, w := range g.where {
		if !c.holds(w, nil, func() Value { return w.code.run(f) }) {
			c.out.Violations = append(c.out.Violations, Violation{Rule: w.name, Text: w.text})
		}
	}
}

func (c *checker) instance(x *Instance) {
	for _, r := range x.class.rules {
		if r.err == nil && !c.holds(r, x, func() Value { return c.machine.evaluate(r.code, x) }) {
			c.report(x, "", r)
		}
	}
	for place, check := range x.class.checks {
		if check != nil && place < len(x.args) {
			c.value(x, place, check, x.args[place])
		}
	}
}

func (c *checker) report(x *Instance, attribute string, r *rule) {
	c.out.Violations = append(c.out.Violations, Violation{x.ID, x.Class(), attribute, r.name, r.text})
}

// value checks a value and its parts against the rules of their types.
func (c *checker) value(x *Instance, place int, check *valueCheck, v step.Value) {
	switch v := v.(type) {
	case step.Null, step.Derived, step.Ref:
		return
	case step.Typed:
		if t, ok := c.rules.schema.Type(v.Name); ok && check.selected {
			c.value(x, place, c.rules.typeChecks[t], v.Value)
			return
		}
	case step.List:
		if check.elem != nil {
			for _, element := range v {
				c.value(x, place, check.elem, element)
			}
		}
	}
	for _, r := range check.rules {
		self := c.machine.model.value(v, check.declared)
		if r.err == nil && !c.holds(r, x, func() Value { return c.machine.evaluate(r.code, self) }) {
			c.report(x, x.class.entity.AllAttributes()[place].Name, r)
		}
	}
}
