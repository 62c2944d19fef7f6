package express

import (
	"strings"
	"sync"

	"github.com/bimstream/bimstream/ifc/schema"
)

// Rules are the compiled WHERE rules and global rules of a schema. They are immutable, so several goroutines may use
// them.
type Rules struct {
	schema    *schema.Schema
	classes   map[string]*class    // classes by upper case name
	functions map[string]*function // functions by upper case name
	inverses  map[*schema.Inverse]referring
	selectsOf map[string][]string // the selects that contain an entity or type, all in upper case
	items     map[string]bool     // items of all enumerations
	known     map[string]bool     // upper case names of all attributes
	uppers    map[string]string
	ofTypes   map[*schema.Type][]*rule
	global    []*globalRule
	broken    []Unevaluated

	typeChecks map[*schema.Type]*valueCheck
}

// referring is the entity and attribute that an inverse attribute inverts, in upper case.
type referring struct{ entity, attribute string }

// rule is one WHERE rule.
type rule struct {
	name string // such as IfcWall.CorrectPredefinedType
	text string
	code *code
	err  error
}

// globalRule is one RULE.
type globalRule struct {
	name       string
	population []string
	locals     []initialised
	body       []act
	where      []*rule
	slots      int
}

// compiled holds the rules of each schema: a func() *Rules by *schema.Schema.
var compiled sync.Map

// For returns the rules of a schema and compiles them on the first call.
func For(s *schema.Schema) *Rules {
	once, _ := compiled.LoadOrStore(s, sync.OnceValue(func() *Rules { return compile(s) }))
	return once.(func() *Rules)()
}

// Broken returns the rules that cannot be compiled, with the reasons.
func (r *Rules) Broken() []Unevaluated { return r.broken }

func compile(s *schema.Schema) *Rules {
	r := &Rules{schema: s, classes: map[string]*class{}, functions: map[string]*function{},
		inverses: map[*schema.Inverse]referring{}, selectsOf: selects(s), items: map[string]bool{},
		known: map[string]bool{}, uppers: map[string]string{}, ofTypes: map[*schema.Type][]*rule{},
		typeChecks: map[*schema.Type]*valueCheck{}}
	for _, f := range s.Functions {
		id := strings.ToUpper(f.Name)
		r.functions[id] = &function{id: f.Name, text: f.Text}
	}
	for _, t := range s.Types {
		for _, item := range t.Items {
			r.items[item] = true
		}
	}
	for _, e := range s.Entities {
		r.classOf(e)
	}
	r.compileDerivations()
	r.compileTypes()
	r.compileEntities()
	r.compileGlobal()
	return r
}

// classOf returns the class of an entity and makes it, with its supertypes' classes, if it does not exist yet.
func (r *Rules) classOf(e *schema.Entity) *class {
	id := strings.ToUpper(e.Name)
	if c, ok := r.classes[id]; ok {
		return c
	}
	var super *class
	if e.Supertype() != nil {
		super = r.classOf(e.Supertype())
	}
	c := r.newClass(e, super)
	r.classes[id] = c
	for name, p := range c.attributes {
		r.known[name] = true
		if p.inverse != nil {
			r.inverses[p.inverse] = referring{strings.ToUpper(p.inverse.Entity), strings.ToUpper(p.inverse.For)}
		}
	}
	for _, a := range e.AllAttributes() {
		r.uppers[a.Name] = strings.ToUpper(a.Name)
	}
	return c
}

// upper returns an attribute's name in upper case.
func (r *Rules) upper(name string) string { return r.uppers[name] }

// compileTypes compiles the rules of every type once and adds them to the types that specialise it.
func (r *Rules) compileTypes() {
	own := map[*schema.Type][]*rule{}
	for _, t := range r.schema.Types {
		for _, w := range t.Where {
			own[t] = append(own[t], r.compileRule(t.Name, w, nil))
		}
	}
	for _, t := range r.schema.Types {
		var all []*rule
		for of := t; of != nil; of = of.Supertype() {
			all = append(append([]*rule(nil), own[of]...), all...)
		}
		r.ofTypes[t] = all
	}
	for _, t := range r.schema.Types {
		check := &valueCheck{rules: r.ofTypes[t], declared: t.Underlying}
		if base := t.Base(); base != nil && base.Kind.IsAggregate() {
			check.elem = r.checkOf(base.Elem)
		}
		r.typeChecks[t] = check
	}
}

