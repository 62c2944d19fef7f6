package main

import (
	"strings"

	"github.com/bimstream/bimstream/ifc/schema"
)

// entity reads an entity after ENTITY.
func (p *parser) entity() *schema.Entity {
	e := &schema.Entity{Name: p.take()}
	p.inheritance(e)
	p.want(";")
	for p.err == nil && !p.clause() {
		e.Attributes = append(e.Attributes, p.attributes()...)
	}
	if p.skip("DERIVE") {
		for p.err == nil && !p.clause() {
			e.Derived = append(e.Derived, p.derived())
		}
	}
	if p.skip("INVERSE") {
		for p.err == nil && !p.clause() {
			e.Inverses = append(e.Inverses, p.inverse())
		}
	}
	if p.skip("UNIQUE") {
		for p.err == nil && !p.clause() {
			e.Unique = append(e.Unique, p.unique())
		}
	}
	if p.skip("WHERE") {
		e.Where = p.rules("END_ENTITY")
	}
	p.want("END_ENTITY")
	p.want(";")
	return e
}

// clause reports whether another clause of the entity begins.
func (p *parser) clause() bool {
	switch strings.ToUpper(p.peek()) {
	case "DERIVE", "INVERSE", "UNIQUE", "WHERE", "END_ENTITY":
		return true
	}
	return false
}

// inheritance reads "ABSTRACT SUPERTYPE OF (...) SUBTYPE OF (name)".
func (p *parser) inheritance(e *schema.Entity) {
	e.Abstract = p.skip("ABSTRACT")
	if p.skip("SUPERTYPE") && p.skip("OF") {
		p.parentheses()
	}
	if !p.skip("SUBTYPE") {
		return
	}
	p.want("OF")
	supers := p.names()
	if len(supers) != 1 {
		p.fail("%s has %d supertypes: the tables hold one", e.Name, len(supers))
		return
	}
	e.Super = supers[0]
}

// parentheses skips "( ... )" and its content.
func (p *parser) parentheses() {
	depth := 0
	for p.err == nil {
		switch p.take() {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth == 0 {
			return
		}
	}
}

// attributes reads "a, b : OPTIONAL type;".
func (p *parser) attributes() []schema.Attribute {
	if p.is("SELF") {
		p.fail("an explicit attribute is redeclared: the tables hold none")
		return nil
	}
	names := []string{p.take()}
	for p.skip(",") {
		names = append(names, p.take())
	}
	p.want(":")
	optional := p.skip("OPTIONAL")
	x := p.typeExpr()
	p.want(";")
	out := make([]schema.Attribute, len(names))
	for i, name := range names {
		out[i] = schema.Attribute{Name: name, Optional: optional, Type: x}
	}
	return out
}

// derived reads "name : type := expression;" or "SELF\Super.name : type := expression;".
func (p *parser) derived() schema.Derived {
	d := schema.Derived{Name: p.take()}
	if d.Name == "SELF" {
		p.want(`\`)
		d.Of = p.take()
		p.want(".")
		d.Name = p.take()
	}
	p.want(":")
	d.Text = p.until(";")
	p.want(";")
	return d
}

// inverse reads "name : SET [low:high] OF Entity FOR attribute;" or, for exactly one, "name : Entity FOR attribute;".
func (p *parser) inverse() schema.Inverse {
	inv := schema.Inverse{Name: p.take(), Low: 1, High: 1}
	p.want(":")
	x := p.typeExpr()
	inv.Single = !x.Kind.IsAggregate()
	if !inv.Single {
		inv.Low, inv.High = x.Low, x.High
		x = *x.Elem
	}
	inv.Entity = x.Name
	p.want("FOR")
	inv.For = p.take()
	p.want(";")
	if inv.Name == "SELF" || x.Kind != schema.Named {
		p.fail("an inverse attribute of a form that the tables do not hold")
	}
	return inv
}

// unique reads "label : a, b;".
func (p *parser) unique() schema.UniqueRule {
	u := schema.UniqueRule{Label: p.take()}
	p.want(":")
	u.Attributes = []string{p.take()}
	for p.skip(",") {
		u.Attributes = append(u.Attributes, p.take())
	}
	p.want(";")
	return u
}
