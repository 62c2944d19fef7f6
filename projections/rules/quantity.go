package rules

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Measurement is the measured value of an element, or the fact that is missing to measure it.
type Measurement struct {
	Elements []state.ID // the element first, then the other elements of the finding
	Level    state.ID
	Value    float64          // in the unit of the rule
	Absent   []string         // required data that are missing
	Missing  string           // the missing fact, "" if a value was measured
	How      string           // how it was measured, in one phrase
	Assumed  string           // assumption of the measurement, "" for none
	At       *geometry.Point3 // place of the measurement
	Way      []geometry.Point2
	Suggest  string // sufficient size or change, "" if none was computed
}

// measure returns the measurements that a rule needs, ordered by the elements' ids.
type measure func(s *subjects, r *Rule) ([]Measurement, error)

// quantities maps the name of each quantity to its measuring function.
var quantities map[string]measure

func init() {
	quantities = map[string]measure{
		"door_clear_width": doorClearWidth, "door_clear_width_ad_m": doorClearWidthADM,
		"door_clear_height": doorClearHeight,
		"stair_width":       stairWidth, "stair_riser": stairRiser, "stair_tread": stairTread, "stair_rise": stairRise,
		"stair_risers":           stairRisers,
		"stair_riser_difference": stairRiserDifference, "stair_two_risers_and_tread": stairTwoRisersAndTread,
		"room_least_width": roomLeastWidth, "room_height": roomHeight, "room_turning_circle": roomTurningCircle,
		"room_on_accessible_route": roomOnAccessibleRoute, "room_travel_distance": roomTravelDistance,
		"room_has_exit": roomHasExit, "room_load_one_door": roomLoadOneDoor,
		"door_fire_rating": doorFireRating, "rated_wall_openings": ratedWallOpenings,
		"frame_fire_rating":        frameFireRating,
		"bearing_wall_fire_rating": bearingWallFireRating, "floor_fire_rating": floorFireRating,
		"roof_fire_rating":        roofFireRating,
		"compartment_fire_rating": compartmentFireRating, "fire_wall_fire_rating": fireWallFireRating,
		"horizontal_exit_fire_rating": horizontalExitFireRating,
		"beam_span_to_depth":          beamSpanToDepth, "column_side_ratio": columnSideRatio,
		"slab_side_to_thickness": slabSideToThickness,
		"column_foot_support":    columnFootSupport, "beam_bearing_ends": beamBearingEnds,
		"room_exits": roomExits, "room_door_width_per_person": roomDoorWidthPerPerson, "storey_exits": storeyExits,
		"stair_width_per_person": stairWidthPerPerson,
		"storey_exit_separation": storeyExitSeparation, "room_exit_separation": roomExitSeparation,
		"room_common_path": roomCommonPath, "corridor_dead_end": corridorDeadEnd, "corridor_width": corridorWidth,
		"room_headroom": roomHeadroom, "stair_headroom": stairHeadroom,
		"stair_landing": stairLanding, "room_area": roomArea,
		"door_pull_side_depth": doorSpace, "door_push_side_depth": doorSpace, "door_latch_space": doorSpace,
		"door_front_depth": doorFrontDepth, "door_opens_with_egress": doorOpensWithEgress,
		"fire_door_self_closing": fireDoorSelfClosing, "railing_height": railingHeight,
		"stair_handrails": stairHandrails, "floor_open_edge": floorOpenEdge,
		"escape_window_area": escapeWindow(panesOf.area,
			"clear opening of one panel, which is the largest of the room"),
		"escape_window_width": escapeWindow(func(p panesOf) float64 { return p.width.MM() },
			"clear width of one panel of the window with the largest opening"),
		"escape_window_height": escapeWindow(func(p panesOf) float64 { return p.height.MM() },
			"clear height of one panel of the window with the largest opening"),
		"escape_window_sill": escapeWindow(func(p panesOf) float64 { return p.sill.MM() },
			"from the floor of the room to the clear opening of the window with the largest one"),
		"room_glazing_share": shareOfWindows(glassShare), "room_window_share": shareOfWindows(openingShare),
		"room_openable_share":   shareOfWindows(openableShare),
		"enclosure_fire_rating": enclosureFireRating, "beam_span_to_effective_depth": beamSpanToEffectiveDepth,
		"beam_length_to_depth": beamLengthToDepth,
		"column_slenderness":   columnSlenderness, "wall_length_to_thickness": wallLengthToThickness,
		"wall_height_to_thickness": wallHeightToThickness,
		"wall_foot_support":        wallFootSupport, "bearing_walls_in_line": bearingWallsInLine,
		"filling_across_wall": fillingAcrossWall, "door_swing_blocked": doorSwingBlocked,
		"room_overlap": roomOverlap, "wall_sides": wallSides,
		"wall_end_gap": wallEndGap, "element_outside_storey": elementOutsideStorey,
		"placeholder_values": placeholderValues,
		"duplicate_elements": duplicateElements, "opening_beyond_wall": openingBeyondWall,
		"wall_joins_missing":  wallJoinsMissing,
		"ramp_going_per_rise": rampGoingPerRise, "ramp_rise": rampRise, "ramp_going": rampGoing,
		"ramp_width": rampWidth, "ramp_landing": rampLanding, "ramp_handrails": rampHandrails,
		"constraint_kept": constraintKept, "shell_gap": shellGap, "wall_in_wall": wallInWall,
		"built_size": builtSize,
		"data_given": dataGiven, "container_name_fields": containerNameFields,
	}
}

// missing returns the measurement of an element that lacks a fact.
func missing(e *state.Element, what string) Measurement {
	return Measurement{Elements: []state.ID{e.ID}, Level: e.LevelID, Missing: what}
}

// of returns the measurement of an element.
func of(e *state.Element, value float64, how string) Measurement {
	return Measurement{Elements: []state.ID{e.ID}, Level: e.LevelID, Value: value, How: how}
}

// in returns the measurement with the given place.
func (m Measurement) in(p geometry.Point3) Measurement {
	m.At = &p
	return m
}
