package tables

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tables/table"
)

// Grouping is the key by which a take-off adds up quantities within each category.
type Grouping string

// The groupings.
const (
	ByLevel    Grouping = "level"
	ByType     Grouping = "type"
	ByMaterial Grouping = "material"
)

// Enum lists the groupings.
func (Grouping) Enum() []string { return []string{string(ByLevel), string(ByType), string(ByMaterial)} }

// Takeoff adds up the quantities of categories, or of all categories with figures if none is given. The figures of a
// category are the quantities that figuresOf lists for it; notes explain how each is measured. The net area of rooms is
// measured by rule, which defaults to the clear floor area.
func Takeoff(ctx context.Context, v *projections.View, categories []state.Category,
	by Grouping, rule room.AreaRule) (made *table.Table, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	if err := rule.Check(); err != nil {
		return nil, err
	}
	t := &takeoff{view: v, by: cmp.Or(by, ByType), area: rule, sums: map[sumKey]*sum{}, missing: map[string]int{}}
	if !slices.Contains(by.Enum(), string(t.by)) {
		return nil, state.Errorf(state.OutOfRange, "there is no grouping %q: give one of level, type, material",
			by).With("parameter", "grouping").With("allowed", by.Enum())
	}
	for _, f := range figuresOf {
		if len(categories) > 0 && !slices.Contains(categories, f.category) {
			continue
		}
		if err := t.add(ctx, f); err != nil {
			return nil, err
		}
	}
	for _, c := range categories {
		if !slices.ContainsFunc(figuresOf, func(f figures) bool { return f.category == c }) {
			return nil, state.Errorf(state.OutOfRange,
				"nothing is measured of category %q: give categories with bodies", c).With("parameter",
				"categories").With("allowed", measuredCategories())
		}
	}
	return t.table(), nil
}

// takeoff is the state of a take-off that is being made.
type takeoff struct {
	view    *projections.View
	by      Grouping
	area    room.AreaRule // rule for the area of rooms; "" for none
	sums    map[sumKey]*sum
	missing map[string]int // number of elements without a quantity, by category and quantity
	failed  int
	rules   []string
}

// sumKey identifies a row of a take-off.
type sumKey struct {
	category int // index in figuresOf
	rank     float64
	name     string
	size     float64 // thickness of a layer in mm
}

// sum is a row of a take-off.
type sum struct {
	elements int
	values   [figureCount]float64
	known    [figureCount]bool
	mass     float64
	weighed  bool
}

func (t *takeoff) add(ctx context.Context, f figures) error {
	index := slices.IndexFunc(figuresOf, func(g figures) bool { return g.category == f.category })
	ids := t.view.Model.OfCategory(f.category)
	for i, id := range ids {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e, _ := t.view.Model.Element(id)
		s := &subject{view: t.view, element: e}
		values := [figureCount]table.Cell{}
		for k, name := range f.quantities {
			if name != "" {
				values[k] = t.figure(s, k, name)
				t.miss(f, name, values[k])
			}
		}
		if s.failed != nil {
			t.failed++
		}
		t.share(index, s, values)
	}
	if len(ids) > 0 {
		t.rule(f)
	}
	return nil
}

// figure returns a figure of an element.
func (t *takeoff) figure(s *subject, k int, name string) table.Cell {
	if k == netArea && t.area != "" && s.element.Category == state.CategoryRoom {
		return s.floorArea(t.area)
	}
	return s.quantity(name)
}

func (t *takeoff) miss(f figures, name string, value table.Cell) {
	if value.Kind() == "" {
		t.missing[string(f.category)+" "+name]++
	}
}

// share adds an element to its row, or to the rows of its materials: the volume by the shares of thickness, the area to
// each layer.
func (t *takeoff) share(category int, s *subject, values [figureCount]table.Cell) {
	switch t.by {
	case ByLevel:
		name := levelName(s)
		t.sum(sumKey{category, float64(shape.Elevation(s.view.Model, elements.StoreyOf(s.view.Model, s.element))), name,
			0}).add(values, 1)
	case ByType:
		name := typeName(s)
		if c := s.element.Category; name == "" && (slices.Contains(segments, c) || slices.Contains(fittings, c)) {
			name = sizeText(s) // orders services without a type
		}
		t.sum(sumKey{category, 0, name, 0}).add(values, 1)
	case ByMaterial:
		seen := map[sumKey]bool{}
		for _, l := range s.layers() {
			k := sumKey{category, 0, l.name, l.thickness}
			row := t.sum(k)
			if seen[k] {
				row.elements--
			}
			seen[k] = true
			row.add(values, l.share)
			row.weigh(values[netVolume], l)
		}
	}
}

func (t *takeoff) sum(k sumKey) *sum {
	if t.sums[k] == nil {
		t.sums[k] = &sum{}
	}
	return t.sums[k]
}

// add adds the figures of an element, with its share of the volumes.
func (s *sum) add(values [figureCount]table.Cell, share float64) {
	s.elements++
	for i, c := range values {
		v, ok := c.Number()
		if !ok {
			continue
		}
		if i == grossVolume || i == netVolume {
			v = float64(v * share)
		}
		s.values[i], s.known[i] = s.values[i]+v, true
	}
}

// weigh adds the mass of a share of an element: net volume times density.
func (s *sum) weigh(volume table.Cell, l layerShare) {
	if v, ok := volume.Number(); ok && l.density > 0 {
		s.mass, s.weighed = s.mass+float64(float64(v*l.share)*l.density), true
	}
}

func (t *takeoff) rule(f figures) {
	for i, name := range f.quantities {
		if slices.Contains(f.quantities[:i], name) {
			continue
		}
		if row, err := t.area.Described(); err == nil && i == netArea && f.category == state.CategoryRoom {
			by := floorAreaRule(floorAreaPrefix+string(t.area), row)
			t.rules = append(t.rules, fmt.Sprintf("%s %s: %s.", f.category, by.quantity, by.text))
			continue
		}
		if r, ok := ruleOf(f.category, name); ok {
			t.rules = append(t.rules, fmt.Sprintf("%s %s: %s.", f.category, name, r.text))
		}
	}
}
