package schema

import (
	"context"
	"fmt"
	"sort"

	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/step"
)

// Finding is something in a file that its schema does not allow.
type Finding struct {
	ID        int    // of the instance, 0 for the file as a whole
	Entity    string // as the schema spells it, or as the file does if the schema has no such entity
	Attribute string // empty where no single attribute is at fault
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

// FindingKind tells which requirement is not met.
type FindingKind string

// The kinds of finding.
const (
	WrongSchema   FindingKind = "schema"    // FILE_SCHEMA names another schema
	UnknownEntity FindingKind = "entity"    // not in the schema, abstract, or a complex instance
	WrongCount    FindingKind = "count"     // number of arguments
	WrongValue    FindingKind = "type"      // a value that the attribute's type does not admit
	MissingValue  FindingKind = "missing"   // $ where a value is required
	WrongDerived  FindingKind = "derived"   // * where nothing is derived, or something else where it is
	WrongSize     FindingKind = "size"      // length of a string or an aggregate
	NotDistinct   FindingKind = "distinct"  // equal elements in a SET or LIST OF UNIQUE
	WrongInverse  FindingKind = "inverse"   // number of instances that refer to this one
	NotUnique     FindingKind = "unique"    // UNIQUE rule, GlobalIds among them
	WrongGUID     FindingKind = "globalid"  // form of a GlobalId
	DuplicateID   FindingKind = "duplicate" // two instances with one number
	Dangling      FindingKind = "dangling"  // reference to an instance that is not in the file
)

// Severity grades a finding.
type Severity string

// The severities. A warning breaks the schema by the letter, but in a way that common software writes and reads
// without harm: an integer for a real, a string longer than its type admits, $ for a derived attribute. A file that is
// to be written should have neither; a file that is read may have warnings.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Check compares a file with its schema: entities, number and types of arguments, sizes, references, derived and
// inverse attributes, UNIQUE rules, GlobalIds. WHERE rules are not evaluated. The findings come sorted by instance id,
// then in the order of the attributes.
func Check(f *step.File, s *Schema) []Finding {
	return CheckIndexed(context.Background(), step.NewIndex(f), s)
}

// CheckIndexed is [Check] of a file that is indexed already. Once the context is cancelled it ends early: what it
// returns then is not all and means nothing.
func CheckIndexed(ctx context.Context, x *step.Index, s *Schema) []Finding {
	c := newChecker(x, s)
	c.cancelled = func() bool { return ctx.Err() != nil }
	f := c.file
	c.header()
	n := processors.RangeCount(len(f.Instances))
	parts := make([]part, n)
	whole := []func(){c.uniqueness, c.countInverses} // beside the parts, and longer than any of them
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

// sorted returns all findings by instance; those of one in the order of what was checked.
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

// checker is the state of one check: what all parts of it look at, and what was found by those that look at the whole
// file.
type checker struct {
	file      *step.File
	schema    *Schema
	index     *step.Index
	classes   []int32  // of each instance, as its place in known
	known     []*class // that occur in the file; nil for those that the schema does not have
	guid      *Type
	cancelled func() bool
	inverse   *inverseRules

	inHeader   []Finding
	notUniques []Finding
	referrer   map[inverseKey]referrers
	referred   []bool // for each instance: it has referrers
}

// class is an entity with what its instances must meet.
type class struct {
	*Entity
	count  int // of its instances
	unique []uniqueRule
	counts []counting // of references in its instances
	met    []int      // rules of the schema's inverse attributes
}

// part is the check of some instances, one after the other.
type part struct {
	*checker
	members  map[membership]bool
	repeated []Finding // instance numbers
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

// class returns what the i-th instance is, nil where that is unknown.
func (c *checker) class(i int) *class { return c.known[c.classes[i]] }

// entity returns the entity of the i-th instance, nil where that is unknown.
func (c *checker) entity(i int) *Entity {
	if k := c.class(i); k != nil {
		return k.Entity
	}
	return nil
}

// part checks the instances from one to before another by themselves.
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

// numbering reports what the STEP file itself gets wrong with the i-th instance.
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

// finding returns what is wrong with the i-th instance as a finding.
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

// fault is what is wrong with a value; nil means nothing.
type fault struct {
	kind     FindingKind
	severity Severity
	message  string
}

func faulty(kind FindingKind, format string, args ...any) *fault {
	return &fault{kind, Error, fmt.Sprintf(format, args...)}
}

// mild makes a warning of it.
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

// show returns a value as it stands in a file, shortened.
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
