package change

import (
	"slices"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	stairshape "github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// defaultWaist is a usual thickness of a concrete flight.
const defaultWaist = 150 * geometry.Millimetre

// highestRiser and leastTread are the greatest riser and the smallest tread that any code allows for a stair: Approved
// Document K table 1.1, private stairs.
const highestRiser = 220 * geometry.Millimetre

const leastTread = 220 * geometry.Millimetre

// stairWarnSteep warns about a flight that is steeper than any standard allows, and names values that would fit.
func stairWarnSteep(s *stairshape.Stair, t *Transaction, rise geometry.Length) {
	riser := rise / geometry.Length(max(1, s.Risers))
	if riser <= highestRiser && s.Tread >= leastTread {
		return
	}
	risers, tread := stairshape.Comfortable(rise)
	t.Warn("STEEP_STAIR", map[string]any{"risers": risers, "tread": tread, "length": geometry.Length(risers-1) * tread},
		"the flight is steeper than any standard takes: %d risers of %.1f mm, treads of %s mm; %d risers of %.1f mm "+
			"with treads of %s mm would do, %s mm long in plan",
		s.Risers, stairshape.Each(rise, s.Risers), s.Tread, risers, stairshape.Each(rise, risers), tread,
		geometry.Length(risers-1)*tread)
}

// keepRailings updates the railings along a stair or ramp to match it.
func (t *Transaction) keepRailings(e *state.Element, a stairshape.Ascent, shape stairshape.Laid, make bool) error {
	needed := map[string]stairshape.RailingOf{}
	var order []stairshape.RailingOf
	if _, sides := a.Kept(); sides != "" && sides != "none" {
		order = shape.Railings(sides)
		for _, r := range order {
			needed[r.Part] = r
		}
	}
	for _, id := range t.Model.HostedBy(e.ID) {
		kept, ok := t.Model.Element(id)
		if !ok {
			continue
		}
		railing, ok := kept.Params.(*stairshape.Railing)
		if !ok || railing.StairPart == "" || railing.Fixed != nil {
			continue
		}
		r, wanted := needed[railing.StairPart]
		delete(needed, railing.StairPart)
		switch {
		case !wanted && !make:
			t.uncut(kept)
		case wanted && make:
			after := *railing
			after.Path = stairshape.OnLevelOfPath(t.Model, r.Path, kept.LevelID)
			if slices.Equal(after.Path, railing.Path) {
				continue
			}
			if err := t.change(kept, bodyshape.ParamFacets(state.CategoryRailing),
				func(c *state.Element) { c.Params = &after }); err != nil {
				return err
			}
		}
	}
	if !make {
		return nil
	}
	for _, r := range order {
		if _, lacking := needed[r.Part]; !lacking {
			continue
		}
		railing := (&stairshape.Railing{Path: stairshape.OnLevelOfPath(t.Model, r.Path, e.LevelID), Height: r.Height,
			RailingType: r.Use,
			StairPart:   r.Part}).WithDefaults()
		made := &state.Element{ID: t.newID(), Category: state.CategoryRailing, Name: e.Name + " railing, " + r.Part,
			LevelID: e.LevelID, AssemblyID: e.ID, Params: &railing}
		if err := t.create(made); err != nil {
			return err
		}
		t.host(made.ID, e.ID)
	}
	return nil
}
