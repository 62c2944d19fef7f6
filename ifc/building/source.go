package building

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/state"
	foreign "github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/geometry/curved"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// Source gives access to a file by its schema: instances by number, attributes by name.
type Source struct {
	ctx       context.Context // context of the reading; loops over the whole file check it (processors.Hear)
	file      *step.File
	index     *step.Index
	schema    *schema.Schema
	units     units
	classes   map[string]*class      // classes by the name in the instances
	last      *class                 // class that was looked up last
	frames    noted[Frame]           // frames of placements
	misplaced map[int]string         // why a placement is not read, by its number
	open      map[int]bool           // placements being read, by number, to find rings
	rings     int                    // number of rings of placements
	grids     map[int]*step.Instance // grids by the numbers of their axes; nil until the first lookup
	profiles  map[int]Profile        // profiles by number of the instance
	digests   map[int]digest         // digests by number of the instance
	weights   map[int]int            // weights by number of the instance
	edges     map[int][]r3.Vector    // points of edges by number of the instance
	coarse    float64                // factor by which the tolerance for triangles of curved faces is enlarged
	unread    map[string]int         // parts of ifcXML that the schema does not know, by class and name
	// whether the project has a unit of length
	hasLengthUnit bool
	looks         *looks   // nil until the first use
	foreign       struct { // texts whose characters were replaced
		sync.Mutex
		replaced map[Replaced]bool
	}
	refined  bool                   // whether a curved face has got corners inside
	surfaces map[int]curved.Surface // curved surfaces by number of the instance
}

// maxDepth bounds recursion in a file: no building nests placements, mapped items or booleans as deeply.
const maxDepth = 64

// Parse reads a file: STEP or ifcXML, by itself or in an ifcZIP archive. The error is INVALID_INPUT with line and
// column of the first fault for a damaged file or a file in another format. It is OUT_OF_RANGE for a file of another
// schema than the three.
func Parse(data []byte) (*Source, error) { return ParseContext(context.Background(), data) }

// ParseContext is Parse with a context. It returns the context's error once the context is cancelled.
func ParseContext(ctx context.Context, data []byte) (*Source, error) {
	file, unread, err := read(ctx, data)
	if err != nil {
		return nil, err
	}
	src, err := OpenContext(ctx, file)
	if err == nil {
		src.unread = unread
	}
	return src, err
}

// onlyHeader reports whether all faults of a file are in its header, which has no data of the building.
func onlyHeader(err error, data []byte, file *step.File) bool {
	faults, ok := errors.AsType[step.Errors](err)
	if !ok || len(file.Header.Schemas) == 0 || len(file.Instances) == 0 {
		return false
	}
	begin := int64(bytes.Index(data, []byte("DATA;")))
	return !slices.ContainsFunc(faults, func(f *step.SyntaxError) bool { return f.Offset >= begin })
}

// located returns an error that states the location of a fault in the file.
func located(err error) error {
	fault, ok := errors.AsType[*step.SyntaxError](err)
	if !ok {
		return state.Errorf(state.InvalidInput, "the file cannot be read as a STEP file: %w", err)
	}
	return state.Errorf(state.InvalidInput,
		"the file is damaged at line %d, column %d: %s; nothing was imported: export it anew", fault.Line,
		fault.Column, fault.Message).
		With("line", fault.Line).With("column", fault.Column).With("offset", fault.Offset)
}

// Open returns a Source for a parsed file.
func Open(file *step.File) (*Source, error) { return OpenContext(context.Background(), file) }

// OpenContext is Open with a context. Loops over the whole file stop when the context is cancelled (processors.Hear).
func OpenContext(ctx context.Context, file *step.File) (*Source, error) {
	s, err := schemaOf(file.Header.Schemas)
	if err != nil {
		return nil, err
	}
	index := step.NewIndex(file)
	src := &Source{
		ctx:  ctx,
		file: file, index: index, schema: s, classes: map[string]*class{},
		frames: noted[Frame]{index: index}, profiles: map[int]Profile{}, digests: map[int]digest{},
		weights: map[int]int{}, edges: map[int][]r3.Vector{}, surfaces: map[int]curved.Surface{},
	}
	src.readUnits()
	return src, nil
}

// Hear stops the reading if its context is cancelled, by processors.Hear.
func (s *Source) Hear() { processors.Hear(s.ctx) }

