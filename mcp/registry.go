package mcp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/mcp/schema"
)

// The bounds of a tool's description for clients. Hosts prefix names and cut them at 64 bytes, and read about 2 kB of a
// description.
const (
	MaxNameBytes        = 40
	MaxDescriptionBytes = 600
)

// Entry is a tool with its compiled schemas.
type Entry struct {
	Tool
	InputSchema  json.RawMessage // of the arguments
	DataSchema   json.RawMessage // of the envelope's data
	OutputSchema json.RawMessage // of the whole envelope for clients, with the data in outline

	input, data *lazyValidator
	properties  map[string]bool // names of the arguments
	parameters  []string        // the same, sorted, without those common to all tools
	searched    func() []place  // the tool's words for FindTools
}

// lazyValidator compiles a schema at first use. Clients start servers whose tools they hardly use, and compiling all
// schemas takes longer than the rest of the start.
type lazyValidator struct {
	compiled func() (*schema.Validator, error)
}

func newLazyValidator(text json.RawMessage) *lazyValidator {
	return &lazyValidator{sync.OnceValues(func() (*schema.Validator, error) { return schema.Compile(text) })}
}

// validator returns the compiled schema. Registry.Check has shown that it compiles.
func (l *lazyValidator) validator() *schema.Validator {
	v, err := l.compiled()
	if err != nil {
		panic(fmt.Sprintf("mcp: a schema that was not checked: %v", err))
	}
	return v
}

// Registry is a checked table of tools, in the order of their names.
type Registry struct {
	entries []*Entry
	byName  map[string]*Entry
}

var toolName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// NewRegistry checks the tools and derives their schemas. It returns an error for duplicates, missing or loose schemas,
// and descriptions beyond the bounds above. Check compiles the schemas.
func NewRegistry(tools []Tool) (*Registry, error) {
	r := &Registry{byName: map[string]*Entry{}}
	entries, errs := newEntries(tools)
	var faults []error
	for i, t := range tools {
		e, err := entries[i], errs[i]
		if err == nil && r.byName[t.Name] != nil {
			err = errors.New("another tool has this name")
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("tool %q: %w", t.Name, err))
			continue
		}
		r.byName[t.Name] = e
		r.entries = append(r.entries, e)
	}
	slices.SortFunc(r.entries, func(a, b *Entry) int { return cmp.Compare(a.Name, b.Name) })
	return r, errors.Join(faults...)
}

// newEntries creates the entries in parallel, because checking the schemas takes most of the time of a start.
func newEntries(tools []Tool) ([]*Entry, []error) {
	entries, errs := make([]*Entry, len(tools)), make([]error, len(tools))
	var wg sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, t := range tools {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			entries[i], errs[i] = newEntry(t)
		})
	}
	wg.Wait()
	return entries, errs
}

func newEntry(t Tool) (*Entry, error) {
	if err := checkFace(t); err != nil {
		return nil, err
	}
	e := &Entry{Tool: t}
	var err error
	if e.InputSchema, err = schema.ForInput(reflect.TypeOf(t.Input), parameterWords,
		"reasoning"); err != nil {
		return nil, fmt.Errorf("input: %w", err)
	}
	var outline json.RawMessage
	if e.DataSchema, outline, err = schema.ForOutput(reflect.TypeOf(t.Output)); err != nil {
		return nil, fmt.Errorf("output: %w", err)
	}
	e.OutputSchema = envelopeSchema(outline)
	return e, e.prepare()
}

func (e *Entry) prepare() error {
	e.searched = sync.OnceValue(e.places)
	e.input, e.data = newLazyValidator(e.InputSchema), newLazyValidator(e.DataSchema)
	var face struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(e.InputSchema, &face); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	e.properties = make(map[string]bool, len(face.Properties))
	for name := range face.Properties {
		e.properties[name] = true
		if !commonParameters[name] {
			e.parameters = append(e.parameters, name)
		}
	}
	slices.Sort(e.parameters)
	return e.checkCommon()
}

// Check compiles every schema of the table strictly. Tests call it for the whole table, while a server compiles only
// what it uses.
func (r *Registry) Check() error {
	var faults []error
	for _, e := range r.entries {
		if _, err := e.input.compiled(); err != nil {
			faults = append(faults, fmt.Errorf("tool %q: input: %w", e.Name, err))
		}
		if _, err := e.data.compiled(); err != nil {
			faults = append(faults, fmt.Errorf("tool %q: output: %w", e.Name, err))
		}
		if _, err := schema.Compile(e.OutputSchema); err != nil {
			faults = append(faults, fmt.Errorf("tool %q: envelope: %w", e.Name, err))
		}
	}
	return errors.Join(faults...)
}

// commonOfMutations are the arguments that every mutating tool takes.
var commonOfMutations = []string{"model_id", "branch", "dry_run", "reasoning", "expected_revision",
	"idempotency_key", "approval_id"}