func (r *Rules) compileRule(owner string, w schema.Rule, of *class) *rule {
	out := &rule{name: owner + "." + w.Label, text: w.Text}
	out.code, out.err = r.compileCondition(w.Text, of)
	if out.err != nil {
		r.broken = append(r.broken, Unevaluated{Rule: out.name, Reason: out.err.Error()})
	}
	return out
}

// compileEntities compiles the rules of every entity once and adds them to its subtypes.
func (r *Rules) compileEntities() {
	own := map[*schema.Entity][]*rule{}
	for _, e := range r.schema.Entities {
		for _, w := range e.Where {
			own[e] = append(own[e], r.compileRule(e.Name, w, r.classes[strings.ToUpper(e.Name)]))
		}
	}
	for _, e := range r.schema.Entities {
		c := r.classes[strings.ToUpper(e.Name)]
		for of := e; of != nil; of = of.Supertype() {
			c.rules = append(append([]*rule(nil), own[of]...), c.rules...)
		}
		all := e.AllAttributes()
		for i := range all {
			c.checks = append(c.checks, r.checkOf(&all[i].Type))
		}
	}
}

func (r *Rules) compileGlobal() {
	for _, w := range r.schema.Rules {
		a, err := parseRule(w.Text)
		if err == nil {
			err = r.addGlobal(w.Label, a)
		}
		if err != nil {
			r.broken = append(r.broken, Unevaluated{Rule: w.Label, Reason: err.Error()})
		}
	}
}

func (r *Rules) addGlobal(label string, a *algorithm) error {
	c := &compiler{rules: r}
	g := &globalRule{name: label}
	for _, p := range a.parameters {
		c.bind(p)
		g.population = append(g.population, p.id)
	}
	g.locals = c.locals(a.locals)
	g.body = c.statements(a.body)
	for _, w := range a.where {
		g.where = append(g.where, &rule{name: label + "." + w.label, code: &code{run: c.expression(w.condition)}})
	}
	g.slots = c.slots
	if c.err == nil {
		r.global = append(r.global, g)
	}
	return c.err
}

// compileDerivations compiles the derived attributes of every entity, each once.
func (r *Rules) compileDerivations() {
	for _, e := range r.schema.Entities {
		c := r.classes[strings.ToUpper(e.Name)]
		for _, d := range e.Derived {
			p := c.attributes[strings.ToUpper(d.Name)]
			p.derived.code, p.derived.err = r.compileDerived(p.derived)
		}
	}
}

// valueCheck holds the type rules that an attribute's value and its parts must satisfy.
type valueCheck struct {
	rules    []*rule     // rules for the value itself
	elem     *valueCheck // check for the elements of an aggregate
	selected bool        // the value names its type, because its attribute is a select
	declared *schema.TypeExpr
}

// checkOf returns the check of a type, or nil if it has no rules.
func (r *Rules) checkOf(t *schema.TypeExpr) *valueCheck {
	out := &valueCheck{declared: t}
	named := t.Type()
	for ; t != nil && t.Type() != nil; t = t.Type().Underlying {
	}
	if named != nil && named.IsSelect() {
		for _, m := range named.Types() {
			out.selected = out.selected || r.hasRules(m)
		}
	}
	if named != nil {
		out.rules = r.ofTypes[named]
	}
	if t != nil && t.Kind.IsAggregate() {
		out.elem = r.checkOf(t.Elem)
	}
	if len(out.rules) == 0 && out.elem == nil && !out.selected {
		return nil
	}
	return out
}

// hasRules reports whether a type has rules for its values or for their elements.
func (r *Rules) hasRules(t *schema.Type) bool {
	if len(r.ofTypes[t]) > 0 {
		return true
	}
	base := t.Base()
	return base != nil && base.Kind.IsAggregate() && r.checkOf(base.Elem) != nil
}