// Beside returns a source of the same file for another goroutine. The two sources have separate caches.
func (s *Source) Beside() *Source {
	return &Source{
		ctx: s.ctx, file: s.file, index: s.index, schema: s.schema, units: s.units, classes: map[string]*class{},
		frames:   noted[Frame]{index: s.index},
		profiles: map[int]Profile{}, digests: map[int]digest{}, weights: map[int]int{}, edges: map[int][]r3.Vector{},
		surfaces: map[int]curved.Surface{},
	}
}

// schemaOf returns the schema that the header names. Names of drafts and corrections select the edition to which they
// belong, since they differ only in classes that no building needs.
func schemaOf(names []string) (*schema.Schema, error) {
	name := strings.ToUpper(strings.TrimSpace(strings.Join(names, " ")))
	switch {
	case strings.HasPrefix(name, "IFC2X"):
		return schema.IFC2X3(), nil
	case strings.HasPrefix(name, "IFC4X"):
		return schema.IFC4X3(), nil
	case strings.HasPrefix(name, "IFC4"):
		return schema.IFC4(), nil
	}
	return nil, state.Errorf(state.OutOfRange,
		"the file is of schema %q: IFC2X3, IFC4 and IFC4X3 can be imported", name).
		With("schema", name).With("allowed", []string{"IFC2X3", "IFC4", "IFC4X3"})
}

// Schema returns the name of the schema as the header has it.
func (s *Source) Schema() string { return strings.Join(s.file.Header.Schemas, " ") }

// Templates returns the schema of the file with its templates of property sets.
func (s *Source) Templates() *schema.Schema { return s.schema }

// Header returns the file's header.
func (s *Source) Header() step.Header { return s.file.Header }

// entity returns a class, if necessary from another schema than the schema of the file, since some files use classes of
// later schemas.
func (s *Source) entity(name string) (*schema.Entity, bool) {
	if e, ok := s.schema.Entity(name); ok {
		return e, true
	}
	for _, other := range []*schema.Schema{schema.IFC4X3(), schema.IFC4(), schema.IFC2X3()} {
		if e, ok := other.Entity(name); ok {
			return e, true
		}
	}
	return nil, false
}

// class caches the lookups for one class. The lists are short: searching one is faster than a map.
type class struct {
	name   string         // name as instances have it
	entity *schema.Entity // nil if no schema has the class
	places []placeOf
	kinds  []kindOf
}

// placeOf is the index of an attribute in a class, -1 for none.
type placeOf struct {
	attribute string
	place     int
}

// kindOf states whether a class is another class or a subtype of it.
type kindOf struct {
	class string
	is    bool
}

func (s *Source) class(in *step.Instance) *class {
	if s.last != nil && s.last.name == in.Name {
		return s.last
	}
	s.last = s.named(in.Name)
	return s.last
}

// named returns the class with a name.
func (s *Source) named(name string) *class {
	c, known := s.classes[name]
	if !known {
		c = &class{name: name}
		c.entity, _ = s.entity(name)
		s.classes[name] = c
	}
	return c
}

func (c *class) isA(class string) bool {
	for i := range c.kinds {
		if c.kinds[i].class == class {
			return c.kinds[i].is
		}
	}
	is := c.entity != nil && c.entity.IsA(class)
	c.kinds = append(c.kinds, kindOf{class, is})
	return is
}

func (c *class) place(attribute string) int {
	for i := range c.places {
		if c.places[i].attribute == attribute {
			return c.places[i].place
		}
	}
	p := placeOf{attribute, -1}
	if c.entity != nil {
		if _, at, found := c.entity.Attribute(attribute); found {
			p.place = at
		}
	}
	c.places = append(c.places, p)
	return p.place
}

// className returns a class as the schema spells it.
func (s *Source) className(in *step.Instance) string {
	if e := s.class(in).entity; e != nil {
		return e.Name
	}
	return in.Name
}

// isA reports whether an instance is of a class or a subtype of it.
func (s *Source) isA(in *step.Instance, class string) bool {
	return in != nil && s.class(in).isA(class)
}

// get returns the instance that a value refers to, nil for none.
func (s *Source) get(v step.Value) *step.Instance {
	if ref, ok := v.(step.Ref); ok {
		return s.index.Instance(int(ref))
	}
	return nil
}

