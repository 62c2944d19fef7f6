package audit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/ifc/ids"
)

func (a *auditor) specification(s *ids.Specification) {
	a.spec, a.space = s, nil
	for _, v := range s.Versions {
		if open, ok := spaces[v]; ok {
			a.space = append(a.space, open())
		} else {
			a.add(UnknownVersion, s.Place, "ifcVersion %q is none of %s", v, strings.Join(ids.Versions(), ", "))
		}
	}
	if len(s.Versions) == 0 {
		a.add(UnknownVersion, s.Place, "the specification names no ifcVersion")
	}
	a.occurrence(s)
	applicability := a.group(s.Applicability, "applicability")
	requirements := a.group(s.Requirements, "requirements")
	for _, f := range s.Requirements.Facets {
		a.cardinality(f)
	}
	if len(s.Applicability.Facets) == 0 {
		a.add(EmptyApplicability, s.Place, "the applicability has no facet: name at least one condition")
		return
	}
	a.together(s, applicability, requirements)
}

// occurrence checks minOccurs and maxOccurs, and whether the specification must or must not have requirements.
func (a *auditor) occurrence(s *ids.Specification) {
	if !knownOccurrence(s.MinOccurs, s.MaxOccurs) {
		a.add(BadCardinality, s.Applicability.Place,
			"minOccurs %q with maxOccurs %q is none of: 1 and unbounded (required), 0 and unbounded (optional), "+
				"0 and 0 (prohibited)", s.MinOccurs, s.MaxOccurs)
	}
	given := len(s.Requirements.Facets) > 0
	switch s.Occurrence() {
	case ids.ProhibitedSpecification:
		if given {
			a.add(RequirementsMismatch, s.Place,
				"the applicability forbids elements, so that there cannot be requirements")
		}
	case ids.OptionalSpecification:
		if !given {
			a.add(RequirementsMismatch, s.Place,
				"the applicability asks for no element and there are no requirements: nothing can fail")
		}
	}
}

func knownOccurrence(low, high string) bool {
	if high == "unbounded" {
		n, err := strconv.Atoi(low)
		return err == nil && (n == 0 || n == 1)
	}
	n, err := strconv.Atoi(low)
	m, err2 := strconv.Atoi(high)
	return err == nil && err2 == nil && n == 0 && m == 0
}

// filter holds the classes that a facet or group leaves possible in one schema.
type filter struct {
	classes classes
	valid   bool // false if a finding makes the classes unreliable
}

// group audits the facets of an applicability or of requirements. It returns, for each schema, the classes that can
// satisfy all the facets.
func (a *auditor) group(g ids.Group, name string) []filter {
	out := make([]filter, len(a.space))
	for i := range out {
		out[i].valid = true
	}
	for _, f := range g.Facets {
		own := a.facet(f)
		// A finding in one schema makes the classes in all schemas doubtful.
		valid := !slices.ContainsFunc(own, func(f filter) bool { return !f.valid })
		for i := range out {
			out[i].valid = out[i].valid && valid
			if valid && required(f.Shared()) {
				out[i].classes = intersect(out[i].classes, own[i].classes)
			}
		}
	}
	for i, f := range out {
		if f.valid && f.classes.impossible() {
			a.add(Incompatible, g.Place, "no class of %s can satisfy all facets of the %s", a.space[i].version, name)
		}
	}
	return out
}

// together checks that some class satisfies both the applicability and the requirements.
func (a *auditor) together(s *ids.Specification, applicability, requirements []filter) {
	for i := range a.space {
		x, y := applicability[i].classes, requirements[i].classes
		if !x.impossible() && !y.impossible() && intersect(x, y).impossible() {
			a.add(Incompatible, s.Place, "no class of %s that is applicable can satisfy the requirements",
				a.space[i].version)
		}
	}
}

// facet audits a facet and returns, for each schema, the classes that it leaves possible.
func (a *auditor) facet(f ids.Facet) []filter {
	switch f := f.(type) {
	case *ids.Entity:
		return a.entity(f)
	case *ids.Attribute:
		return a.attribute(f)
	case *ids.Property:
		return a.property(f)
	case *ids.PartOf:
		return a.partOf(f)
	case *ids.Classification:
		return a.classification(f)
	case *ids.Material:
		return a.material(f)
	}
	return nil
}

// each calls work for every schema and returns the filters.
func (a *auditor) each(work func(s *space) filter) []filter {
	out := make([]filter, len(a.space))
	for i, s := range a.space {
		out[i] = work(s)
	}
	return out
}
