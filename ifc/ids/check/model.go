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

// Model is an indexed IFC file that facets can be compared with.
type Model struct {
	ctx    context.Context // context of the check
	doc    *step.Document
	schema *schema.Schema
	named  string // schema as the file names it

	instances map[int]*instance
	classes   map[string]*class
	links     map[string]map[int][]int // by relation: for each instance on the many side, the instances on the one side
	sets      map[int]*set
	resolved  map[int]elementSets
	last      int // the element of lastSets, kept because the facets of one element are compared in a row
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
	name       string // name in upper case
	entity     *schema.Entity
	attributes []schema.Attribute
	place      map[string]int
}

// ErrSchema is wrapped by the error for a file whose schema is not known.
var ErrSchema = errors.New("the schema of the file is not known: IFC2X3, IFC4 and IFC4X3 are read")

// Open indexes a file. Parts that cannot be read become warnings of the report.
func Open(data []byte) (*Model, error) { return OpenContext(context.Background(), data) }

// OpenContext is like Open, but stops when the context ends; the context also ends a later check of the model.
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

// schemaOf returns the schema of a name. Early versions of IFC4X3 count as the last version, and IFC4 with an
// addendum's name counts as IFC4.
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

// maxWarnings bounds the number of warnings about a damaged file.
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

// class returns a class by its name in upper case, or nil if the schema has no such class.
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

// get returns a decoded instance. It is nil if the instance is missing, cannot be read, or has a class unknown to the
// schema.
func (m *Model) get(id int) *instance {
	if known, ok := m.instances[id]; ok {
		return known
	}
	out := m.decode(id)
	m.instances[id] = out
	return out
}

// decode is like get, but does not keep the instance. It serves instances that are needed once, such as the properties
// of a set.
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

// arg returns an attribute by its name, or Null if the class or the file does not have it.
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

// text returns an attribute that is a text or an item of an enumeration, or "" for any other value.
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

// is reports whether the instance is of the entity or of one of its subtypes.
func (in *instance) is(entity string) bool { return in != nil && in.class.entity.IsA(entity) }

// refs returns the references in a value, which may be one reference or a list.
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
