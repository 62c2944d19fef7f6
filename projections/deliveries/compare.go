package deliveries

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/merge"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Kind is the kind of a change of an element.
type Kind string

// These are the kinds. An element that is moved and resized is of both kinds.
const (
	New     Kind = "new"
	Gone    Kind = "gone"
	Moved   Kind = "moved"
	Resized Kind = "resized"
	Data    Kind = "data" // name, type, material, classification, properties and other parameters
)

// Kinds lists the kinds in the order of reports.
var Kinds = []Kind{New, Gone, Moved, Resized, Data}

// Enum lists the kinds.
func (Kind) Enum() []string {
	out := make([]string, len(Kinds))
	for i, k := range Kinds {
		out[i] = string(k)
	}
	return out
}

// Change is an element that differs between two deliveries.
type Change struct {
	ElementID state.ID        `json:"element_id"`
	Category  string          `json:"category"`
	Name      string          `json:"name"`
	Storey    string          `json:"storey,omitempty"`
	Kinds     []Kind          `json:"kinds"`
	By        geometry.Length `json:"moved_by,omitempty" jsonschema:"mm"`
	Facets    []state.Facet   `json:"facets,omitempty" jsonschema:"what of it is otherwise"`
}

// Compare returns the changes from one delivery to the next, sorted by kind of change in the order of Kinds, then by
// name and id.
func Compare(last, newer *state.Model) []Change {
	ids := map[state.ID]bool{}
	for _, m := range []*state.Model{last, newer} {
		m.Each(func(e *state.Element) bool { ids[e.ID] = true; return true })
	}
	list := make([]state.ID, 0, len(ids))
	for id := range ids {
		list = append(list, id)
	}
	d := merge.Diff(last, newer, list)
	var out []Change
	for _, e := range d.Added {
		out = append(out, changeOf(newer, e, New))
	}
	for _, e := range d.Deleted {
		out = append(out, changeOf(last, e, Gone))
	}
	for _, e := range d.Modified {
		if c := modified(last, newer, e); len(c.Kinds) > 0 {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b Change) int {
		return cmp.Or(cmp.Compare(slices.Index(Kinds, a.Kinds[0]), slices.Index(Kinds, b.Kinds[0])),
			strings.Compare(a.Name, b.Name), cmp.Compare(a.ElementID, b.ElementID))
	})
	return out
}

func changeOf(m *state.Model, e merge.DifferentElement, kinds ...Kind) Change {
	out := Change{ElementID: e.ElementID, Category: e.Category, Name: e.Name, Kinds: kinds}
	if element, ok := m.Element(e.ElementID); ok {
		if storey, ok := m.Element(elements.StoreyOf(m, element)); ok {
			out.Storey = storey.Name
		}
	}
	return out
}

// modified returns a change with its kinds. It judges by the box of the body, or otherwise by the place.
func modified(last, newer *state.Model, e merge.DifferentElement) Change {
	out := changeOf(newer, e)
	before, _ := last.Element(e.ElementID)
	after, _ := newer.Element(e.ElementID)
	if before == nil || after == nil { // a type or a material: its elements show the change
		return out
	}
	params := false
	for _, c := range e.Changes {
		out.Facets = append(out.Facets, c.Facet)
		params = params || strings.HasPrefix(string(c.Facet), "param.") || c.Facet == state.FacetLevel ||
			c.Facet == state.FacetHost
	}
	told := false
	if params {
		was, is := boxOf(last, before.ID), boxOf(newer, after.ID)
		switch {
		case was.Empty() || is.Empty():
			if by := geometry.Distance3(change.Anchor(last, before), change.Anchor(newer, after)); by > 0 {
				out.Kinds, out.By, told = append(out.Kinds, Moved), by, true
			}
		default:
			if by := geometry.Distance3(middle(was), middle(is)); by > 0 && was.Max.Sub(was.Min) == is.Max.Sub(is.Min) {
				out.Kinds, out.By, told = append(out.Kinds, Moved), by, true
			} else if by > 0 && was.Min != is.Min && was.Max != is.Max {
				out.Kinds, out.By = append(out.Kinds, Moved), by
			}
			if was.Max.Sub(was.Min) != is.Max.Sub(is.Min) {
				out.Kinds, told = append(out.Kinds, Resized), true
			}
		}
	}
	data := slices.ContainsFunc(out.Facets, func(f state.Facet) bool {
		return !strings.HasPrefix(string(f), "param.") && f != state.FacetLevel && f != state.FacetHost &&
			f != state.FacetFills && f != state.FacetJoin && f != state.FacetOrigin
	})
	if data || !told {
		out.Kinds = append(out.Kinds, Data)
	}
	return out
}

func boxOf(m *state.Model, id state.ID) geometry.Box {
	body, err := shape.Body(m, id)
	if err != nil || len(body) == 0 {
		return geometry.EmptyBox()
	}
	return body.Bounds()
}

func middle(b geometry.Box) geometry.Point3 {
	return geometry.Point3{X: (b.Min.X + b.Max.X) / 2, Y: (b.Min.Y + b.Max.Y) / 2, Z: (b.Min.Z + b.Max.Z) / 2}
}

// linesShown is the greatest number of lines in the summary of a delivery.
const linesShown = 10

// Lines returns a summary of changes in some lines: the number of each kind, then the categories.
func Lines(changes []Change) []string {
	if len(changes) == 0 {
		return []string{"nothing is different"}
	}
	type cell struct {
		kind     Kind
		category string
	}
	counts := map[cell]int{}
	for _, c := range changes {
		for _, k := range c.Kinds {
			counts[cell{k, c.Category}]++
		}
	}
	cells := make([]cell, 0, len(counts))
	for c := range counts {
		cells = append(cells, c)
	}
	slices.SortFunc(cells, func(a, b cell) int {
		return cmp.Or(-cmp.Compare(counts[a], counts[b]), cmp.Compare(slices.Index(Kinds, a.kind),
			slices.Index(Kinds, b.kind)), strings.Compare(a.category, b.category))
	})
	var out []string
	for i, c := range cells {
		if i == linesShown-1 && len(cells) > linesShown {
			out = append(out, fmt.Sprintf("%d more kinds of changes", len(cells)-i))
			break
		}
		out = append(out, fmt.Sprintf("%s: %d of category %s", c.kind, counts[c], c.category))
	}
	return out
}
