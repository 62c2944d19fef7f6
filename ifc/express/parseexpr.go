package express

import (
	"math"
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/ifc/step"
)

// The operators by precedence, the weakest first (ISO 10303-11 clause 12, table 14).
var (
	relational     = []string{"=", "<>", "<", ">", "<=", ">=", ":=:", ":<>:", "IN", "LIKE"}
	additive       = []string{"+", "-", "OR", "XOR"}
	multiplicative = []string{"*", "/", "DIV", "MOD", "AND", "||"}
)

func (p *parser) expression() expression {
	if !p.enter() {
		return literal{}
	}
	defer func() { p.depth-- }()
	return p.chain(relational, p.simple)
}

// simple reads an expression that has no relational operator outside parentheses.
func (p *parser) simple() expression { return p.chain(additive, p.term) }

func (p *parser) term() expression { return p.chain(multiplicative, p.factor) }

// chain reads operands joined by operators of one precedence, from left to right.
func (p *parser) chain(operators []string, operand func() expression) expression {
	x := operand()
	for p.isOneOf(operators...) {
		op := p.take().text
		x = binary{op, x, operand()}
	}
	return x
}

func (p *parser) factor() expression {
	x := p.signed()
	if p.skip("**") {
		return binary{"**", x, p.signed()}
	}
	return x
}

func (p *parser) signed() expression {
	if !p.isOneOf("+", "-", "NOT") {
		return p.primary()
	}
	if !p.enter() {
		return literal{}
	}
	defer func() { p.depth-- }()
	op := p.take().text
	return unary{op, p.signed()}
}

// primary reads an operand with its qualifiers.
func (p *parser) primary() expression {
	x := p.operand()
	for {
		switch {
		case p.skip("."):
			x = attribute{x, p.word()}
		case p.skip(`\`):
			x = group{x, p.word()}
		case p.skip("["):
			i := index{of: x, from: p.expression()}
			if p.skip(":") {
				i.to = p.expression()
			}
			p.want("]")
			x = i
		default:
			return x
		}
	}
}

func (p *parser) operand() expression {
	switch t := p.peek(); t.kind {
	case numberToken:
		return p.number()
	case stringToken:
		p.take()
		return literal{step.String(t.text)}
	case binaryToken:
		p.take()
		return literal{bitsOf(t.text)}
	case wordToken:
		return p.named()
	}
	switch {
	case p.skip("("):
		x := p.expression()
		p.want(")")
		return x
	case p.skip("["):
		return p.aggregate()
	case p.skip("{"):
		return p.interval()
	case p.skip("?"):
		return literal{}
	}
	p.fail("expected an operand, found %s", p.found())
	return literal{}
}

func (p *parser) number() expression {
	text := p.peek().text
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		p.take()
		return literal{step.Int(n)}
	}
	r, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.fail("the number %s is out of range", text)
	}
	p.take()
	return literal{step.Real(r)}
}

// constants are the words that denote a value (ISO 10303-11 clause 14).
var constants = map[string]Value{"TRUE": step.True, "FALSE": step.False, "UNKNOWN": step.Unknown,
	"PI": step.Real(math.Pi), "CONST_E": step.Real(math.E)}

// named reads an operand that begins with a word: a constant, QUERY, a call or a name.
func (p *parser) named() expression {
	word := p.peek().text
	if reserved(word) {
		p.fail("expected an operand, found %s", p.found())
		return literal{}
	}
	p.take()
	if v, ok := constants[word]; ok {
		return literal{v}
	}
	if word == "QUERY" {
		return p.query()
	}
	if !p.skip("(") {
		return name{word}
	}
	c := call{function: word}
	if p.skip(")") {
		return c
	}
	c.args = append(c.args, p.expression())
	for p.skip(",") {
		c.args = append(c.args, p.expression())
	}
	p.want(")")
	return c
}

// reserved reports whether a word belongs to statements and cannot be a name, so that a missing operand is reported at
// its place.
func reserved(word string) bool {
	return slices.Contains([]string{"THEN", "ELSE", "END_IF", "OF", "TO", "BY", "END_CASE", "OTHERWISE", "END_REPEAT",
		"BEGIN", "END", "WHERE", "AND", "OR", "XOR", "IN", "LIKE", "DIV", "MOD"}, word)
}

// query reads "(variable <* aggregate | condition)" after QUERY.
func (p *parser) query() expression {
	p.want("(")
	q := query{variable: p.word()}
	p.want("<*")
	q.from = p.expression()
	p.want("|")
	q.condition = p.expression()
	p.want(")")
	return q
}

// aggregate reads "a, b : times]" after the opening bracket.
func (p *parser) aggregate() expression {
	var a aggregate
	if p.skip("]") {
		return a
	}
	for p.err == nil {
		e := element{value: p.expression()}
		if p.skip(":") {
			e.times = p.expression()
		}
		a.elements = append(a.elements, e)
		if !p.skip(",") {
			break
		}
	}
	p.want("]")
	return a
}

// interval reads "low < item <= high}" after the opening brace.
func (p *parser) interval() expression {
	var v interval
	v.low = p.simple()
	v.lowOp = p.bound()
	v.item = p.simple()
	v.highOp = p.bound()
	v.high = p.simple()
	p.want("}")
	return v
}

func (p *parser) bound() string {
	if !p.isOneOf("<", "<=") {
		p.fail("expected < or <=, found %s", p.found())
		return ""
	}
	return p.take().text
}

// bitsOf converts a literal of zeros and ones to a binary value: the number of unused bits, then hexadecimal digits.
func bitsOf(zeros string) step.Binary {
	unused := (4 - len(zeros)%4) % 4
	out := []byte{byte('0' + unused)}
	for range unused {
		zeros = "0" + zeros
	}
	for i := 0; i < len(zeros); i += 4 {
		nibble := 0
		for _, bit := range zeros[i : i+4] {
			nibble = nibble<<1 | int(bit-'0')
		}
		out = append(out, "0123456789ABCDEF"[nibble])
	}
	return step.Binary(out)
}
