package express

import (
	"fmt"
	"slices"
)

// SyntaxError is the place of text that is not EXPRESS or that this package does not read.
type SyntaxError struct {
	Offset  int // offset in bytes from the start of the text
	Message string
}

// Error returns the message and the place.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s (at byte %d)", e.Message, e.Offset) }

// maxNesting bounds the depth of parentheses, brackets and statements; the schemas have 9 levels.
const maxNesting = 200

// parser reads expressions and statements. It keeps the first error, after which every token is the end token.
type parser struct {
	toks  []token
	i     int
	depth int
	err   error
}

func newParser(text string) *parser {
	toks, err := tokens(text)
	if err != nil {
		return &parser{toks: []token{{}}, err: err}
	}
	return &parser{toks: toks}
}

func (p *parser) peek() token { return p.toks[p.i] }

func (p *parser) take() token {
	t := p.toks[p.i]
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return t
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = &SyntaxError{p.peek().start, fmt.Sprintf(format, args...)}
	}
	p.i = len(p.toks) - 1
}

// is reports whether the current token is the given word or symbol.
func (p *parser) is(text string) bool {
	t := p.peek()
	return t.text == text && (t.kind == wordToken || t.kind == symbolToken)
}

func (p *parser) isOneOf(texts ...string) bool { return slices.ContainsFunc(texts, p.is) }

// skip takes the current token if it is the given word or symbol.
func (p *parser) skip(text string) bool {
	if p.is(text) {
		p.take()
		return true
	}
	return false
}

func (p *parser) want(text string) {
	if !p.skip(text) && p.err == nil {
		p.fail("expected %s, found %s", text, p.found())
	}
}

func (p *parser) found() string {
	if t := p.peek(); t.kind != endToken {
		return fmt.Sprintf("%q", t.text)
	}
	return "the end"
}

// word takes a name.
func (p *parser) word() string {
	if p.peek().kind != wordToken {
		p.fail("expected a name, found %s", p.found())
		return ""
	}
	return p.take().text
}

// words takes "a, b, c".
func (p *parser) words() []string {
	out := []string{p.word()}
	for p.skip(",") {
		out = append(out, p.word())
	}
	return out
}

// enter counts one level of nesting; the caller must decrement p.depth if it returns true.
func (p *parser) enter() bool {
	if p.depth >= maxNesting {
		p.fail("nested deeper than %d levels", maxNesting)
		return false
	}
	p.depth++
	return true
}

func (p *parser) finish() error {
	if p.err == nil && p.peek().kind != endToken {
		p.fail("expected the end, found %s", p.found())
	}
	return p.err
}

// parseExpression reads a whole text as one expression.
func parseExpression(text string) (expression, error) {
	p := newParser(text)
	x := p.expression()
	return x, p.finish()
}

// parseDerived reads "type := expression".
func parseDerived(text string) (expression, error) {
	p := newParser(text)
	p.typeOf(&variable{})
	p.want(":=")
	x := p.expression()
	return x, p.finish()
}

// parseFunction reads "(parameters) : type; declarations statements".
func parseFunction(text string) (*algorithm, error) {
	p := newParser(text)
	a := &algorithm{}
	if p.skip("(") {
		a.parameters = p.parameters()
		p.want(")")
	}
	p.want(":")
	p.typeOf(&variable{})
	p.want(";")
	a.locals = p.locals()
	a.body = p.statements()
	return a, p.finish()
}

// parseRule reads "FOR (entities); declarations statements WHERE label : condition; ...".
func parseRule(text string) (*algorithm, error) {
	p := newParser(text)
	a := &algorithm{}
	p.want("FOR")
	p.want("(")
	for _, id := range p.words() {
		a.parameters = append(a.parameters, variable{id: id})
	}
	p.want(")")
	p.want(";")
	a.locals = p.locals()
	a.body = p.statements("WHERE")
	p.want("WHERE")
	for p.err == nil && p.peek().kind != endToken {
		w := labelled{label: p.word()}
		p.want(":")
		w.condition = p.expression()
		p.want(";")
		a.where = append(a.where, w)
	}
	return a, p.finish()
}
