package federation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/golang/geo/s2"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Finding is a disagreement between a model and a linked model.
type Finding struct {
	Code       string           `json:"code"`
	Message    string           `json:"message"`
	Suggestion string           `json:"suggestion,omitempty"`
	Own        *geometry.Length `json:"own,omitempty" jsonschema:"elevation of the storey here"`
	Linked     *geometry.Length `json:"linked,omitempty" jsonschema:"elevation of the linked one here"`
	Blocks     bool             `json:"blocks,omitempty" jsonschema:"the model is not loaded because of it"`
}

const (
	// farApart is the greatest distance between two origins of one project: the largest sites, airports and plants,
	// measure some kilometres. A place on earth that is given to the minute of a degree is exact to two kilometres.
	farApart = 20 * geometry.Kilometre
	// northDifference is the greatest tolerated difference between two norths of one place. Angles in files are exact
	// to some ten-thousandths of a degree, and meridian convergence over a site is smaller than this.
	northDifference = geometry.Degree / 20
	// mapDifference is the greatest tolerated difference between two computations of one place: map coordinates are
	// given to the millimetre.
	mapDifference = geometry.Millimetre
	// storeysShown is the greatest number of findings about storeys: a tower at another height has one for each.
	storeysShown = 10
)

// Check compares a model with a linked model at its place and returns the disagreements: heights of storeys of the same
// name, origins, norths, bounds. Findings that prevent the link from being loaded come first.
func Check(own, linked *state.Model, l state.ModelLink, place state.Transform) []Finding {
	out := checkBounds(own, linked, place)
	out = append(out, checkOrigins(own, linked, l, place)...)
	out = append(out, checkNorths(own, linked, place)...)
	return append(out, checkStoreys(own, linked, place)...)
}

// checkBounds returns a finding if the linked model extends beyond the cube of exact coordinates: the model's own or
// the default.
func checkBounds(own, linked *state.Model, place state.Transform) []Finding {
	limit := max(own.Info().HalfExtent, state.DefaultHalfExtent)
	outside, all := 0, 0
	linked.Each(func(e *state.Element) bool {
		if e.LevelID == "" {
			return true
		}
		all++
		p := place.Apply(change.Anchor(linked, e))
		if max(p.X.Abs(), p.Y.Abs(), p.Z.Abs()) > limit {
			outside++
		}
		return true
	})
	if outside == 0 {
		return nil
	}
	return []Finding{{Code: "OUT_OF_BOUNDS", Blocks: true, Message: fmt.Sprintf(
		"%d of its %d placed elements lie more than %s mm from the origin here, where nothing can be computed", outside,
		all, limit),
		Suggestion: "check the placement: update_link with placement map, origin, or given with an offset"}}
}

// checkOrigins compares the stated positions of the models with the place of the link.
func checkOrigins(own, linked *state.Model, l state.ModelLink, place state.Transform) []Finding {
	a, b := siteOf(own), siteOf(linked)
	switch {
	case a.CRS != "" && b.CRS != "" && a.CRS != b.CRS:
		return []Finding{{Code: "MAPS_DIFFER", Message: fmt.Sprintf(
			"the models are placed in two reference systems, %s and %s", a.CRS, b.CRS),
			Suggestion: "place them in one with set_model_info, then link by map"}}
	case a.CRS != "" && a.CRS == b.CRS:
		return checkMaps(a, b, l, place)
	}
	far, ok := apart(a, b)
	if !ok || far <= farApart {
		return nil
	}
	return []Finding{{Code: "ORIGINS_FAR", Message: fmt.Sprintf(
		"by latitude and longitude the two origins are %d km apart", far/geometry.Kilometre),
		Suggestion: "one of the two sites is wrong: correct it with set_model_info"}}
}

