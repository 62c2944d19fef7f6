package rules

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
)

// rating is a fire rating in hours, with the label that states it.
type rating struct {
	text  string
	hours float64
}

// These are the forms of the label FireRating, which has no grammar in IFC. They are tried in this order, after the
// forms of EN 13501-2 (see classMinutes). Commas are read as points; case and spaces do not count. They are British
// doors (FD30S), German doors and walls (T30-RS, F90-A), Australian (60/60/60), hours (1HR, 1 1/2 h), minutes (90 min),
// and a bare number: up to 4 it is hours, otherwise minutes.
var (
	british    = regexp.MustCompile(`^FD(\d{2,3})S?$`)
	german     = regexp.MustCompile(`^[TF](\d{2,3})(?:-[A-Z]{1,3})?$`)
	australian = regexp.MustCompile(`^(\d{2,3}|-)/(\d{2,3}|-)/(\d{2,3}|-)$`)
	hoursForm  = regexp.MustCompile(`^(?:(\d+(?:\.\d+)?)[ -]?)?(?:(\d)/(\d))?[ -]?(?:H|HR|HRS|HOUR|HOURS)$`)
	minutes    = regexp.MustCompile(`^(\d{1,3})(?:MIN|MINS|MINUTES|')$`)
	bare       = regexp.MustCompile(`^\d+(?:\.\d+)?$`)
)

// parseRating parses a label, or returns false if it has no known form.
func parseRating(label string) (rating, bool) {
	text := strings.ToUpper(strings.ReplaceAll(strings.Join(strings.Fields(label), " "), ",", "."))
	tight := strings.ReplaceAll(text, " ", "")
	found := func(hours float64) (rating, bool) { return rating{label, hours}, true }
	switch tight {
	case "":
		return rating{}, false
	case "0", "NONE", "N/A", "NO", "-", "NR":
		return found(0)
	}
	if minutes, ok := classMinutes(text); ok {
		return found(float64(minutes) / 60)
	}
	for _, form := range []*regexp.Regexp{british, german, minutes} {
		if m := form.FindStringSubmatch(tight); m != nil {
			return found(float(m[1]) / 60)
		}
	}
	if m := australian.FindStringSubmatch(tight); m != nil {
		least := 0.0
		for _, part := range m[1:] {
			if part != "-" && (least == 0 || float(part) < least) {
				least = float(part)
			}
		}
		return found(least / 60)
	}
	if m := hoursForm.FindStringSubmatch(text); m != nil && (m[1] != "" || m[2] != "") {
		hours := float(m[1])
		if m[2] != "" && float(m[3]) > 0 {
			hours += float(m[2]) / float(m[3])
		}
		return found(hours)
	}
	if bare.MatchString(tight) {
		if v := float(tight); v <= 4 {
			return found(v)
		} else if v == 15 || v == 20 || v == 30 || v == 45 || v == 60 || v == 90 || v == 120 || v == 180 || v == 240 {
			return found(v / 60)
		}
	}
	return rating{}, false
}

// float parses a number, or returns 0 for any other text.
func float(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return v
}

// commonSets maps a category to its common property set, which contains the fire rating.
var commonSets = map[state.Category]string{
	state.CategoryWall: "Pset_WallCommon", state.CategoryFloor: "Pset_SlabCommon",
	state.CategoryRoof: "Pset_RoofCommon", state.CategoryColumn: "Pset_ColumnCommon",
	state.CategoryBeam: "Pset_BeamCommon", state.CategoryStair: "Pset_StairCommon",
	state.CategoryDoor: "Pset_DoorCommon", state.CategoryWindow: "Pset_WindowCommon",
	state.CategorySkylight: "Pset_WindowCommon",
	state.CategoryRoom:     "Pset_SpaceCommon", state.CategoryCeiling: "Pset_CoveringCommon",
	state.CategoryRailing: "Pset_RailingCommon", state.CategoryCurtainWall: "Pset_CurtainWallCommon",
	state.CategoryFooting: "Pset_FootingCommon", state.CategoryRamp: "Pset_RampCommon",
}

// property returns a property of the common set of an element, or of its type if the element lacks it.
func property(m *state.Model, e *state.Element, name string) (state.PropertyValue, bool) {
	set := commonSets[e.Category]
	if v, ok := state.Lookup(e.Psets, set, name); ok {
		return v, true
	}
	if t, ok := m.Type(e.TypeID); ok {
		return state.Lookup(t.Psets, set, name)
	}
	return state.PropertyValue{}, false
}

// ratingOf returns the fire rating of an element, or the missing fact.
func ratingOf(m *state.Model, e *state.Element) (rating, string) {
	v, ok := property(m, e, "FireRating")
	if !ok {
		return rating{}, "FireRating of the " + string(e.Category) + " (" + commonSets[e.Category] + ")"
	}
	text, _ := shape.PropertyValueAny(v).(string)
	if text == "" {
		if n, isNumber := shape.PropertyValueAny(v).(float64); isNumber {
			text = number(n)
		}
	}
	r, ok := parseRating(text)
	if !ok {
		return rating{}, "FireRating that can be understood: " + strconv.Quote(clip(text))
	}
	return r, ""
}

// ratingIfStated returns the fire rating of an element, the zero rating if the element states none, or the missing fact
// if the stated rating has no known form.
func ratingIfStated(m *state.Model, e *state.Element) (rating, string) {
	if _, ok := property(m, e, "FireRating"); !ok {
		return rating{}, ""
	}
	return ratingOf(m, e)
}

// clip shortens a text of a caller that a message quotes.
func clip(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}

// FireHours returns the fire rating in hours that a type states for its elements. ok is false if it states none, or
// none of a known form.
func FireHours(t *state.Type) (hours float64, ok bool) {
	v, ok := state.Lookup(t.Psets, commonSets[t.Category], "FireRating")
	if !ok {
		return 0, false
	}
	text, _ := shape.PropertyValueAny(v).(string)
	r, ok := parseRating(text)
	return r.hours, ok
}

// OwnFireRating reports whether an element states a fire rating of its own, which overrides the rating of its type.
func OwnFireRating(e *state.Element) bool {
	_, own := state.Lookup(e.Psets, commonSets[e.Category], "FireRating")
	return own
}
