package app

import (
	"fmt"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// drasticTold caps the sentences about drastic effects of a change.
const drasticTold = 5

// drastic returns sentences that describe why a change amounts to a deletion, whatever it is called: existing elements
// lose nearly all their volume, or leave their storey, their host or the building, or rooms cease to exist. It returns
// nothing for other changes.
func (r *Reach) drastic(p approvals.Policy) []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(r.Effects)) {
		effect := r.Effects[id]
		was, before := r.Before.Model.Element(id)
		is, after := r.After.Model.Element(id)
		if !before || !after || effect != mcp.EffectModified && effect != mcp.EffectDerived {
			continue
		}
		for _, why := range []string{r.shrinks(p, was), r.leavesHost(was, is), r.leavesStorey(was, is),
			r.leavesBuilding(p, was)} {
			if why != "" {
				out = append(out, fmt.Sprintf("%s %q %s", was.Category, was.Name, why))
				break
			}
		}
	}
	if more := len(out) - drasticTold; more > 0 {
		out = append(out[:drasticTold-1],
			fmt.Sprintf("and %d more elements are cut down, taken away or opened", more+1))
	}
	return out
}

// shrinks returns a phrase if an element loses more of its volume or area than the policy permits, or if a room ceases
// to be enclosed.
func (r *Reach) shrinks(p approvals.Policy, e *state.Element) string {
	area, volume := Measures(r.Before, e.ID)
	areaNow, volumeNow := Measures(r.After, e.ID)
	if e.Category == state.CategoryRoom && positive(area) && !positive(areaNow) {
		return "is enclosed by nothing any more"
	}
	for _, m := range []struct {
		what    string
		was, is *float64
	}{{"volume", volume, volumeNow}, {"area", area, areaNow}} {
		if !positive(m.was) {
			continue
		}
		left := 0.0
		if m.is != nil {
			left = *m.is
		}
		if lost := 100 * (*m.was - left) / *m.was; lost > float64(p.DrasticLoss) {
			return fmt.Sprintf("loses %.1f %% of its %s", lost, m.what)
		}
		return "" // an element with a volume may lose area
	}
	return ""
}

func positive(f *float64) bool { return f != nil && *f > 0 }

// leavesHost returns a phrase if an element is no longer set in its host, or is set in another one.
func (r *Reach) leavesHost(was, is *state.Element) string {
	if was.HostID == "" || was.HostID == is.HostID {
		return ""
	}
	if _, name := Named(r.Before.Model, was.HostID); name != "" {
		return fmt.Sprintf("leaves its host %q", name)
	}
	return "leaves its host"
}

// leavesStorey returns a phrase if an element that lay in the storey of its level no longer does, or is assigned to
// another level.
func (r *Reach) leavesStorey(was, is *state.Element) string {
	own := elements.StoreyOf(r.Before.Model, was)
	if own == "" {
		return ""
	}
	if own != elements.StoreyOf(r.After.Model, is) {
		return "leaves its level"
	}
	if r.inOwnStorey(r.Before, was) && !r.inOwnStorey(r.After, is) {
		return "leaves the storey of its level"
	}
	return ""
}

// inOwnStorey reports whether any part of an element lies in the storey of its level.
func (r *Reach) inOwnStorey(v *projections.View, e *state.Element) bool {
	box := v.BoundsOf(e.ID)
	if box.Empty() {
		return true
	}
	for _, s := range storeysOf(v.Model) {
		if slices.Contains(s.levels, string(elements.StoreyOf(v.Model, e))) {
			return s.keeps(&box) || s.takes(&box)
		}
	}
	return true
}

// leavesBuilding returns a phrase if nothing stands near an element any more, apart from elements that the same change
// affects.
func (r *Reach) leavesBuilding(p approvals.Policy, e *state.Element) string {
	was, is := r.Before.BoundsOf(e.ID), r.After.BoundsOf(e.ID)
	if was.Empty() || is.Empty() || was == is || r.nearOthers(r.After, is, p) || !r.nearOthers(r.Before, was, p) {
		return ""
	}
	return fmt.Sprintf("is moved away from the building: nothing else stands within %d m of it", p.DrasticAway)
}

// nearOthers reports whether an element that the change does not affect stands near a box. It searches the box itself
// first: within a building nearly every box touches another element, and the wider search finds many elements.
func (r *Reach) nearOthers(v *projections.View, box geometry.Box, p approvals.Policy) bool {
	for _, away := range []geometry.Length{0, geometry.Length(p.DrasticAway) * geometry.Metre} {
		within := box
		within.Min.X, within.Min.Y, within.Min.Z = box.Min.X-away, box.Min.Y-away, box.Min.Z-away
		within.Max.X, within.Max.Y, within.Max.Z = box.Max.X+away, box.Max.Y+away, box.Max.Z+away
		if slices.ContainsFunc(v.Spatial().Intersecting(within), func(hit projections.Hit) bool {
			_, reached := r.Effects[hit.ID]
			return !reached
		}) {
			return true
		}
	}
	return false
}
