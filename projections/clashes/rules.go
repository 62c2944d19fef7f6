package clashes

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
)

// immaterials are the categories whose elements are no matter that could be in conflict, by the rule that says so.
// Whatever else has no body is passed over by the rule bodiless.
var immaterials = []struct {
	rule       string
	categories []state.Category
}{
	{"spaces", []state.Category{state.CategoryRoom}}, // air, bounded by what is about it
	// a hole, whose filling is an element of its own
	{"voids", []state.Category{state.CategoryOpening}},
	{"datums", []state.Category{state.CategoryLevel, state.CategoryGrid}}, // lines to measure from
	// what belongs together, no body of its own
	{"systems", []state.Category{state.CategorySystem}},
	{"sites", []state.Category{state.CategorySite, state.CategoryBuilding}}, // contain everything
}

// bodiless is the rule of elements without a body, which are in no place.
const bodiless = "bodiless"

// immaterial returns the rule for which no element of a category can be in conflict, "" when there is none.
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

// pairRules say which pairs meet because they are meant to. The first one that applies counts. A new relation of
// elements that share space by design is a row here, one that makes one thing of them a row in composites. A join or
// connection that does not hold any more is no excuse.
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

// The rules of a caller's exclusions.
const (
	excludedCategory     = "excluded_category"
	excludedPair         = "excluded_pair"
	excludedCategoryPair = "excluded_category_pair"
)

// filter decides of pairs whether they are to be examined.
type filter struct {
	model      *state.Model
	pairs      map[[2]state.ID]bool
	categories map[[2]state.Category]bool
	combined   map[[2]state.ID]bool // made one composite by boolean operations
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

// rule returns why a pair is not examined, "" when it is.
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
