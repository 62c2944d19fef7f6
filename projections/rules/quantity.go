package rules

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
)

// Measurement is what was found of an element, or that it could not be looked at.
type Measurement struct {
	Elements []domain.ID // the element first, then those that the finding is about too
	Level    domain.ID
	Value    float64          // in the unit of the rule
	Absent   []string         // of data that must be given: what is not
	Missing  string           // what is missing so that nothing was measured; "" when it was
	How      string           // how it was measured, in one phrase
	Assumed  string           // on what assumption, "" for none
	At       *geometry.Point3 // where
	Way      []geometry.Point2
	Suggest  string // what would do, "" where nothing was computed
}

// measure returns the measurements that a rule asks for, in the order of the elements' ids.
type measure func(s *subjects, r *Rule) ([]Measurement, error)

// quantities is the table of what can be measured.
var quantities map[string]measure

func init() {
	quantities = map[string]measure{
		"door_clear_width": doorClearWidth, "door_clear_width_ad_m": doorClearWidthADM, "door_clear_height": doorClearHeight,
		"stair_width": stairWidth, "stair_riser": stairRiser, "stair_tread": stairTread, "stair_rise": stairRise, "stair_risers": stairRisers,
		"stair_riser_difference": stairRiserDifference, "stair_two_risers_and_tread": stairTwoRisersAndTread,
		"room_least_width": roomLeastWidth, "room_height": roomHeight, "room_turning_circle": roomTurningCircle,
		"room_on_accessible_route": roomOnAccessibleRoute, "room_travel_distance": roomTravelDistance, "room_has_exit": roomHasExit, "room_load_one_door": roomLoadOneDoor,
		"door_fire_rating": doorFireRating, "rated_wall_openings": ratedWallOpenings, "frame_fire_rating": frameFireRating,
		"bearing_wall_fire_rating": bearingWallFireRating, "floor_fire_rating": floorFireRating, "roof_fire_rating": roofFireRating,
		"beam_span_to_depth": beamSpanToDepth, "column_side_ratio": columnSideRatio, "slab_side_to_thickness": slabSideToThickness,
		"column_foot_support": columnFootSupport, "beam_bearing_ends": beamBearingEnds,
		"data_given": dataGiven, "container_name_fields": containerNameFields,
	}
}

// missing returns the measurement of an element that could not be looked at.
func missing(e *domain.Element, what string) Measurement {
	return Measurement{Elements: []domain.ID{e.ID}, Level: e.LevelID, Missing: what}
}

// of returns the measurement of an element.
func of(e *domain.Element, value float64, how string) Measurement {
	return Measurement{Elements: []domain.ID{e.ID}, Level: e.LevelID, Value: value, How: how}
}

// in returns the measurement with a place.
func (m Measurement) in(p geometry.Point3) Measurement {
	m.At = &p
	return m
}