// commonParameters are the parameters that do not characterize a tool.
var commonParameters = map[string]bool{
	"model_id": true, "branch": true, "dry_run": true, "reasoning": true, "expected_revision": true,
	"idempotency_key": true, "approval_id": true,
	"at": true, "limit": true, "cursor": true, "detail": true, "effects": true,
}

func (e *Entry) checkCommon() error {
	for _, name := range commonOfMutations {
		if e.Category == CategoryMutation && !e.properties[name] {
			return fmt.Errorf("a mutation takes %s: embed MutationArguments", name)
		}
	}
	if e.Category == CategoryExecution && !e.properties["dry_run"] {
		return errors.New("what executes takes dry_run")
	}
	return nil
}

func checkFace(t Tool) error {
	switch {
	case !toolName.MatchString(t.Name) || len(t.Name) > MaxNameBytes:
		return fmt.Errorf("the name must be in snake case and at most %d bytes long", MaxNameBytes)
	case t.Description == "" || len(t.Description) > MaxDescriptionBytes:
		return fmt.Errorf("the description has %d bytes, must have 1 to %d", len(t.Description), MaxDescriptionBytes)
	case t.Title == "" || t.Server == "":
		return errors.New("title and server are required")
	case !slices.Contains([]Set{SetContract, SetDefault, SetFull}, t.Set):
		return fmt.Errorf("unknown set %q", t.Set)
	case !slices.Contains([]Category{CategoryRead, CategoryMutation, CategoryExecution}, t.Category):
		return fmt.Errorf("unknown category %q", t.Category)
	case t.Category == CategoryRead && t.Destructive:
		return errors.New("a read cannot be destructive")
	case t.Idempotent && (t.Records || t.Category == CategoryExecution):
		return errors.New("a tool that puts each call on record is not idempotent")
	case t.Input == nil || t.Output == nil:
		return errors.New("a tool without schemas cannot be registered: Input and Output are required")
	case t.Handle == nil:
		return errors.New("a tool needs a handler")
	}
	return nil
}

// Entries returns the tools in the order of their names. The slice is the caller's.
func (r *Registry) Entries() []*Entry { return slices.Clone(r.entries) }

// Find returns a tool by name, or nil.
func (r *Registry) Find(name string) *Entry { return r.byName[name] }

// Selection selects the tools of the table that a server offers.
type Selection struct {
	Servers  []string // empty means all
	Set      Set      // empty means SetDefault
	Only     []string // only these, also outside the set; empty means all of the set
	Exclude  []string
	ReadOnly bool // only reads; takes precedence
}

// Select returns the registry of the selected tools. A name in Only may lie outside the set. The error for an unknown
// name or server suggests a similar one.
func (r *Registry) Select(s Selection) (*Registry, error) {
	if err := r.checkSelection(s); err != nil {
		return nil, err
	}
	out := &Registry{byName: map[string]*Entry{}}
	for _, e := range r.entries {
		if s.admits(e) {
			out.entries = append(out.entries, e)
			out.byName[e.Name] = e
		}
	}
	return out, nil
}

func (s Selection) admits(e *Entry) bool {
	switch {
	case s.ReadOnly && e.Category != CategoryRead, slices.Contains(s.Exclude, e.Name):
		return false
	case len(s.Servers) > 0 && !slices.Contains(s.Servers, e.Server):
		return false
	case len(s.Only) > 0:
		return slices.Contains(s.Only, e.Name)
	}
	return size(e.Set) <= size(s.Set)
}

// size orders the sets; the empty set means the default.
func size(s Set) int {
	switch s {
	case SetContract:
		return 0
	case SetFull:
		return 2
	}
	return 1
}

func (r *Registry) checkSelection(s Selection) error {
	var names, servers []string
	for _, e := range r.entries {
		names = append(names, e.Name)
		if !slices.Contains(servers, e.Server) {
			servers = append(servers, e.Server)
		}
	}
	slices.Sort(servers)
	if s.Set != "" && !slices.Contains([]Set{SetContract, SetDefault, SetFull}, s.Set) {
		return fmt.Errorf("unknown set of tools %q; there are contract, default and full", s.Set)
	}
	if err := refuseUnknown("server", s.Servers, servers); err != nil {
		return err
	}
	return refuseUnknown("tool", slices.Concat(s.Only, s.Exclude), names)
}

func refuseUnknown(what string, given, known []string) error {
	for _, g := range given {
		if slices.Contains(known, g) {
			continue
		}
		if near := schema.Nearest(g, known); near != "" {
			return fmt.Errorf("unknown %s %q; did you mean %q?", what, g, near)
		}
		return fmt.Errorf("unknown %s %q", what, g)
	}
	return nil
}
