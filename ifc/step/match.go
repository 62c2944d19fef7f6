package step

import (
	"math"
	"strconv"
)

// NextIs reads the next instance as [Reader.Next] does and reports whether it equals want ([Instance.Equal]). It
// returns the instance only if they differ. It does not build an instance that matches, which saves most of the time of
// reading.
func (r *Reader) NextIs(want *Instance) (bool, Instance, error) {
	if r.section == inData {
		text, start, err := r.cut.next()
		if err == nil {
			r.start = start
			r.parse.reset(text)
			if r.parse.matches(want) {
				return true, Instance{}, nil
			}
		}
		r.cut.start = start // read the statement again, for the instance or the fault
	}
	in, err := r.Next()
	return err == nil && in.Equal(want), in, err
}

// matches reports whether the statement is an instance that equals want. It may return false for an equal instance that
// is not written as this package writes it; Equal then decides.
func (p *parser) matches(want *Instance) bool {
	id, err := p.id()
	if err != nil || id != want.ID || p.peek() != '=' || len(want.Parts) > 0 {
		return false
	}
	p.i++
	return p.matchesName(want.Name) && p.matchesList(want.Args) && p.end() == nil
}

// matchesName reads a name in upper case and reports whether it equals the given name.
func (p *parser) matchesName(want string) bool {
	p.peek()
	if end := p.i + len(want); want == "" || end >= len(p.b) || string(p.b[p.i:end]) != want || nameByte[p.b[end]] {
		return false
	}
	p.i += len(want)
	return true
}

// matchesList reads "(value, value, ...)" and reports whether the values equal the given values.
func (p *parser) matchesList(want []Value) bool {
	if p.peek() != '(' || p.depth > MaxDepth {
		return false
	}
	p.i++
	for i, v := range want {
		if i > 0 {
			if p.peek() != ',' {
				return false
			}
			p.i++
		}
		if !p.matchesValue(v) {
			return false
		}
	}
	if p.peek() != ')' {
		return false
	}
	p.i++
	return true
}

func (p *parser) matchesValue(want Value) bool {
	c := p.peek()
	switch want := want.(type) {
	case Ref:
		if c != '#' {
			return false
		}
		id, err := p.id()
		return err == nil && id == int(want)
	case Real:
		return (isDigit(c) || c == '-') && p.matchesReal(float64(want))
	case Int:
		return (isDigit(c) || c == '-') && p.matchesInt(int64(want))
	case String:
		return c == '\'' && p.matchesText(string(want))
	case Null:
		p.i++
		return c == '$'
	case Derived:
		p.i++
		return c == '*'
	case Enum:
		_, isLogical := enumValue(string(want)).(Logical)
		return c == '.' && !isLogical && p.matchesItem(string(want))
	case Logical:
		return c == '.' && want <= Unknown && p.matchesItem("FTU"[want:want+1])
	}
	return p.matchesNested(want)
}

// matchesNested reads a value that contains other values and reports whether it equals the given value.
func (p *parser) matchesNested(want Value) bool {
	p.depth++
	defer func() { p.depth-- }()
	switch want := want.(type) {
	case List:
		return p.matchesList(want)
	case Typed:
		return p.matchesName(want.Name) && p.matchesList([]Value{want.Value})
	}
	return false
}

func (p *parser) matchesReal(want float64) bool {
	start := p.i
	n := p.scanNumber()
	if n.digits == 0 || n.integer || n.expMissing {
		return false
	}
	v, ok := n.exact()
	if !ok {
		var err error
		if v, err = strconv.ParseFloat(string(p.b[start:p.i]), 64); err != nil {
			return false
		}
	}
	return v == want && !math.IsInf(v, 0)
}

// fewDigits is the number of decimal digits that always fit into an int64.
const fewDigits = 18

func (p *parser) matchesInt(want int64) bool {
	n := p.scanNumber()
	v := int64(n.mantissa)
	if n.negative {
		v = -v
	}
	return n.integer && n.digits > 0 && n.digits <= fewDigits && v == want
}

func (p *parser) matchesText(want string) bool {
	body, ok := quoted(p.b[p.i:])
	if !ok {
		return false
	}
	p.i += len(body) + 2
	if plain(body) {
		return string(body) == want
	}
	p.decode(body)
	return string(p.chars) == want
}

// matchesItem reads ".ITEM." and reports whether the item equals the given item.
func (p *parser) matchesItem(want string) bool {
	end := p.i + 1 + len(want)
	if want == "" || end >= len(p.b) || string(p.b[p.i+1:end]) != want || p.b[end] != '.' {
		return false
	}
	p.i = end + 1
	return true
}
