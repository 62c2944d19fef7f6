package draft

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
	"github.com/bimstream/bimstream/ifc/ids/check"
)

// Options control the content of a draft.
type Options struct {
	Title string
	// Classes are the classes to write specifications for, in upper case; none means all classes of the model.
	Classes []string
	// Values adds the values to the requirements, if the elements of a class have at most MaxValues different values.
	Values bool
	// OmitSets are names of property sets to leave out, such as sets that a program writes only for itself.
	OmitSets []string
}

// MaxValues is the largest number of different values that a draft enumerates.
const MaxValues = 5

// From drafts a document. It leaves out classes whose elements share nothing. The caller must check that a
// specification is left, because IDS does not allow a document without specifications.
func From(m *check.Model, o Options) *ids.Document { return FromContext(context.Background(), m, o) }

// FromContext is like From, but returns nil if the context ends before the draft is complete.
func FromContext(ctx context.Context, m *check.Model, o Options) *ids.Document {
	d := &ids.Document{Info: ids.Info{Title: cmp.Or(o.Title, "Draft"),
		Description: "Drafted from what the elements of a model have in common."},
		SchemaLocation: ids.SchemaLocation}
	elements := m.Elements()
	for _, class := range slices.Sorted(maps.Keys(elements)) {
		if len(o.Classes) > 0 && !slices.Contains(o.Classes, class) {
			continue
		}
		if s := specification(ctx, m, class, elements[class], o); s != nil {
			d.Specifications = append(d.Specifications, s)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return sound(d)
}

// common holds the traits that all elements of a class share, with the values that occur.
type common map[check.Trait]map[string]bool

func specification(ctx context.Context, m *check.Model, class string, elements []int, o Options) *ids.Specification {
	shared := gather(ctx, m, elements)
	maps.DeleteFunc(shared, func(t check.Trait, _ map[string]bool) bool {
		return t.Kind == "property" && slices.Contains(o.OmitSets, t.Set)
	})
	if len(shared) == 0 {
		return nil
	}
	s := &ids.Specification{Name: fmt.Sprintf("%s: what all %d have", class, len(elements)),
		Versions: []string{m.Version()}, MinOccurs: "0", MaxOccurs: "unbounded",
		HasRequirements: true, Description: "Drafted: strike out what nobody needs."}
	s.Applicability.Facets = []ids.Facet{&ids.Entity{Name: ids.Plain(class)}}
	for _, t := range slices.SortedFunc(maps.Keys(shared), byFacet) {
		s.Requirements.Facets = append(s.Requirements.Facets, facet(t, shared[t], o))
	}
	return s
}

// gather returns the traits that every element has, each with the set of values that occur.
func gather(ctx context.Context, m *check.Model, elements []int) common {
	counts, values := map[check.Trait]int{}, common{}
	for _, id := range elements {
		if ctx.Err() != nil {
			return nil
		}
		own := map[check.Trait]bool{}
		for _, t := range m.Traits(id) {
			bare := t
			if bare.Value = ""; !own[bare] {
				own[bare] = true
				counts[bare]++
			}
			if values[bare] == nil {
				values[bare] = map[string]bool{}
			}
			values[bare][t.Value] = true
		}
	}
	for t, n := range counts {
		if n < len(elements) {
			delete(values, t)
		}
	}
	return values
}

// order is the order of the facets in a document.
var order = []string{"partOf", "classification", "attribute", "property", "material"}

func byFacet(a, b check.Trait) int {
	return cmp.Or(cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind)), cmp.Compare(a.Set, b.Set),
		cmp.Compare(a.Name, b.Name),
		cmp.Compare(a.DataType, b.DataType))
}

func facet(t check.Trait, values map[string]bool, o Options) ids.Facet {
	v := value(values, o)
	switch t.Kind {
	case "partOf":
		return &ids.PartOf{Relation: t.Set, Whole: &ids.Entity{Name: ids.Plain(t.Name)}}
	case "classification":
		return &ids.Classification{System: ids.Plain(t.Set)}
	case "attribute":
		return &ids.Attribute{Name: ids.Plain(t.Name), Value: v}
	case "property":
		if t.DataType == "IFCBOOLEAN" && v != nil && v.Restriction != nil {
			v = nil // two values occur, so neither is common to all
		}
		return &ids.Property{Set: ids.Plain(t.Set), BaseName: ids.Plain(t.Name), DataType: t.DataType, Value: v}
	}
	return &ids.Material{Value: v}
}

// value returns the values as a text or an enumeration, or nil if they are not wanted or too many.
func value(values map[string]bool, o Options) *ids.Value {
	if !o.Values || values[""] || len(values) > MaxValues {
		return nil
	}
	all := slices.Sorted(maps.Keys(values))
	if len(all) == 1 {
		return ids.Plain(all[0])
	}
	return ids.OneOf(all...)
}

// sound removes the requirements with audit findings, such as a property in a standard set that does not define it.
func sound(d *ids.Document) *ids.Document {
	if len(d.Specifications) == 0 {
		return d
	}
	read, report := audit.Audit(d.Write(), ids.ReadOptions{})
	if report.Status == audit.OK || read == nil {
		return read
	}
	struck := 0
	for _, s := range read.Specifications {
		facets := s.Requirements.Facets
		s.Requirements.Facets = nil
		for i, f := range facets {
			if last := i == len(facets)-1; faulty(report, f, facets, i, last) {
				struck++
				continue
			}
			s.Requirements.Facets = append(s.Requirements.Facets, f)
		}
	}
	before := len(read.Specifications)
	read.Specifications = slices.DeleteFunc(read.Specifications, func(s *ids.Specification) bool {
		return len(s.Requirements.Facets) == 0 || struck == 0 && faultyWhole(report, s)
	})
	if struck == 0 && len(read.Specifications) == before {
		read.Specifications = nil // nothing is left to remove, and no draft is better than a faulty draft
	}
	return sound(read)
}

// faulty reports whether a finding lies within a facet.
func faulty(r *audit.Report, f ids.Facet, all []ids.Facet, i int, last bool) bool {
	return slices.ContainsFunc(r.Findings, func(x audit.Finding) bool {
		return x.Line >= f.Shared().Line && (last && x.Line < f.Shared().Line+facetLines ||
			!last && x.Line < all[i+1].Shared().Line)
	})
}

// facetLines is more lines than any facet of a draft has.
const facetLines = 12 + MaxValues

// faultyWhole reports whether a finding lies at the specification itself, because its facets contradict each other.
func faultyWhole(r *audit.Report, s *ids.Specification) bool {
	return slices.ContainsFunc(r.Findings, func(x audit.Finding) bool {
		return x.Line == s.Line ||
			x.Line == s.Requirements.Line
	})
}
