package pattern

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits that keep an expression from taking unbounded time or memory.
const (
	maxCount  = 1000 // counts in {n,m}, the limit of package regexp
	maxDepth  = 100  // nesting of groups and of subtracted classes
	maxLength = 10_000
	maxCost   = 200_000 // spans of all classes times their repetitions: some 5 MB of program
)

// Compile returns a Go expression that matches the same texts as the expression of XML Schema, each as a whole. An
// error names the character at which the expression is wrong.
func Compile(text string) (*regexp.Regexp, error) {
	if len(text) > maxLength {
		return nil, fmt.Errorf("the pattern has %d bytes, at most %d are read", len(text), maxLength)
	}
	p := &parser{text: text}
	p.out.WriteString(`^(?:`)
	if _, err := p.alternatives(); err != nil {
		return nil, err
	}
	if p.at < len(p.text) {
		return nil, p.fail("a ) without its (")
	}
	p.out.WriteString(`)$`)
	compiled, err := regexp.Compile(p.out.String())
	if err != nil {
		return nil, fmt.Errorf("the pattern is too large: its counts multiply beyond %d", maxCount)
	}
	return compiled, nil
}

// parser writes the Go expression while it reads the text.
type parser struct {
	text  string
	at    int
	depth int
	out   strings.Builder
}

func (p *parser) fail(format string, args ...any) error {
	return fmt.Errorf("at character %d: %s", utf8.RuneCountInString(p.text[:p.at])+1, fmt.Sprintf(format, args...))
}

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *parser) follows(prefix string) bool { return strings.HasPrefix(p.text[p.at:], prefix) }

// next reads a character and returns it.
func (p *parser) next() rune {
	r, n := utf8.DecodeRuneInString(p.text[p.at:])
	p.at += n
	return r
}

// alternatives reads branches with | between them, up to a ) or the end, and returns their cost in spans.
func (p *parser) alternatives() (cost int, err error) {
	if p.depth++; p.depth > maxDepth {
		return 0, p.fail("groups are nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	for {
		for p.at < len(p.text) && p.peek() != '|' && p.peek() != ')' {
			more, err := p.piece()
			if err != nil {
				return 0, err
			}
			if cost += more; cost > maxCost {
				return 0, p.fail("the pattern is too large: its counts multiply its classes")
			}
		}
		if p.peek() != '|' {
			return cost, nil
		}
		p.at++
		p.out.WriteByte('|')
	}
}

// piece reads an atom with its quantifier and returns its cost in spans.
func (p *parser) piece() (cost int, err error) {
	if cost, err = p.atom(); err != nil {
		return 0, err
	}
	times, err := p.quantifier()
	return cost * times, err
}

func (p *parser) atom() (cost int, err error) {
	switch c := p.peek(); c {
	case '(':
		return p.group()
	case '[', '\\', '.':
		s, err := p.class()
		if err == nil {
			p.out.WriteString(s.goSyntax())
		}
		return 1 + len(s), err
	case '?', '*', '+':
		return 0, p.fail("%c repeats nothing (patterns of XML Schema have no lazy or possessive quantifiers)", c)
	case '{', '}', ']':
		return 0, p.fail("%c must be written \\%c", c, c)
	}
	p.out.WriteString(regexp.QuoteMeta(string(p.next())))
	return 1, nil
}

func (p *parser) group() (cost int, err error) {
	if p.follows("(?") {
		return 0, p.fail("patterns of XML Schema have no (?...) groups")
	}
	p.at++
	p.out.WriteString("(?:")
	if cost, err = p.alternatives(); err != nil {
		return 0, err
	}
	if p.peek() != ')' {
		return 0, p.fail("a ( without its )")
	}
	p.at++
	p.out.WriteByte(')')
	return cost + 1, nil
}

// quantifier reads a quantifier and returns how many copies of the atom it needs.
func (p *parser) quantifier() (times int, err error) {
	switch c := p.peek(); c {
	case '?', '*', '+':
		p.at++
		p.out.WriteByte(c)
	case '{':
		return p.count()
	}
	return 1, nil
}

// count reads {n}, {n,} or {n,m} and returns how many copies of the atom it needs.
func (p *parser) count() (times int, err error) {
	end := strings.IndexByte(p.text[p.at:], '}')
	if end < 0 {
		return 0, p.fail("a { without its }")
	}
	inside := p.text[p.at+1 : p.at+end]
	low, high, ranged := strings.Cut(inside, ",")
	n, err := p.number(low)
	if err != nil {
		return 0, err
	}
	times = n
	if ranged && high != "" {
		if times, err = p.number(high); err != nil {
			return 0, err
		}
		if times < n {
			return 0, p.fail("{%s} ends before it begins", inside)
		}
	}
	p.at += end + 1
	p.out.WriteString("{" + inside + "}")
	return max(times, 1), nil
}

func (p *parser) number(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil {
		return 0, p.fail("{%s is no count", digits)
	}
	if n > maxCount {
		return 0, p.fail("counts beyond %d are not supported", maxCount)
	}
	return int(n), nil
}
