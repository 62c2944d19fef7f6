package express

import "github.com/bimstream/bimstream/ifc/schema"

// parameters reads "a, b : type; c : type".
func (p *parser) parameters() []variable {
	var out []variable
	for p.err == nil {
		ids := p.words()
		p.want(":")
		out = append(out, p.declared(ids)...)
		if !p.skip(";") {
			break
		}
	}
	return out
}

// locals reads "LOCAL a, b : type := initial; ... END_LOCAL;" if the text has it.
func (p *parser) locals() []variable {
	var out []variable
	if !p.skip("LOCAL") {
		return nil
	}
	for p.err == nil && !p.is("END_LOCAL") {
		ids := p.words()
		p.want(":")
		some := p.declared(ids)
		if p.skip(":=") {
			x := p.expression()
			for i := range some {
				some[i].initial = x
			}
		}
		p.want(";")
		out = append(out, some...)
	}
	p.want("END_LOCAL")
	p.want(";")
	return out
}

func (p *parser) declared(ids []string) []variable {
	var v variable
	p.typeOf(&v)
	out := make([]variable, len(ids))
	for i, id := range ids {
		out[i] = variable{id: id, kind: v.kind, low: v.low}
	}
	return out
}

var aggregateKinds = map[string]schema.Kind{"LIST": schema.ListOf, "SET": schema.SetOf, "BAG": schema.BagOf,
	"ARRAY": schema.ArrayOf}

// typeOf reads a type into v.
func (p *parser) typeOf(v *variable) {
	if !p.enter() {
		return
	}
	defer func() { p.depth-- }()
	word := p.word()
	v.kind = aggregateKinds[word]
	switch {
	case v.kind.IsAggregate() || word == "AGGREGATE":
		p.aggregateType(v)
	case word == "GENERIC" || word == "GENERIC_ENTITY":
		if p.skip(":") {
			p.word()
		}
	case p.skip("("): // skip the width of a STRING or BINARY
		p.expression()
		p.want(")")
		p.skip("FIXED")
	}
}

// aggregateType reads "[low:high] OF OPTIONAL UNIQUE element" after LIST, SET, BAG, ARRAY or AGGREGATE.
func (p *parser) aggregateType(v *variable) {
	if p.skip("[") {
		v.low = p.expression()
		p.want(":")
		p.expression()
		p.want("]")
	}
	p.want("OF")
	p.skip("OPTIONAL")
	p.skip("UNIQUE")
	p.typeOf(&variable{})
}

// statements reads up to the end of the text or to one of the stop words, which it does not take.
func (p *parser) statements(stops ...string) []statement {
	var out []statement
	for p.err == nil && p.peek().kind != endToken && !p.isOneOf(stops...) {
		out = append(out, p.statement())
	}
	return out
}

func (p *parser) statement() statement {
	if !p.enter() {
		return block{}
	}
	defer func() { p.depth-- }()
	switch {
	case p.skip(";"): // a lone semicolon is the null statement
		return block{}
	case p.skip("IF"):
		return p.ifThen()
	case p.skip("CASE"):
		return p.caseOf()
	case p.skip("REPEAT"):
		return p.repeat()
	case p.skip("RETURN"):
		return p.returns()
	case p.skip("BEGIN"):
		b := block{p.statements("END")}
		p.end("END")
		return b
	case p.isOneOf("ESCAPE", "SKIP"):
		l := leave{p.take().text == "SKIP"}
		p.want(";")
		return l
	}
	target := p.primary()
	p.want(":=")
	a := assign{target, p.expression()}
	p.want(";")
	return a
}

func (p *parser) end(word string) {
	p.want(word)
	p.want(";")
}

func (p *parser) ifThen() statement {
	s := ifThen{condition: p.expression()}
	p.want("THEN")
	s.then = p.statements("ELSE", "END_IF")
	if p.skip("ELSE") {
		s.otherwise = p.statements("END_IF")
	}
	p.end("END_IF")
	return s
}

func (p *parser) caseOf() statement {
	s := caseOf{selector: p.expression()}
	p.want("OF")
	for p.err == nil && !p.isOneOf("OTHERWISE", "END_CASE") {
		a := caseAction{labels: []expression{p.expression()}}
		for p.skip(",") {
			a.labels = append(a.labels, p.expression())
		}
		p.want(":")
		a.body = p.statement()
		s.cases = append(s.cases, a)
	}
	if p.skip("OTHERWISE") {
		p.want(":")
		s.otherwise = []statement{p.statement()}
	}
	p.end("END_CASE")
	return s
}

// repeat reads "variable := from TO to BY by WHILE condition UNTIL condition; statements END_REPEAT;" after REPEAT.
// Each of the three controls is optional.
func (p *parser) repeat() statement {
	var s repeat
	if !p.isOneOf("WHILE", "UNTIL", ";") {
		s.variable = p.word()
		p.want(":=")
		s.from = p.expression()
		p.want("TO")
		s.to = p.expression()
		if p.skip("BY") {
			s.by = p.expression()
		}
	}
	if p.skip("WHILE") {
		s.while = p.expression()
	}
	if p.skip("UNTIL") {
		s.until = p.expression()
	}
	p.want(";")
	s.body = p.statements("END_REPEAT")
	p.end("END_REPEAT")
	return s
}

func (p *parser) returns() statement {
	var s returns
	if !p.is(";") {
		s.value = p.expression()
	}
	p.want(";")
	return s
}