// value returns an attribute by its name, $ if the instance has no such attribute.
func (s *Source) value(in *step.Instance, name string) step.Value {
	if in == nil {
		return step.Null{}
	}
	place := s.class(in).place(name)
	if place < 0 || place >= len(in.Args) {
		return step.Null{}
	}
	return in.Args[place]
}

// one returns the instance that an attribute refers to.
func (s *Source) one(in *step.Instance, name string) *step.Instance { return s.get(s.value(in, name)) }

// many returns the instances that an attribute lists, without the instances that are missing in the file. A single
// reference counts as a list of one.
func (s *Source) many(in *step.Instance, name string) []*step.Instance {
	return s.all(s.value(in, name))
}

func (s *Source) all(v step.Value) []*step.Instance {
	var out []*step.Instance
	switch v := v.(type) {
	case step.List:
		out = make([]*step.Instance, 0, len(v))
		for _, item := range v {
			if in := s.get(item); in != nil {
				out = append(out, in)
				continue
			}
			out = append(out, s.all(item)...)
		}
	case step.Typed:
		return s.all(v.Value)
	case step.Ref:
		if in := s.get(v); in != nil {
			out = append(out, in)
		}
	}
	return out
}

// text returns a text or enumeration attribute, "" if the attribute has no value. Invisible and control characters are
// replaced.
func (s *Source) text(in *step.Instance, names ...string) string {
	for _, name := range names {
		if t := textOf(s.value(in, name)); t != "" {
			return s.harmless(in, name, t)
		}
	}
	return ""
}

// Replaced is an attribute whose text had characters that are invisible or control its display.
type Replaced struct {
	Number    int // number of the instance
	Class     string
	Attribute string
}

// harmless returns the text of an attribute with invisible and control characters replaced, and records that the text
// had such characters. A description and a value may have several lines, a name only one.
func (s *Source) harmless(in *step.Instance, attribute, given string) string {
	out := foreign.Line(given)
	if out != given && (attribute == "Description" || attribute == "") {
		out = foreign.Block(given)
	}
	if out == given {
		return given
	}
	s.foreign.Lock()
	defer s.foreign.Unlock()
	if s.foreign.replaced == nil {
		s.foreign.replaced = map[Replaced]bool{}
	}
	s.foreign.replaced[Replaced{in.ID, in.Name, cmp.Or(attribute, "value")}] = true
	return out
}

// Replaced returns the attributes whose texts were replaced so far, in the order of the file.
func (s *Source) Replaced() []Replaced {
	s.foreign.Lock()
	defer s.foreign.Unlock()
	return slices.SortedFunc(maps.Keys(s.foreign.replaced), func(a, b Replaced) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Attribute, b.Attribute))
	})
}

func textOf(v step.Value) string {
	switch v := v.(type) {
	case step.String:
		return string(v)
	case step.Enum:
		return string(v)
	case step.Typed:
		return textOf(v.Value)
	}
	return ""
}

// number returns a numeric attribute; ok is false if the attribute has no value.
func (s *Source) number(in *step.Instance, name string) (float64, bool) {
	return step.NumberOf(s.value(in, name))
}

// length returns an attribute that is a length, in micrometres; 0 if the attribute has no value.
func (s *Source) length(in *step.Instance, name string) float64 {
	v, _ := s.number(in, name)
	return float64(v * s.units.length)
}

// isTrue reports whether a boolean attribute is true.
func (s *Source) isTrue(in *step.Instance, name string) bool {
	return s.value(in, name) == step.Value(step.True)
}

// numbers returns a list of numbers, nil if the value is not such a list.
func numbers(v step.Value) []float64 {
	list, ok := v.(step.List)
	if !ok {
		return nil
	}
	out := make([]float64, 0, len(list))
	for _, item := range list {
		n, ok := step.NumberOf(item)
		if !ok {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// Unreadable is the error for a part of a file that cannot be read: a construct that is not supported, or a construct
// that is inconsistent.
type Unreadable struct {
	Class  string // class of the instance
	Number int
	Reason string
}

// Error returns the instance and the reason.
func (e *Unreadable) Error() string { return fmt.Sprintf("%s #%d: %s", e.Class, e.Number, e.Reason) }

// unreadable returns the error for an instance that cannot be read.
func (s *Source) unreadable(in *step.Instance, format string, args ...any) error {
	if in == nil {
		return &Unreadable{Reason: "a reference leads nowhere"}
	}
	return &Unreadable{s.className(in), in.ID, fmt.Sprintf(format, args...)}
}