func checkMaps(a, b *shape.Site, l state.ModelLink, place state.Transform) []Finding {
	var out []Finding
	if scaleOf(a) != scaleOf(b) {
		out = append(out, Finding{Code: "SCALES_DIFFER", Message: fmt.Sprintf(
			"a metre of the map is %g here and %g there: bodies keep their size", scaleOf(a), scaleOf(b)),
			Suggestion: "set_model_info with one map_scale in both"})
	}
	there, err := byMap(a, b)
	if err != nil {
		return out
	}
	if d := (geometry.Point3{}).Sub(there.Delta); max(d.X.Abs(), d.Y.Abs()) > farApart {
		out = append(out, Finding{Code: "ORIGINS_FAR", Message: fmt.Sprintf(
			"on the map the two origins are %d km apart", geometry.Distance3(geometry.Point3{}, d)/geometry.Kilometre),
			Suggestion: "one of the two places on the map is wrong: correct it with set_model_info"})
		return out
	}
	off := geometry.Distance3(there.Delta, place.Delta)
	if turned := turn(there.Rotation - place.Rotation); off > mapDifference || turned > northDifference {
		out = append(out, Finding{Code: "MAP_DISAGREES", Message: fmt.Sprintf(
			"placed by %s the model is %s mm and %s degrees from where the map has it", l.Placement, off, turned),
			Suggestion: "update_link with placement map, or correct the place on the map with set_model_info"})
	}
	return out
}

// apart returns the distance between two sites on earth, or false if one of them has no position.
func apart(a, b *shape.Site) (geometry.Length, bool) {
	if a.Latitude == nil || b.Latitude == nil || a.Longitude == nil || b.Longitude == nil {
		return 0, false
	}
	angle := s2.LatLngFromDegrees(a.Latitude.Degrees(), a.Longitude.Degrees()).Distance(
		s2.LatLngFromDegrees(b.Latitude.Degrees(), b.Longitude.Degrees()))
	return geometry.Length(angle.Radians() * float64(earthRadius)), true
}

// earthRadius is the mean radius of the earth (IUGG), rounded to a kilometre.
const earthRadius = 6371 * geometry.Kilometre

// checkNorths compares the norths of two models that state one.
func checkNorths(own, linked *state.Model, place state.Transform) []Finding {
	a, b := siteOf(own), siteOf(linked)
	if SameMap(own, linked) || a.TrueNorth == 0 && b.TrueNorth == 0 {
		return nil
	}
	off := turn(a.TrueNorth - b.TrueNorth - place.Rotation)
	if off <= northDifference {
		return nil
	}
	return []Finding{{Code: "NORTHS_DIFFER", Message: fmt.Sprintf(
		"as it is placed, north of the linked model is %s degrees from north here", off),
		Suggestion: fmt.Sprintf("update_link with placement given and rotation %s, or correct true_north of one",
			(a.TrueNorth-b.TrueNorth)%geometry.FullTurn)}}
}

// turn returns the absolute value of an angle, measured the short way round.
func turn(a geometry.Angle) geometry.Angle {
	a %= geometry.FullTurn
	if a < 0 {
		a += geometry.FullTurn
	}
	return min(a, geometry.FullTurn-a)
}

// checkStoreys compares the storeys of two models by name and by height.
func checkStoreys(own, linked *state.Model, place state.Transform) []Finding {
	here := storeysOf(own)
	var out []Finding
	for _, there := range storeysOf(linked) {
		there.height += place.Delta.Z
		i := slices.IndexFunc(here, func(s storey) bool { return strings.EqualFold(s.name, there.name) })
		_, joined := same(there, here)
		switch {
		case i >= 0 && here[i].height != there.height:
			out = append(out, storeysApart(here[i], there))
		case i < 0 && joined:
			j := slices.IndexFunc(here, func(s storey) bool { return s.height == there.height })
			out = append(out, Finding{Code: "STOREY_NAMED_OTHERWISE", Message: fmt.Sprintf(
				"storey %q is called %q here: they are one storey, by their height", there.name, here[j].name)})
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return strings.Compare(a.Code, b.Code) }) // storeys apart first
	if more := len(out) - storeysShown; more > 0 {
		out = append(out[:storeysShown:storeysShown], Finding{Code: "MORE_STOREYS", Message: fmt.Sprintf(
			"%d more storeys do not fit", more)})
	}
	return out
}

func storeysApart(here, there storey) Finding {
	off := there.height - here.height
	return Finding{Code: "STOREYS_APART", Own: &here.height, Linked: &there.height, Message: fmt.Sprintf(
		"storey %q of the linked model is %s mm %s storey %q here", there.name, off.Abs(), side(off), here.name),
		Suggestion: fmt.Sprintf("if all storeys are off by as much, update_link with placement given and a z of %s mm "+
			"more; else agree on the height", -off)}
}

func side(off geometry.Length) string {
	if off > 0 {
		return "above"
	}
	return "below"
}
