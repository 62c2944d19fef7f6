package clashes

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// immaterials maps rules to the categories whose elements cannot be in conflict, because they are no matter. The rule
// bodiless excludes other elements without a body.
var immaterials = []struct {
	rule       string
	categories []state.Category
}{
	{"spaces", []state.Category{state.CategoryRoom}}, // air, bounded by other elements
	// a hole; the door or window in it is an element of its own
	{"voids", []state.Category{state.CategoryOpening}},
	{"datums", []state.Category{state.CategoryLevel, state.CategoryGrid}}, // lines to measure from
	// groups of elements, without bodies of their own
	{"systems", []state.Category{state.CategorySystem}},
	{"sites", []state.Category{state.CategorySite, state.CategoryBuilding}}, // contain everything
}

// bodiless is the rule for elements without a body, which have no place.
const bodiless = "bodiless"

// immaterial returns the rule by which elements of a category cannot be in conflict, or "" if there is none.
func immaterial(c state.Category) string {
	for _, row := range immaterials {
		if slices.Contains(row.categories, c) {
			return row.rule
		}
	}
	if !c.Physical() {
		return bodiless
	}
	return ""
}

// pairRules defines the pairs that overlap by design. The first rule that applies counts. A new relation of elements
// that overlap by design needs a row here. A relation that makes one thing of several elements needs a row in
// composites. A broken join or connection excuses nothing.
var pairRules = []struct {
	rule    string
	applies func(f *filter, a, b *state.Element) bool
}{
	{"hosted", func(_ *filter, a, b *state.Element) bool { return a.HostID == b.ID || b.HostID == a.ID }},
	{"filled", func(_ *filter, a, b *state.Element) bool { return a.FillsID == b.ID || b.FillsID == a.ID }},
	{"connected", func(f *filter, a, b *state.Element) bool {
		return slices.ContainsFunc(f.model.ConnectionsOf(a.ID),
			func(c *state.Connection) bool { return c.Other(a.ID) == b.ID && services.ConnectionHolds(f.model, c) })
	}},
	{"composite", sameComposite},
}

// These are the rules of a caller's exclusions.
const (
	excludedCategory     = "excluded_category"
	excludedPair         = "excluded_pair"
	excludedCategoryPair = "excluded_category_pair"
)

// filter decides whether pairs are examined.
type filter struct {
	model      *state.Model
	pairs      map[[2]state.ID]bool
	categories map[[2]state.Category]bool
	combined   map[[2]state.ID]bool // pairs that boolean operations make one composite
}

func newFilter(m *state.Model, x Exclusions) *filter {
	f := &filter{model: m, pairs: map[[2]state.ID]bool{},
		categories: map[[2]state.Category]bool{}, combined: combinedPairs(m)}
	for _, p := range x.Pairs {
		f.pairs[inOrder(p[0], p[1])] = true
	}
	for _, p := range x.CategoryPairs {
		f.categories[inOrder(p[0], p[1])] = true
	}
	return f
}

// rule returns the rule by which a pair is not examined, or "" if it is.
func (f *filter) rule(a, b *state.Element) string {
	for _, r := range pairRules {
		if r.applies(f, a, b) {
			return r.rule
		}
	}
	switch {
	case f.pairs[inOrder(a.ID, b.ID)]:
		return excludedPair
	case f.categories[inOrder(a.Category, b.Category)]:
		return excludedCategoryPair
	}
	return ""
}

func inOrder[T ~string](a, b T) [2]T { return [2]T{min(a, b), max(a, b)} }
