package schema

import (
	"fmt"
	"strconv"
)

// Kind is the kind of a [TypeExpr].
type Kind uint8

// The kinds of EXPRESS types (ISO 10303-11 clause 8).
const (
	Named Kind = iota // a defined type or an entity, referred to by its name
	Integer
	RealNumber
	Number // INTEGER or REAL
	Boolean
	Logical
	String
	Binary
	ListOf
	SetOf
	BagOf
	ArrayOf
)

var kindNames = [...]string{"NAMED", "INTEGER", "REAL", "NUMBER", "BOOLEAN", "LOGICAL",
	"STRING", "BINARY", "LIST", "SET",
	"BAG", "ARRAY"}

// String returns the EXPRESS keyword.
func (k Kind) String() string { return kindNames[k] }

// MarshalText returns the EXPRESS keyword.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the EXPRESS keyword.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("schema: no such kind of type: %q", text)
}

// IsAggregate reports whether the kind is LIST, SET, BAG or ARRAY.
func (k Kind) IsAggregate() bool { return k >= ListOf }

// Unbounded is the High of an aggregate without upper bound, written ? in EXPRESS.
const Unbounded = -1

// TypeExpr is the type of an attribute or of an aggregate's elements, or the underlying type of a defined type.
type TypeExpr struct {
	Kind  Kind      `json:"k,omitempty"`
	Name  string    `json:"n,omitempty"` // only for kind Named
	Width int       `json:"w,omitempty"` // for STRING and BINARY: the most characters or bits, 0 for no limit
	Fixed bool      `json:"f,omitempty"` // whether the length must be exactly Width
	Low   int       `json:"l,omitempty"` // for aggregates: the fewest elements; for an ARRAY: the first index
	High  int       `json:"h,omitempty"` // for aggregates: the most elements, or Unbounded; ARRAY: the last index
	Uniq  bool      `json:"u,omitempty"` // for aggregates: OF UNIQUE
	Gaps  bool      `json:"g,omitempty"` // for an ARRAY: OF OPTIONAL
	Elem  *TypeExpr `json:"e,omitempty"` // for aggregates: the type of an element

	entity *Entity // the declaration that Name refers to: an entity or a type
	typ    *Type
}

// Entity returns the entity that the expression names, or nil.
func (t *TypeExpr) Entity() *Entity { return t.entity }

// Type returns the defined type that the expression names, or nil.
func (t *TypeExpr) Type() *Type { return t.typ }

// String returns the expression in EXPRESS.
func (t *TypeExpr) String() string {
	switch {
	case t.Kind == Named:
		return t.Name
	case t.Kind.IsAggregate():
		return t.aggregate()
	case t.Width > 0 && t.Fixed:
		return fmt.Sprintf("%s(%d) FIXED", t.Kind, t.Width)
	case t.Width > 0:
		return fmt.Sprintf("%s(%d)", t.Kind, t.Width)
	}
	return t.Kind.String()
}

func (t *TypeExpr) aggregate() string {
	high, mark := "?", ""
	if t.High != Unbounded {
		high = strconv.Itoa(t.High)
	}
	if t.Uniq {
		mark = "UNIQUE "
	}
	if t.Gaps {
		mark = "OPTIONAL " + mark
	}
	return fmt.Sprintf("%s [%d:%s] OF %s%s", t.Kind, t.Low, high, mark, t.Elem)
}

// Sizes returns the least and the greatest number of elements of an aggregate; the greatest may be [Unbounded].
func (t *TypeExpr) Sizes() (fewest, most int) {
	if t.Kind == ArrayOf {
		n := t.High - t.Low + 1
		return n, n
	}
	return t.Low, t.High
}
