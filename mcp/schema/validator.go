package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Validator checks documents against one schema. It is safe for concurrent use.
type Validator struct {
	schema *jsonschema.Schema
	shape  *shape
}

// Compile returns a Validator for a schema. The schema must conform to the 2020-12 meta-schema, and references must
// stay within it. Formats are checked.
func Compile(text []byte) (*Validator, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("schema is not JSON: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(noLoader{})
	const here = "schema:/root.json"
	if err := c.AddResource(here, doc); err != nil {
		return nil, fmt.Errorf("add schema: %w", err)
	}
	s, err := c.Compile(here)
	if err != nil {
		return nil, fmt.Errorf("compile schema: %w", err)
	}
	return &Validator{s, newShape(text)}, nil
}

type noLoader struct{}

func (noLoader) Load(url string) (any, error) {
	return nil, fmt.Errorf("a schema must not refer to %s", url)
}

// Check returns every fault of the document, sorted by place, or none if it conforms.
func (v *Validator) Check(document []byte) []Issue { return v.CheckParsed(Parse(document)) }

// Document is a JSON document whose numbers keep their text. It is parsed only when needed. Only one goroutine may use
// it at a time.
type Document struct {
	text          []byte
	value         any
	parsed, valid bool
	canonical     []byte // cached, for an ordinary document
}

// Parse returns a document for a text. CheckParsed reports the faults of the text.
func Parse(document []byte) *Document { return &Document{text: document} }

func (d *Document) parse() {
	if d.parsed {
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.text))
	d.value, d.parsed, d.valid = value, true, err == nil
}

// Canonical returns the document with sorted members and without white space, so that equal documents have equal texts.
// It returns false if the text is not JSON.
func (d *Document) Canonical() ([]byte, bool) {
	if d.ordinary() {
		return d.canonical, true
	}
	if d.parse(); !d.valid {
		return nil, false
	}
	text, err := json.Marshal(d.value)
	return text, err == nil
}

// CanonicalWithout is Canonical for an object without the members with the given names.
func (d *Document) CanonicalWithout(names []string) ([]byte, bool) {
	if d.ordinary() {
		if text, ok := without(d.canonical, names); ok {
			return text, true
		}
	}
	d.parse()
	value, ok := d.value.(map[string]any)
	if !ok || !d.valid {
		return nil, false
	}
	value = maps.Clone(value)
	for _, name := range names {
		delete(value, name)
	}
	text, err := json.Marshal(value)
	return text, err == nil
}

// ordinary reports whether the document can be converted to its canonical form without parsing.
func (d *Document) ordinary() bool {
	if d.canonical == nil {
		d.canonical, _ = canonical(d.text)
	}
	return d.canonical != nil
}

// CheckParsed is Check for a Document, which the caller can use for other purposes without parsing it again.
func (v *Validator) CheckParsed(d *Document) []Issue {
	if v.shape.accepts(d.text) {
		return nil
	}
	if d.parse(); !d.valid {
		return []Issue{{Pointer: "", Reason: "this is not a JSON document"}}
	}
	if issues := unusableNumbers(d.value, nil, nil); len(issues) > 0 {
		return sorted(issues)
	}
	err := v.schema.Validate(d.value)
	if err == nil {
		return nil
	}
	failure, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return []Issue{{Pointer: "", Reason: "this could not be validated"}}
	}
	return sorted(issuesOf(failure, v.schema, d.value))
}

// pointer returns an RFC 6901 JSON pointer.
func pointer(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(t))
	}
	return b.String()
}
