package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
)

// parser reads the declarations of an EXPRESS schema. It keeps the first error, which ends the reading.
type parser struct {
	src  string
	toks []token
	i    int
	err  error
}

func schemaTable(src string) (name string, table any, err error) {
	s, err := parseSchema(src)
	if err != nil {
		return "", nil, err
	}
	return s.Name, s, nil
}

// parseSchema reads "SCHEMA name; declarations END_SCHEMA;".
func parseSchema(src string) (*schema.Schema, error) {
	toks, err := tokens(src)
	if err != nil {
		return nil, err
	}
	p := &parser{src: src, toks: toks}
	s := &schema.Schema{}
	p.want("SCHEMA")
	s.Name = p.take()
	p.want(";")
	for p.err == nil && !p.is("END_SCHEMA") {
		p.declaration(s)
	}
	sort.Slice(s.Entities, func(i, j int) bool { return s.Entities[i].Name < s.Entities[j].Name })
	sort.Slice(s.Types, func(i, j int) bool { return s.Types[i].Name < s.Types[j].Name })
	sort.Slice(s.Functions, func(i, j int) bool { return s.Functions[i].Name < s.Functions[j].Name })
	return s, p.err
}

func (p *parser) declaration(s *schema.Schema) {
	switch word := strings.ToUpper(p.take()); word {
	case "TYPE":
		s.Types = append(s.Types, p.typeDecl())
	case "ENTITY":
		s.Entities = append(s.Entities, p.entity())
	case "RULE":
		s.Rules = append(s.Rules, p.rule())
	case "FUNCTION":
		s.Functions = append(s.Functions, p.function())
	default:
		p.fail("unexpected %s", word)
	}
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		line := 1
		if n := len(p.toks); n > 0 {
			line = p.toks[min(p.i, n-1)].line
		}
		p.err = fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
	}
}

// peek returns the current token, or "" at the end.
func (p *parser) peek() string {
	if p.i >= len(p.toks) || p.err != nil {
		p.fail("unexpected end of the schema")
		return ""
	}
	return p.toks[p.i].text
}

func (p *parser) take() string {
	t := p.peek()
	p.i++
	return t
}

func (p *parser) is(word string) bool { return strings.EqualFold(p.peek(), word) }

// skip takes the current token if it is the given word.
func (p *parser) skip(word string) bool {
	if p.is(word) {
		p.i++
		return true
	}
	return false
}

func (p *parser) want(word string) {
	if !p.skip(word) {
		p.fail("expected %s, found %q", word, p.peek())
	}
}

// until returns the source up to a token, which it does not take, with single blanks between words.
func (p *parser) until(stop string) string {
	start := p.i
	for p.err == nil && !p.is(stop) {
		p.i++
	}
	if p.err != nil {
		return ""
	}
	var b strings.Builder
	for k := start; k < p.i; k++ {
		t := p.toks[k]
		if k > start && p.toks[k-1].start+len(p.toks[k-1].text) < t.start {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// typeDecl reads a defined type after TYPE.
func (p *parser) typeDecl() *schema.Type {
	t := &schema.Type{Name: p.take()}
	p.want("=")
	switch {
	case p.skip("ENUMERATION"):
		p.want("OF")
		t.Items = p.names()
		for i, item := range t.Items {
			t.Items[i] = strings.ToUpper(item)
		}
	case p.skip("SELECT"):
		t.Select = p.names()
	default:
		x := p.typeExpr()
		t.Underlying = &x
	}
	p.want(";")
	if p.skip("WHERE") {
		t.Where = p.rules("END_TYPE")
	}
	p.want("END_TYPE")
	p.want(";")
	return t
}

// names reads "(a, b, c)".
func (p *parser) names() []string {
	p.want("(")
	out := []string{p.take()}
	for p.skip(",") {
		out = append(out, p.take())
	}
	p.want(")")
	return out
}

var kinds = map[string]schema.Kind{"INTEGER": schema.Integer, "REAL": schema.RealNumber, "NUMBER": schema.Number,
	"BOOLEAN": schema.Boolean, "LOGICAL": schema.Logical, "STRING": schema.String, "BINARY": schema.Binary,
	"LIST": schema.ListOf, "SET": schema.SetOf, "BAG": schema.BagOf, "ARRAY": schema.ArrayOf}

func (p *parser) typeExpr() schema.TypeExpr {
	word := p.take()
	kind, known := kinds[strings.ToUpper(word)]
	x := schema.TypeExpr{Kind: kind}
	switch {
	case !known:
		x.Kind, x.Name = schema.Named, word
	case kind.IsAggregate():
		p.aggregate(&x)
	case p.skip("("):
		x.Width = p.bound()
		p.want(")")
		x.Fixed = p.skip("FIXED")
	}
	return x
}

// aggregate reads "[low:high] OF UNIQUE element" after LIST, SET, BAG or ARRAY.
func (p *parser) aggregate(x *schema.TypeExpr) {
	x.High = schema.Unbounded
	if p.skip("[") {
		x.Low = p.bound()
		p.want(":")
		x.High = p.bound()
		p.want("]")
	}
	p.want("OF")
	x.Gaps = p.skip("OPTIONAL")
	x.Uniq = p.skip("UNIQUE")
	elem := p.typeExpr()
	x.Elem = &elem
}

func (p *parser) bound() int {
	if p.skip("?") {
		return schema.Unbounded
	}
	n, err := strconv.Atoi(p.take())
	if err != nil {
		p.fail("expected a number as bound: %v", err)
	}
	return n
}

// rules reads "label : expression;" repeatedly, up to the word end.
func (p *parser) rules(end string) []schema.Rule {
	var out []schema.Rule
	for p.err == nil && !p.is(end) {
		r := schema.Rule{Label: p.take()}
		p.want(":")
		r.Text = p.until(";")
		p.want(";")
		out = append(out, r)
	}
	return out
}

// rule reads a global rule after RULE.
func (p *parser) rule() schema.Rule {
	r := schema.Rule{Label: p.take()}
	r.Text = p.until("END_RULE")
	p.want("END_RULE")
	p.want(";")
	return r
}

// function reads a function after FUNCTION; its text is everything from the parameters to END_FUNCTION.
func (p *parser) function() schema.Function {
	f := schema.Function{Name: p.take()}
	f.Text = p.until("END_FUNCTION")
	p.want("END_FUNCTION")
	p.want(";")
	return f
}
