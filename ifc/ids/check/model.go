package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Model is an IFC file that can be asked for what facets need.
type Model struct {
	ctx    context.Context // of the check
	doc    *step.Document
	schema *schema.Schema
	named  string // the schema as the file names it

	instances map[int]*instance
	classes   map[string]*class
	links     map[string]map[int][]int // by relation: the instances on its many side to those on its one side
	sets      map[int]*set
	resolved  map[int]elementSets
	last      int // the element that sets were asked of last, since its facets are compared one after the other
	lastSets  elementSets
	units     *units
	warnings  []string
}

// instance is a decoded instance with its class.
type instance struct {
	id    int
	class *class
	args  []step.Value
}

// class is an entity of the schema with the places of its attributes.
type class struct {
	name       string // in upper case
	entity     *schema.Entity
	attributes []schema.Attribute
	place      map[string]int
}

// ErrSchema is wrapped where a file's schema is not known.
var ErrSchema = errors.New("the schema of the file is not known: IFC2X3, IFC4 and IFC4X3 are read")

// Open indexes a file. What cannot be read in it is a warning of the report.
func Open(data []byte) (*Model, error) { return OpenContext(context.Background(), data) }

// OpenContext is Open of a file that is to be checked before the context ends.
func OpenContext(ctx context.Context, data []byte) (*Model, error) {
	doc, err := step.OpenContext(ctx, data)
	var faults step.Errors
	if err != nil && !errors.As(err, &faults) {
		return nil, err
	}
	if doc.Len() == 0 {
		return nil, fmt.Errorf("the file has no instances: %w", errors.Join(err))
	}
	m := &Model{ctx: ctx, doc: doc, instances: map[int]*instance{}, classes: map[string]*class{},
		links: map[string]map[int][]int{}, sets: map[int]*set{},
		resolved: map[int]elementSets{}}
	if len(doc.Header().Schemas) > 0 {
		m.named = doc.Header().Schemas[0]
	}
	if m.schema, err = schemaOf(m.named); err != nil {
		return nil, err
	}
	for _, f := range faults {
		m.warn("%v", f)
	}
	return m, nil
}

// schemaOf finds the schema. Early versions of IFC4X3 are read as the last one, and IFC4 with an addendum's name as
// IFC4.
func schemaOf(name string) (*schema.Schema, error) {
	upper := strings.ToUpper(name)
	switch {
	case strings.HasPrefix(upper, "IFC4X3"):
		return schema.IFC4X3(), nil
	case upper == "IFC4" || strings.HasPrefix(upper, "IFC4_"):
		return schema.IFC4(), nil
	case strings.HasPrefix(upper, "IFC2X3"):
		return schema.IFC2X3(), nil
	}
	return nil, fmt.Errorf("%w, not %q", ErrSchema, name)
}

// maxWarnings bounds what a damaged file says of itself.
const maxWarnings = 50

func (m *Model) warn(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(m.warnings) < maxWarnings && !slices.Contains(m.warnings, text) {
		m.warnings = append(m.warnings, text)
	}
}

// Schema returns the schema as the file names it.
func (m *Model) Schema() string { return m.named }

// Len returns the number of instances.
func (m *Model) Len() int { return m.doc.Len() }

// version is the schema's name in ifcVersion.
func (m *Model) version() string { return m.schema.Name }

// class finds a class by its name in upper case; nil where the schema has none of that name.
func (m *Model) class(name string) *class {
	if c, known := m.classes[name]; known {
		return c
	}
	var c *class
	if e, ok := m.schema.Entity(name); ok {
		c = &class{name: strings.ToUpper(e.Name), entity: e, attributes: e.AllAttributes(), place: map[string]int{}}
		for i, a := range c.attributes {
			c.place[a.Name] = i
		}
	}
	m.classes[name] = c
	return c
}

// get decodes an instance. It is nil where there is none, where it cannot be read, or the schema does not know its
// class.
func (m *Model) get(id int) *instance {
	if known, ok := m.instances[id]; ok {
		return known
	}
	out := m.decode(id)
	m.instances[id] = out
	return out
}

// decode is get for what is asked for once, such as the properties of a set: it is not kept.
func (m *Model) decode(id int) *instance {
	in, err := m.doc.Instance(id)
	if err != nil && !errors.Is(err, step.ErrNoInstance) {
		m.warn("%v", err)
	} else if err == nil {
		if c := m.class(in.Name); c != nil {
			return &instance{id, c, in.Args}
		}
		if in.Name != "" {
			m.warn("%s has no entity %s", m.schema.Name, in.Name)
		}
	}
	return nil
}

// arg returns an attribute by its name, Null where the class does not have it or the file leaves it out.
func (in *instance) arg(name string) step.Value {
	if in == nil {
		return step.Null{}
	}
	i, ok := in.class.place[name]
	if !ok || i >= len(in.args) {
		return step.Null{}
	}
	return in.args[i]
}

// text returns an attribute that is a text or an item of an enumeration, "" where it is none.
func (in *instance) text(name string) string {
	switch v := in.arg(name).(type) {
	case step.String:
		return string(v)
	case step.Enum:
		return string(v)
	case step.Typed:
		if s, ok := v.Value.(step.String); ok {
			return string(s)
		}
	}
	return ""
}

// is reports whether the instance is of an entity or below it.
func (in *instance) is(entity string) bool { return in != nil && in.class.entity.IsA(entity) }

// refs returns the references in a value: one, or those of a list.
func refs(v step.Value) []int {
	switch v := v.(type) {
	case step.Ref:
		return []int{int(v)}
	case step.Typed:
		return refs(v.Value)
	case step.List:
		var out []int
		for _, e := range v {
			out = append(out, refs(e)...)
		}
		return out
	}
	return nil
}

// ref returns the instance that an attribute refers to, or nil.
func (m *Model) ref(in *instance, name string) *instance {
	if r, ok := in.arg(name).(step.Ref); ok {
		return m.get(int(r))
	}
	return nil
}
