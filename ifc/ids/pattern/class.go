package pattern

import (
	"unicode"
	"unicode/utf8"
)

// class reads ".", an escape or a bracket expression as a set.
func (p *parser) class() (set, error) {
	switch p.peek() {
	case '.':
		p.at++
		return anyButLineEnd, nil
	case '[':
		return p.bracket()
	}
	return p.escape()
}

// bracket reads [...], which may begin with ^ and end with a class to subtract.
func (p *parser) bracket() (set, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail("classes are nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	p.at++
	negated := p.peek() == '^'
	if negated {
		p.at++
	}
	members, subtracted, err := p.members()
	if err != nil {
		return nil, err
	}
	if p.peek() != ']' {
		return nil, p.fail("a [ without its ]")
	}
	p.at++
	out := normal(members)
	if negated {
		out = out.complement()
	}
	return out.minus(subtracted), nil
}

// members reads the members of a bracket expression up to the closing bracket.
func (p *parser) members() (members []span, subtracted set, err error) {
	for first := true; p.peek() != ']' || first; first = false {
		switch {
		case p.at == len(p.text):
			return nil, nil, p.fail("a [ without its ]")
		case p.peek() == ']':
			return nil, nil, p.fail("a class without members")
		case p.follows("-[") && !first:
			p.at++
			subtracted, err = p.bracket()
			return members, subtracted, err
		}
		more, err := p.member()
		if err != nil {
			return nil, nil, err
		}
		members = append(members, more...)
	}
	return members, nil, nil
}

// member reads a character, a range, or an escape that means a set.
func (p *parser) member() ([]span, error) {
	low, err := p.memberEnd()
	if err != nil {
		return nil, err
	}
	single := len(low) == 1 && low[0].low == low[0].high
	if !single || p.peek() != '-' || p.follows("-]") || p.follows("-[") {
		return low, nil
	}
	p.at++
	high, err := p.memberEnd()
	if err != nil {
		return nil, err
	}
	if len(high) != 1 || high[0].low != high[0].high {
		return nil, p.fail("a range must end in a character")
	}
	if high[0].low < low[0].low {
		return nil, p.fail("the range %c-%c ends before it begins", low[0].low, high[0].low)
	}
	return []span{{low[0].low, high[0].low}}, nil
}

func (p *parser) memberEnd() ([]span, error) {
	switch p.peek() {
	case 0:
		if p.at == len(p.text) {
			return nil, p.fail("a [ without its ]")
		}
	case '\\':
		return p.escape()
	case '[':
		return nil, p.fail("[ within a class must be written \\[")
	}
	r := p.next()
	return []span{{r, r}}, nil
}

// single are the escapes of one character.
var single = map[rune]rune{'n': '\n', 'r': '\r', 't': '\t'}

// escape reads an escape, which begins with a backslash.
func (p *parser) escape() (set, error) {
	p.at++
	if p.at == len(p.text) {
		return nil, p.fail("a pattern cannot end in \\")
	}
	r := p.next()
	if c, ok := single[r]; ok {
		return set{{c, c}}, nil
	}
	if s, ok := multi(r); ok {
		return s, nil
	}
	switch r {
	case '\\', '|', '.', '?', '*', '+', '(', ')', '{', '}', '-', '[', ']', '^', '$':
		return set{{r, r}}, nil
	case 'p', 'P':
		return p.property(r == 'P')
	}
	if r < utf8.RuneSelf && unicode.IsPunct(r) { // not allowed, but common and unambiguous: \/ and \"
		return set{{r, r}}, nil
	}
	return nil, p.fail("patterns of XML Schema have no escape \\%c", r)
}

// property reads the {Name} of \p{Name}: a category, or a block with Is in front.
func (p *parser) property(negated bool) (set, error) {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] != '}' {
		p.at++
	}
	if p.at == len(p.text) || p.text[start] != '{' {
		p.at = start
		return nil, p.fail("\\p needs a name in braces")
	}
	name := p.text[start+1 : p.at]
	p.at++
	s, ok := named(name)
	if !ok {
		p.at = start
		return nil, p.fail("no category or block %q", name)
	}
	if negated {
		s = s.complement()
	}
	return s, nil
}

// named returns the set of a category or block.
func named(name string) (set, bool) {
	if block, ok := blocks[name]; ok {
		return set{block}, true
	}
	switch name {
	case "C", "Cn": // C of Go lacks the unassigned code points, and only newer versions have Cn
		s := unassigned()
		if name == "C" {
			s = s.union(fromTable(unicode.C))
		}
		return s, true
	}
	if len(name) > 2 {
		return nil, false // Go has names that XML Schema does not have
	}
	table, ok := unicode.Categories[name]
	if !ok {
		return nil, false
	}
	return fromTable(table), true
}

// unassigned returns the code points that have no other category.
func unassigned() set {
	var assigned []span
	for _, name := range []string{"L", "M", "N", "P", "S", "Z"} {
		assigned = append(assigned, fromTable(unicode.Categories[name])...)
	}
	for _, table := range []*unicode.RangeTable{unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs} {
		assigned = append(assigned, fromTable(table)...)
	}
	return normal(assigned).complement()
}
