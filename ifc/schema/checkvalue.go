package schema

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/bimstream/bimstream/ifc/step"
)

// value compares a value with a type.
func (p *part) value(t *TypeExpr, v step.Value) *fault {
	switch {
	case t.entity != nil:
		return p.reference(t.entity, v)
	case t.typ != nil:
		return p.defined(t.typ, v)
	case t.Kind.IsAggregate():
		return p.aggregate(t, v)
	}
	return simple(t, v)
}

// reference checks that a value refers to an instance of the entity. A reference to a missing instance is reported
// elsewhere as dangling; an instance of an unknown entity is reported at that instance.
func (p *part) reference(e *Entity, v step.Value) *fault {
	ref, ok := v.(step.Ref)
	if !ok {
		return faulty(WrongValue, "a reference to an %s is required, not %s", e.Name, show(v))
	}
	if to := p.target(ref); to != nil && !to.Is(e) {
		return faulty(WrongValue, "#%d is an %s, not an %s", int(ref), to.Name, e.Name)
	}
	return nil
}

// target returns the entity of the instance that a reference leads to, or nil if there is none.
func (c *checker) target(ref step.Ref) *Entity {
	if i, ok := c.index.Place(int(ref)); ok {
		return c.entity(i)
	}
	return nil
}

// defined compares a value with a defined type; the value does not have the name of the type in the file.
func (p *part) defined(t *Type, v step.Value) *fault {
	switch {
	case t.IsSelect():
		return p.selected(t, v)
	case t.IsEnumeration():
		return enumerated(t, v)
	case t == p.guid:
		return globalID(t, v)
	}
	return p.value(t.Underlying, v)
}

func enumerated(t *Type, v step.Value) *fault {
	item := ""
	switch v := v.(type) {
	case step.Enum:
		item = string(v)
	case step.Logical: // .T., .F. and .U. may also be items
		item = "FTU"[v : v+1]
	}
	if !t.HasItem(item) {
		return faulty(WrongValue, "%s has no item %s", t.Name, show(v))
	}
	return nil
}

func globalID(t *Type, v step.Value) *fault {
	s, ok := v.(step.String)
	if !ok {
		return simple(t.Underlying, v)
	}
	if _, err := DecodeGUID(string(s)); err != nil {
		return faulty(WrongGUID, "%v", err)
	}
	return nil
}

// membership identifies a lookup: whether a select has an entity as a member.
type membership struct {
	sel    *Type
	entity *Entity
}

// selected checks that a value is a reference to an entity of a select, or a typed value of one of its types.
func (p *part) selected(t *Type, v step.Value) *fault {
	switch v := v.(type) {
	case step.Ref:
		if to := p.target(v); to != nil && !p.isMember(membership{t, to}) {
			return faulty(WrongValue, "#%d is an %s, which is not in %s", int(v), to.Name, t.Name)
		}
		return nil
	case step.Typed:
		return p.typed(t, v)
	}
	return faulty(WrongValue, "%s takes a reference or a value with its type's name, not %s", t.Name, show(v))
}

func (p *part) isMember(m membership) bool {
	is, known := p.members[m]
	if known {
		return is
	}
	for _, e := range m.sel.Entities() {
		is = is || m.entity.Is(e)
	}
	p.members[m] = is
	return is
}

func (p *part) typed(t *Type, v step.Typed) *fault {
	named, ok := p.schema.Type(v.Name)
	if !ok {
		return faulty(WrongValue, "%s has no type %s", p.schema.Name, v.Name)
	}
	for _, member := range t.Types() {
		if named.Is(member) {
			return p.defined(named, v.Value)
		}
	}
	return faulty(WrongValue, "%s is not in %s", named.Name, t.Name)
}

