package step

import (
	"bytes"
	"errors"
	"fmt"
	"math"
)

var errStatementTooLong = errors.New("a statement is longer than this reader takes (an unclosed quote?)")

// fault is a syntax error at an index of the statement; the reader turns it into a SyntaxError.
type fault struct {
	at  int
	msg string
}

func (f *fault) Error() string { return f.msg }

// parser parses one statement at a time. The statement ends with a semicolon outside quotes, so a scan of digits or
// letters always ends within the slice.
type parser struct {
	b     []byte
	i     int
	depth int
	stack []Value // elements of the lists that are not yet closed
	chars []byte  // characters of the string being decoded
	slabs slabs
}

func (p *parser) reset(statement []byte) {
	p.b, p.i, p.depth, p.stack = statement, 0, 0, p.stack[:0]
}

func (p *parser) fail(format string, args ...any) error {
	return &fault{p.i, fmt.Sprintf(format, args...)}
}

// expected returns an error that names the expected item and the character found in its place.
func (p *parser) expected(what string) error {
	return p.fail("expected %s, found %q", what, rune(p.b[p.i]))
}

// peek skips blanks, comments and print control directives and returns the byte after them.
func (p *parser) peek() byte {
	if c := p.b[p.i]; !blankOrMore[c] {
		return c
	}
	return p.peekFurther()
}

func (p *parser) peekFurther() byte {
	for {
		c := p.b[p.i]
		switch {
		case !blankOrMore[c]:
			return c
		case blank[c]:
			p.i++
		case c == '/' && p.b[p.i+1] == '*' && commentEnd(p.b[p.i:]) > 0:
			p.i += commentEnd(p.b[p.i:])
		case c == '\\' && isDirective(p.b[p.i:]):
			p.i += 3
		default:
			return c
		}
	}
}

var blankOrMore = byteSet(" \t\r\n\f\v\x00/\\")

// isDirective reports whether b begins with a print control directive, \N\ or \F\ (ISO 10303-21 clause 12.3).
func isDirective(b []byte) bool {
	return len(b) > 3 && (b[1] == 'N' || b[1] == 'F') && b[2] == '\\'
}

func (p *parser) take(c byte) error {
	if p.peek() != c {
		return p.expected(fmt.Sprintf("%q", rune(c)))
	}
	p.i++
	return nil
}

// instance reads "#id = NAME(args);" or "#id = (A(args)B(args));".
func (p *parser) instance() (Instance, error) {
	var in Instance
	var err error
	if in.ID, err = p.id(); err != nil {
		return in, err
	}
	if err = p.take('='); err != nil {
		return in, err
	}
	if p.peek() == '(' {
		in.Parts, err = p.parts()
	} else if in.Name, err = p.name(); err == nil {
		in.Args, err = p.arguments()
	}
	if err != nil {
		return in, err
	}
	return in, p.end()
}

func (p *parser) end() error {
	if p.peek() != ';' || p.i != len(p.b)-1 {
		return p.expected("';'")
	}
	return nil
}

// id reads "#digits".
func (p *parser) id() (int, error) {
	if p.peek() != '#' {
		return 0, p.expected("'#'")
	}
	b, n := p.b[p.i+1:], 0
	digits := 0
	for ; isDigit(b[digits]); digits++ {
		if n > (math.MaxInt-9)/10 {
			p.i += digits + 1
			return 0, p.fail("instance number is too large")
		}
		n = n*10 + int(b[digits]-'0')
	}
	p.i += digits + 1
	if digits == 0 {
		return 0, p.expected("the digits of an instance number")
	}
	if n == 0 {
		return 0, p.fail("instance numbers begin with #1")
	}
	return n, nil
}

// name reads an entity or type name and returns it in upper case.
func (p *parser) name() (string, error) {
	p.peek()
	start := p.i
	if p.b[p.i] == '!' {
		p.i++
	}
	if !isLetter(p.b[p.i]) {
		return "", p.expected("a name")
	}
	end := p.i
	for nameByte[p.b[end]] {
		end++
	}
	p.i = end
	return p.slabs.name(p.b[start:end]), nil
}

