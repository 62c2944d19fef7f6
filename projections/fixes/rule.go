package fixes

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
)

// sizes maps a measured quantity to the parameter to enlarge, which changes the quantity by the same amount. The
// parameter belongs to the first element of the finding.
var sizes = map[string]struct {
	category  state.Category
	parameter string
	value     func(state.Params) float64 // mm
}{
	"door_clear_width": {state.CategoryDoor, "width",
		func(p state.Params) float64 { return p.(*fabric.Door).Width.MM() }},
	"door_clear_width_ad_m": {state.CategoryDoor, "width",
		func(p state.Params) float64 { return p.(*fabric.Door).Width.MM() }},
	"door_clear_height": {state.CategoryDoor, "height",
		func(p state.Params) float64 { return p.(*fabric.Door).Height.MM() }},
	"stair_width": {state.CategoryStair, "width",
		func(p state.Params) float64 { return p.(*stair.Stair).Width.MM() }},
}

func setSize(p *problem) (map[string]any, string, bool) {
	if p.rule == nil || p.rule.Measured == nil {
		return nil, "", false
	}
	size, known := sizes[p.rule.Quantity]
	if !known || len(p.rule.Elements) == 0 {
		return nil, "", false
	}
	least, ok := leastSize(p.rule)
	e, there := p.View.Model.Element(p.rule.Elements[0])
	switch {
	case !there || e.Category != size.category:
		return nil, "the element is gone", true
	case !ok:
		return nil, "the rule has no least size", true
	}
	value := math.Ceil(size.value(e.Params) + least - *p.rule.Measured)
	return map[string]any{"element_id": e.ID, "parameter_name": size.parameter, "value": value}, "", true
}

func setValues(p *problem) (map[string]any, string, bool) {
	if p.rule == nil || len(p.rule.Absent) == 0 || len(p.rule.Elements) == 0 {
		return nil, "", false
	}
	sets := map[string]map[string]json.RawMessage{}
	for _, what := range p.rule.Absent {
		value, given := p.Values[what]
		set, name, parted := strings.Cut(what, ".")
		if !given || !parted {
			return nil, "the configuration has no value for " + what, true
		}
		if sets[set] == nil {
			sets[set] = map[string]json.RawMessage{}
		}
		sets[set][name] = value
	}
	return map[string]any{"element_ids": p.rule.Elements[:1], "psets": sets}, "", true
}
