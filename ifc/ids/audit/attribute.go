package audit

import (
	"maps"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

func (a *auditor) attribute(f *ids.Attribute) []filter {
	a.form(f.Name)
	a.form(f.Value)
	if f.Name == nil {
		a.add(NoValue, f.Place, "the attribute has no name")
		return a.each(func(*space) filter { return filter{} })
	}
	return a.each(func(s *space) filter {
		names, ok := a.names(f.Name, slices.Sorted(maps.Keys(s.attributes)), "attribute", s)
		if !ok {
			return filter{}
		}
		if f.Value != nil {
			ok = a.attributeValue(f.Value, names, s)
		}
		out := classes{}
		for _, n := range names {
			maps.Copy(out, s.owners[n])
		}
		return filter{out, ok}
	})
}

// attributeValue compares a value with the types of the attributes that the facet names.
func (a *auditor) attributeValue(v *ids.Value, names []string, s *space) bool {
	var bases []string
	for _, n := range names {
		for _, attribute := range s.attributes[n] {
			if base, ok := ids.BaseOfAttribute(s.schema, &attribute.Type); ok && !slices.Contains(bases, base) {
				bases = append(bases, base)
			}
		}
	}
	if len(bases) == 0 {
		a.add(BadBase, v.Place, "%s refers to objects in %s, which cannot be compared with a value",
			strings.Join(names, ", "), s.version)
		return false
	}
	slices.Sort(bases)
	return a.typed(v, bases, s)
}

// typed checks that a value is of one of the base types.
func (a *auditor) typed(v *ids.Value, bases []string, s *space) bool {
	if r := v.Restriction; r != nil {
		if !slices.ContainsFunc(bases, func(b string) bool { return sameBase(r.Base, b) }) {
			a.add(BadBase, v.Place, "the base of the restriction is %q, but the data are %s in %s", r.StatedBase,
				strings.Join(bases, " or "), s.version)
			return false
		}
		bases = []string{r.Base}
	}
	ok := true
	for _, text := range discrete(v) {
		if !slices.ContainsFunc(bases, func(b string) bool { return ids.IsOfBase(b, text) }) {
			a.add(BadValue, v.Place, "%q is no %s", text, strings.Join(bases, " or "))
			ok = false
		}
	}
	return ok
}

// sameBase reports whether the base of a restriction suits a type of data. Reals have three base types, and the table
// of 2024 gave xs:string for addresses.
func sameBase(stated, base string) bool {
	switch base {
	case ids.BaseDouble:
		return stated == base || stated == "xs:float" || stated == "xs:decimal"
	case ids.BaseURI:
		return stated == base || stated == ids.BaseString
	}
	return stated == base
}

// discrete returns the texts of a value that must be of the data's type: every constraint except patterns and lengths.
func discrete(v *ids.Value) []string {
	if v.Restriction == nil {
		if v.Simple == "" {
			return nil
		}
		return []string{v.Simple}
	}
	var out []string
	for _, c := range v.Restriction.Constraints {
		switch c.Kind {
		case "enumeration", "minInclusive", "maxInclusive", "minExclusive", "maxExclusive":
			out = append(out, c.Value)
		}
	}
	return out
}
