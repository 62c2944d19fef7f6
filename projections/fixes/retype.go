package fixes

import (
	"reflect"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/rules"
)

// retype changes the type of an element if the type's fire rating is too low. The new type has the same body and the
// lowest sufficient rating. If several types qualify, there is no fix, because the choice would be a guess.
func retype(p *problem) (map[string]any, string, bool) {
	if p.rule == nil || p.rule.Measured == nil || !strings.HasSuffix(p.rule.Quantity, "_fire_rating") ||
		len(p.rule.Elements) == 0 {
		return nil, "", false
	}
	e, there := p.View.Model.Element(p.rule.Elements[0])
	if !there {
		return nil, "the element is gone", true
	}
	now, typed := p.View.Model.Type(e.TypeID)
	if !typed || rules.OwnFireRating(e) {
		return nil, "the element has no type that states its fire rating", true
	}
	least, ok := leastSize(p.rule)
	if !ok {
		return nil, "the rule has no least rating", true
	}
	best, ties := p.betterType(now, least)
	switch {
	case best == nil:
		return nil, "the model has no type of the same body whose fire rating does", true
	case ties > 1:
		return nil, "several types of the same body have the fire rating that does: somebody has to choose", true
	}
	return map[string]any{"element_ids": []state.ID{e.ID}, "type_id": best.ID}, "", true
}

// betterType returns the type with the same body and the lowest fire rating of at least the given hours. ties is the
// number of types with that rating.
func (p *problem) betterType(now *state.Type, hours float64) (best *state.Type, ties int) {
	lowest := 0.0
	for _, t := range p.View.Model.Types() {
		has, ok := rules.FireHours(t)
		if t.ID == now.ID || !ok || has < hours || !sameBody(t, now) {
			continue
		}
		switch {
		case best == nil || has < lowest:
			best, lowest, ties = t, has, 1
		case has == lowest:
			ties++
		}
	}
	return best, ties
}

// sameBody reports whether two types give their elements the same body.
func sameBody(a, b *state.Type) bool {
	return a.Category == b.Category && a.Use == b.Use && a.Thickness() == b.Thickness() &&
		(len(a.Layers) > 0) == (len(b.Layers) > 0) &&
		reflect.DeepEqual(a.Profile, b.Profile) && reflect.DeepEqual(a.Parts, b.Parts)
}

// leastSize returns the least value that the rule of a finding requires.
func leastSize(f *rules.Finding) (float64, bool) {
	table := rules.Table()
	i := slices.IndexFunc(table, func(r rules.Rule) bool { return r.ID == f.Rule })
	if i < 0 || table[i].Op != ">=" || *f.Measured >= table[i].Low {
		return 0, false
	}
	return table[i].Low, true
}