// parts reads the records of a complex instance.
func (p *parser) parts() ([]Part, error) {
	var parts []Part
	if err := p.take('('); err != nil {
		return nil, err
	}
	for p.peek() != ')' {
		part, err := p.part()
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, p.fail("a complex instance needs at least one record")
	}
	p.i++
	return parts, nil
}

// part reads "NAME(args)".
func (p *parser) part() (Part, error) {
	name, err := p.name()
	if err != nil {
		return Part{}, err
	}
	args, err := p.arguments()
	return Part{name, args}, err
}

// arguments reads "(value, value, ...)".
func (p *parser) arguments() ([]Value, error) {
	if err := p.take('('); err != nil {
		return nil, err
	}
	mark := len(p.stack)
	if p.peek() == ')' {
		p.i++
		return []Value{}, nil
	}
	for {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		p.stack = append(p.stack, v)
		c := p.peek()
		p.i++
		if c == ',' {
			continue
		}
		if c != ')' {
			p.i--
			return nil, p.expected("',' or ')'")
		}
		out := p.slabs.values(p.stack[mark:])
		p.stack = p.stack[:mark]
		return out, nil
	}
}

// value reads one argument.
func (p *parser) value() (Value, error) {
	switch c := p.peek(); {
	case c == '#':
		id, err := p.id()
		return p.slabs.ref(id), err
	case isDigit(c) || c == '-' || c == '+':
		return p.number()
	case c == '\'':
		return p.text()
	case c == '$':
		p.i++
		return Null{}, nil
	case c == '*':
		p.i++
		return Derived{}, nil
	case c == '.':
		return p.enumeration()
	case c == '(':
		return p.nested(func() (Value, error) {
			list, err := p.arguments()
			return List(list), err
		})
	case c == '"':
		return p.binary()
	case isLetter(c) || c == '!':
		return p.nested(p.typed)
	default:
		return nil, p.expected("a value")
	}
}

func (p *parser) nested(read func() (Value, error)) (Value, error) {
	if p.depth++; p.depth > MaxDepth {
		return nil, p.fail("lists are nested deeper than %d", MaxDepth)
	}
	v, err := read()
	p.depth--
	return v, err
}

// typed reads "NAME(value)".
func (p *parser) typed() (Value, error) {
	name, err := p.name()
	if err != nil {
		return nil, err
	}
	if err = p.take('('); err != nil {
		return nil, err
	}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	if err = p.take(')'); err != nil {
		return nil, err
	}
	return Typed{name, v}, nil
}

// enumeration reads ".ITEM.", or a number without a digit before its point.
func (p *parser) enumeration() (Value, error) {
	if isDigit(p.b[p.i+1]) {
		return p.number()
	}
	start := p.i + 1
	if !isLetter(p.b[start]) {
		return nil, p.fail("expected an enumeration item after '.'")
	}
	end := start
	for nameByte[p.b[end]] {
		end++
	}
	if p.b[end] != '.' {
		p.i = end
		return nil, p.expected("'.' after an enumeration item")
	}
	p.i = end + 1
	return p.slabs.enum(p.b[start:end]), nil
}

func (p *parser) binary() (Value, error) {
	n := bytes.IndexByte(p.b[p.i+1:], '"')
	if n < 0 {
		return nil, p.fail("binary value is not closed")
	}
	digits := bytes.ToUpper(p.b[p.i+1 : p.i+1+n])
	if !validBinary(string(digits)) {
		return nil, p.fail("a binary value is a digit 0 to 3 and hexadecimal digits")
	}
	p.i += n + 2
	return Binary(digits), nil
}

func validBinary(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '3' {
		return false
	}
	for i := range len(s) {
		if !isDigit(s[i]) && (s[i] < 'A' || s[i] > 'F') {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool  { return c-'0' < 10 }
func isLetter(c byte) bool { return (c|0x20)-'a' < 26 || c == '_' }

// nameByte is the set of bytes of a keyword after its first. The hyphen is not in it, because only the keyword
// ISO-10303-21 has a hyphen.
var nameByte = byteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
