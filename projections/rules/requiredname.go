package rules

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections"
)

// nameable refuses required data with a malformed name, or with a name that nothing in the model has, because every
// element would lack them. It accepts any Set.Property, because a new property has to be required before elements have
// it. The error is INVALID_INPUT.
func nameable(v *projections.View, required []string) error {
	for _, what := range required {
		set, name, both := strings.Cut(what, ".")
		if what == "" || strings.TrimSpace(what) != what || both && (set == "" || name == "") {
			return state.Errorf(state.InvalidInput, "%q of required_params names nothing: give Set.Property, or "+
				"name, number, usage, type, material, level, classification, a parameter",
				clip(what)).With("parameter", "required_params")
		}
		if !both && !canHave(v, what) {
			return state.Errorf(state.InvalidInput, "nothing in the model is called %q, and no category has such a "+
				"parameter, quantity or common property: give the name of one, or Set.Property", clip(what)).
				With("parameter", "required_params").With("value", clip(what))
		}
	}
	return nil
}

// canHave reports whether an element can have a datum without a set.
func canHave(v *projections.View, what string) bool {
	same := func(name string) bool { return lettersOf(name) == lettersOf(what) }
	if attributes[lettersOf(what)] != nil || systemWord(what) && anyServes(v) ||
		slices.ContainsFunc(commonProperties, same) {
		return true
	}
	for _, c := range state.Category("").Enum() {
		if parameterNamed(what, state.Category(c)) != "" || measuredAs(v, state.Category(c), same) {
			return true
		}
	}
	found := false
	v.Model.Each(func(e *state.Element) bool {
		found = hasNamed(e.Psets, same)
		if t, typed := v.Model.Type(e.TypeID); !found && typed {
			found = hasNamed(t.Psets, same)
		}
		return !found
	})
	return found
}

// anyServes reports whether the model has an element that can be in a system.
func anyServes(v *projections.View) bool {
	return slices.ContainsFunc(state.Category("").Enum(), func(c string) bool {
		return services.Serves(state.Category(c)) && len(v.Model.OfCategory(state.Category(c))) > 0
	})
}

// measuredAs reports whether elements of a category have a quantity with a name. It looks at the first element that has
// quantities.
func measuredAs(v *projections.View, c state.Category, same func(string) bool) bool {
	for _, id := range v.Model.OfCategory(c) {
		if list, err := v.QuantitiesOf(id); err == nil && len(list) > 0 {
			return slices.ContainsFunc(list, func(q state.Quantity) bool { return same(q.Name) })
		}
	}
	return false
}

func hasNamed(sets []state.PropertySet, same func(string) bool) bool {
	return slices.ContainsFunc(sets, func(s state.PropertySet) bool {
		return slices.ContainsFunc(s.Properties, func(p state.Property) bool { return same(p.Name) })
	})
}

// commonProperties are the properties of the sets in commonSets (IFC4 ADD2 TC1, Pset_WallCommon to Pset_FootingCommon).
var commonProperties = []string{
	"AcousticRating", "Category", "Combustible", "Compartmentation", "ExtendToStructure", "Finish", "FireExit",
	"FireRating", "FragilityRating", "GlazingAreaFraction", "GrossPlannedArea", "HandicapAccessible", "HasDrive",
	"HasNonSkidSurface", "HasSillExternal", "HasSillInternal", "Height", "Infiltration", "IsExternal", "LoadBearing",
	"NetPlannedArea", "NosingLength", "NumberOfRiser", "NumberOfTreads", "PitchAngle", "ProjectedArea",
	"PubliclyAccessible", "Reference", "RequiredHeadroom", "RiserHeight", "Roll", "SecurityRating", "SelfClosing",
	"Slope", "SmokeStop", "Span", "Status", "SurfaceSpreadOfFlame", "ThermalTransmittance", "TotalThickness",
	"TreadLength", "WaistThickness", "WaterTightnessRating", "WindLoadRating",
}
