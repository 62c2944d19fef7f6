package schema

import (
	"fmt"
	"sort"

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

// String gives the finding in one line.
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

// Check compares a file with its schema: entities, number and types of arguments, sizes, references, derived and inverse
// attributes, UNIQUE rules, GlobalIds. WHERE rules are not evaluated. The findings come sorted by instance id, then in the
// order of the attributes.
func Check(f *step.File, s *Schema) []Finding {
	c := newChecker(f, s)
	c.header()
	c.numbering()
	for i := range f.Instances {
		c.instance(i)
	}
	c.countInverses()
	for i := range f.Instances {
		c.inverses(i)
	}
	c.uniqueness()
	sort.SliceStable(c.findings, func(i, j int) bool { return c.findings[i].ID < c.findings[j].ID })
	return c.findings
}

// checker is the state of one check.
type checker struct {
	file     *step.File
	schema   *Schema
	index    *step.Index
	classes  []*Entity // of each instance, nil where unknown
	guid     *Type
	findings []Finding

	members  map[membership]bool
	inverse  *inverseRules
	referrer map[inverseKey]referrers
}

func newChecker(f *step.File, s *Schema) *checker {
	c := &checker{file: f, schema: s, index: step.NewIndex(f), classes: make([]*Entity, len(f.Instances)),
		members: map[membership]bool{}, inverse: newInverseRules(s), referrer: map[inverseKey]referrers{}}
	for i := range f.Instances {
		c.classes[i], _ = s.Entity(f.Instances[i].Name)
	}
	c.guid, _ = s.Type("IfcGloballyUniqueId")
	return c
}

func (c *checker) header() {
	for _, name := range c.file.Header.Schemas {
		if named, ok := ByName(name); ok && named == c.schema {
			return
		}
	}
	c.findings = append(c.findings, Finding{Entity: "FILE_SCHEMA", Kind: WrongSchema, Severity: Error,
		Message: fmt.Sprintf("the file is of schema %q, not of %s", c.file.Header.Schemas, c.schema.Name)})
}

// numbering reports what the STEP file itself gets wrong.
func (c *checker) numbering() {
	for _, p := range c.index.Check() {
		f := Finding{ID: p.ID, Kind: Dangling, Severity: Error, Message: p.String()}
		if p.Kind == step.DuplicateID {
			f.Kind = DuplicateID
		}
		if i, ok := c.index.Place(p.ID); ok {
			f.Entity = c.entityName(i)
		}
		c.findings = append(c.findings, f)
	}
}

func (c *checker) entityName(i int) string {
	if e := c.classes[i]; e != nil {
		return e.Name
	}
	return c.file.Instances[i].Name
}

func (c *checker) report(i int, attribute string, kind FindingKind, format string, args ...any) {
	c.reportFault(i, attribute, faulty(kind, format, args...))
}

func (c *checker) reportFault(i int, attribute string, f *fault) {
	c.findings = append(c.findings, Finding{ID: c.file.Instances[i].ID, Entity: c.entityName(i), Attribute: attribute,
		Kind: f.kind, Severity: f.severity, Message: f.message})
}

// instance checks the entity and the arguments of the i-th instance.
func (c *checker) instance(i int) {
	in, e := &c.file.Instances[i], c.classes[i]
	switch {
	case len(in.Parts) > 0:
		c.report(i, "", UnknownEntity, "IFC has no complex instances")
		return
	case e == nil:
		c.report(i, "", UnknownEntity, "%s has no such entity", c.schema.Name)
		return
	case e.Abstract:
		c.report(i, "", UnknownEntity, "the entity is abstract: write one of its subtypes")
	}
	attributes := e.AllAttributes()
	if len(in.Args) != len(attributes) {
		c.report(i, "", WrongCount, "%d arguments instead of %d", len(in.Args), len(attributes))
		return
	}
	for k := range attributes {
		if f := c.argument(&attributes[k], in.Args[k]); f != nil {
			c.reportFault(i, attributes[k].Name, f)
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

func (c *checker) argument(a *Attribute, v step.Value) *fault {
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
	return c.value(&a.Type, v)
}

// show gives a value as it stands in a file, shortened.
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
