package schema

import (
	"context"
	"fmt"
	"sort"

	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/step"
)

// Finding is a violation of the schema in a file.
type Finding struct {
	ID        int    // id of the instance, 0 for the file as a whole
	Entity    string // class name as the schema spells it, or as in the file if the schema lacks it
	Attribute string // empty if no single attribute is at fault
	Kind      FindingKind
	Severity  Severity
	Message   string
}

// String returns the finding in one line.
func (f Finding) String() string {
	where := f.Entity
	if f.Attribute != "" {
		where += "." + f.Attribute
	}
	return fmt.Sprintf("#%d %s: %s: %s", f.ID, where, f.Kind, f.Message)
}

// FindingKind names the violated requirement.
type FindingKind string

// The kinds of finding.
const (
	WrongSchema   FindingKind = "schema"    // FILE_SCHEMA names another schema
	UnknownEntity FindingKind = "entity"    // not in the schema, abstract, or a complex instance
	WrongCount    FindingKind = "count"     // wrong number of arguments
	WrongValue    FindingKind = "type"      // the attribute's type does not admit the value
	MissingValue  FindingKind = "missing"   // $ for a value that is required
	WrongDerived  FindingKind = "derived"   // * for an attribute that is not derived, or a value for a derived one
	WrongSize     FindingKind = "size"      // wrong length of a string or an aggregate
	NotDistinct   FindingKind = "distinct"  // equal elements in a SET or LIST OF UNIQUE
	WrongInverse  FindingKind = "inverse"   // wrong number of instances that refer to this one
	NotUnique     FindingKind = "unique"    // a UNIQUE rule is broken, including the rule for GlobalIds
	WrongGUID     FindingKind = "globalid"  // a GlobalId has the wrong form
	DuplicateID   FindingKind = "duplicate" // two instances with one number
	Dangling      FindingKind = "dangling"  // a reference leads to no instance of the file
)

// Severity grades a finding.
type Severity string

// The severities. A warning is a formal violation that common software writes and reads without harm: an integer for a
// real, a string longer than its type allows, $ for a derived attribute. A written file should have neither errors nor
// warnings; a file that is read may have warnings.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Check compares a file with its schema: entities, number and types of arguments, sizes, references, derived and
// inverse attributes, UNIQUE rules, GlobalIds. It does not evaluate WHERE rules. The findings are sorted by instance
// id, then by the order of the attributes.
func Check(f *step.File, s *Schema) []Finding {
	return CheckIndexed(context.Background(), step.NewIndex(f), s)
}

// CheckIndexed is like [Check] for an indexed file. If the context is cancelled it ends early, and its incomplete
// result must be discarded.
func CheckIndexed(ctx context.Context, x *step.Index, s *Schema) []Finding {
	c := newChecker(x, s)
	c.cancelled = func() bool { return ctx.Err() != nil }
	f := c.file
	c.header()
	n := processors.RangeCount(len(f.Instances))
	parts := make([]part, n)
	whole := []func(){c.uniqueness, c.countInverses} // these checks run beside the parts and take longer than any part
	processors.Each(len(whole)+n, func(i int) {
		if i < len(whole) {
			whole[i]()
			return
		}
		parts[i-len(whole)] = c.part(processors.Range(len(f.Instances), i-len(whole)))
	})
	inverses := make([][]Finding, n)
	processors.Ranges(len(f.Instances), func(k, from, to int) { inverses[k] = c.inverses(from, to) })
	return c.sorted(parts, inverses)
}