// aggregate compares a list with its type: size, distinctness and each element.
func (p *part) aggregate(t *TypeExpr, v step.Value) *fault {
	list, ok := v.(step.List)
	if !ok {
		return faulty(WrongValue, "%s is required, not %s", t, show(v))
	}
	if fewest, most := t.Sizes(); len(list) < fewest || most != Unbounded && len(list) > most {
		return faulty(WrongSize, "%d elements do not fit %s", len(list), t)
	}
	for i, element := range list {
		if _, gap := element.(step.Null); gap && t.Gaps {
			continue
		}
		if f := p.value(t.Elem, element); f != nil {
			f.message = fmt.Sprintf("element %d: %s", i+1, f.message)
			return f
		}
	}
	if t.Uniq || t.Kind == SetOf {
		return distinct(t, list)
	}
	return nil
}

// fewElements is the largest number of elements for which comparing every pair is faster than a map.
const fewElements = 8

func distinct(t *TypeExpr, list step.List) *fault {
	if distinctRefs(list) {
		return nil
	}
	if len(list) <= fewElements {
		for i := range list {
			for j := range list[:i] {
				if identity(list[i]) == identity(list[j]) {
					return faulty(NotDistinct, "%s stands twice in %s", show(list[i]), t)
				}
			}
		}
		return nil
	}
	seen := make(map[any]struct{}, len(list))
	for _, v := range list {
		key := identity(v)
		if _, twice := seen[key]; twice {
			return faulty(NotDistinct, "%s stands twice in %s", show(v), t)
		}
		seen[key] = struct{}{}
	}
	return nil
}

// distinctRefs reports whether a list consists of distinct references, as nearly all lists that must be distinct do.
func distinctRefs(list step.List) bool {
	var few [fewElements]step.Ref
	refs := few[:0]
	for _, v := range list {
		ref, ok := v.(step.Ref)
		if !ok {
			return false
		}
		refs = append(refs, ref)
	}
	slices.Sort(refs)
	for i := 1; i < len(refs); i++ {
		if refs[i] == refs[i-1] {
			return false
		}
	}
	return true
}

// identity returns a comparable value that is equal for equal values; a list is represented by its text.
func identity(v step.Value) any {
	switch v.(type) {
	case step.List, step.Typed:
		text, err := step.AppendValue(nil, v)
		if err != nil {
			return err
		}
		return string(text)
	}
	return v
}

// simple compares a value with a simple type of EXPRESS.
func simple(t *TypeExpr, v step.Value) *fault {
	ok := false
	switch v := v.(type) {
	case step.Int:
		if t.Kind == RealNumber {
			return faulty(WrongValue, "%s is required, not %s", t, show(v)).mild()
		}
		ok = t.Kind == Integer || t.Kind == Number
	case step.Real:
		ok = t.Kind == RealNumber || t.Kind == Number
	case step.Logical:
		ok = t.Kind == Logical || t.Kind == Boolean && v != step.Unknown
	case step.String:
		if t.Kind == String {
			return text(t, string(v))
		}
	case step.Binary:
		if t.Kind == Binary {
			return width(t, bits(v), "bits")
		}
	}
	if !ok {
		return faulty(WrongValue, "%s is required, not %s", t, show(v))
	}
	return nil
}

// text checks the length of a string; a string that is too long is only a warning, unless the length is fixed.
func text(t *TypeExpr, s string) *fault {
	f := width(t, utf8.RuneCountInString(s), "characters")
	if f != nil && !t.Fixed {
		return f.mild()
	}
	return f
}

// bits returns the number of bits of a binary value. Each digit has four bits, except the first digit, which is the
// number of unused bits.
func bits(b step.Binary) int {
	if b == "" {
		return 0
	}
	return 4*(len(b)-1) - int(b[0]-'0')
}

func width(t *TypeExpr, n int, unit string) *fault {
	if t.Width == 0 || n == t.Width || n < t.Width && !t.Fixed {
		return nil
	}
	return faulty(WrongSize, "%d %s do not fit %s", n, unit, t)
}