// sorted returns all findings by instance; the findings of one instance are in the order of the checks.
func (c *checker) sorted(parts []part, inverses [][]Finding) []Finding {
	out := c.inHeader
	for _, of := range []func(*part) []Finding{
		func(p *part) []Finding { return p.repeated }, func(p *part) []Finding { return p.dangling },
		func(p *part) []Finding { return p.findings },
	} {
		for i := range parts {
			out = append(out, of(&parts[i])...)
		}
	}
	for _, list := range append(inverses, c.notUniques) {
		out = append(out, list...)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out
}

// checker is the state of one check. It holds the data that all parts share, and the findings of the checks of the
// whole file.
type checker struct {
	file      *step.File
	schema    *Schema
	index     *step.Index
	classes   []int32  // class of each instance, as an index into known
	known     []*class // classes in the file; nil for classes that the schema lacks
	guid      *Type
	cancelled func() bool
	inverse   *inverseRules

	inHeader   []Finding
	notUniques []Finding
	referrer   map[inverseKey]referrers
	referred   []bool // whether an instance has referrers
}

// class is an entity with the rules for its instances.
type class struct {
	*Entity
	count  int // number of its instances
	unique []uniqueRule
	counts []counting // inverse rules that count its references
	met    []int      // inverse rules that its instances must satisfy
}

// part is the check of a range of instances.
type part struct {
	*checker
	members  map[membership]bool
	repeated []Finding // instances whose number is repeated
	dangling []Finding
	findings []Finding
}

func newChecker(x *step.Index, s *Schema) *checker {
	c := &checker{file: x.File(), schema: s, index: x, inverse: newInverseRules(s)}
	c.guid, _ = s.Type("IfcGloballyUniqueId")
	var names []string
	c.classes, names = x.Kinds()
	c.known = make([]*class, len(names))
	for i, name := range names {
		if e, ok := s.Entity(name); ok {
			c.known[i] = &class{Entity: e, unique: uniqueRulesOf(e),
				counts: c.inverse.countedFrom(e), met: c.inverse.metBy(e)}
		}
	}
	for i := range c.classes {
		if k := c.class(i); k != nil {
			k.count++
		}
	}
	return c
}

// class returns the class of the i-th instance, or nil if it is unknown.
func (c *checker) class(i int) *class { return c.known[c.classes[i]] }

// entity returns the entity of the i-th instance, or nil if it is unknown.
func (c *checker) entity(i int) *Entity {
	if k := c.class(i); k != nil {
		return k.Entity
	}
	return nil
}

// part checks the instances with indices from <= i < to.
func (c *checker) part(from, to int) part {
	p := part{checker: c, members: map[membership]bool{}}
	for i := from; i < to; i++ {
		if i%step.Heard == 0 && c.cancelled() {
			break
		}
		p.numbering(i)
		p.instance(i)
	}
	return p
}

func (c *checker) header() {
	for _, name := range c.file.Header.Schemas {
		if named, ok := ByName(name); ok && named == c.schema {
			return
		}
	}
	c.inHeader = append(c.inHeader, Finding{Entity: "FILE_SCHEMA", Kind: WrongSchema, Severity: Error,
		Message: fmt.Sprintf("the file is of schema %q, not of %s", c.file.Header.Schemas, c.schema.Name)})
}

// numbering reports duplicate numbers and dangling references of the i-th instance.
func (p *part) numbering(i int) {
	if p.index.Repeats(i) {
		p.repeated = append(p.repeated, p.misnumbered(DuplicateID,
			step.Problem{ID: p.file.Instances[i].ID, Kind: step.DuplicateID}))
	}
	for _, problem := range p.index.Dangling(i) {
		p.dangling = append(p.dangling, p.misnumbered(Dangling, problem))
	}
}

func (c *checker) misnumbered(kind FindingKind, problem step.Problem) Finding {
	f := Finding{ID: problem.ID, Kind: kind, Severity: Error, Message: problem.String()}
	if i, ok := c.index.Place(problem.ID); ok {
		f.Entity = c.entityName(i)
	}
	return f
}

func (c *checker) entityName(i int) string {
	if e := c.entity(i); e != nil {
		return e.Name
	}
	return c.file.Instances[i].Name
}

func (p *part) report(i int, attribute string, kind FindingKind, format string, args ...any) {
	p.findings = append(p.findings, p.finding(i, attribute, faulty(kind, format, args...)))
}

// finding returns a fault of the i-th instance as a finding.
func (c *checker) finding(i int, attribute string, f *fault) Finding {
	return Finding{ID: c.file.Instances[i].ID, Entity: c.entityName(i), Attribute: attribute, Kind: f.kind,
		Severity: f.severity, Message: f.message}
}

// instance checks the entity and the arguments of the i-th instance.
func (p *part) instance(i int) {
	in, e := &p.file.Instances[i], p.entity(i)
	switch {
	case len(in.Parts) > 0:
		p.report(i, "", UnknownEntity, "IFC has no complex instances")
		return
	case e == nil:
		p.report(i, "", UnknownEntity, "%s has no such entity", p.schema.Name)
		return
	case e.Abstract:
		p.report(i, "", UnknownEntity, "the entity is abstract: write one of its subtypes")
	}
	attributes := e.AllAttributes()
	if len(in.Args) != len(attributes) {
		p.report(i, "", WrongCount, "%d arguments instead of %d", len(in.Args), len(attributes))
		return
	}
	for k := range attributes {
		if f := p.argument(&attributes[k], in.Args[k]); f != nil {
			p.findings = append(p.findings, p.finding(i, attributes[k].Name, f))
		}
	}
}

// fault is a fault of a value; nil means that the value is correct.
type fault struct {
	kind     FindingKind
	severity Severity
	message  string
}

func faulty(kind FindingKind, format string, args ...any) *fault {
	return &fault{kind, Error, fmt.Sprintf(format, args...)}
}

// mild reduces the fault to a warning.
func (f *fault) mild() *fault {
	f.severity = Warning
	return f
}

func (p *part) argument(a *Attribute, v step.Value) *fault {
	_, isDerived := v.(step.Derived)
	_, isNull := v.(step.Null)
	switch {
	case a.Derived && isNull:
		return faulty(WrongDerived, "the value is derived: * is required, not $").mild()
	case a.Derived && !isDerived:
		return faulty(WrongDerived, "the value is derived: * is required, not %s", show(v))
	case a.Derived:
		return nil
	case isDerived:
		return faulty(WrongDerived, "* stands where nothing is derived")
	case isNull && a.Optional:
		return nil
	case isNull:
		return faulty(MissingValue, "a value is required")
	}
	return p.value(&a.Type, v)
}

// show returns a value as a file writes it, shortened.
func show(v step.Value) string {
	const most = 60
	b, err := step.AppendValue(nil, v)
	if err != nil {
		return err.Error()
	}
	if len(b) > most {
		return string(b[:most]) + "..."
	}
	return string(b)
}
