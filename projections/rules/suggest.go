package rules

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections"
)

// Call is a tool call that removes a finding.
type Call struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// remedy is a possible correction of a finding: a phrase that ends a sentence, the tool call, and the command of the
// call.
type remedy struct {
	words string
	call  Call
	do    change.Operation
}

const (
	// remediesEach is the greatest number of remedies that are tried for one finding, and remediesTried for all
	// findings of one rule. A trial decides the command and measures again, at the cost of an edit.
	remediesEach  = 12
	remediesTried = 120
	// remediesInVain is the number of consecutive failures after which no more remedies are tried for a rule. Remedies
	// that help neither of two findings rarely help similar findings.
	remediesInVain = 2 * remediesEach
	// tryReach is the distance around the elements of a finding within which the floor is computed again for a remedy.
	// It exceeds the reach of every rule with a remedy, and the distance that a remedy moves an element.
	tryReach = 3 * geometry.Metre
	// remedyNear is the greatest number of elements near a finding for which remedies are tried. The cost of computing
	// the floor again grows with them, and rules about neighbours compare them pair by pair. Most rooms have less than
	// half as many.
	remedyNear = 150
	// tryReachRoom is tryReach for findings about rooms, which are bounded by elements that touch them.
	tryReachRoom = 500 * geometry.Millimetre
)

// remedies maps a quantity to the function that proposes remedies for its findings.
var remedies map[string]func(s *subjects, r *Rule, m *Measurement) []remedy

func init() {
	remedies = map[string]func(s *subjects, r *Rule, m *Measurement) []remedy{
		"door_clear_width": wider, "door_clear_width_ad_m": wider,
		"door_clear_height": byLack("height", "a height of %v mm would do"),
		"stair_width":       byLack("width", "a flight of %v mm would do"),
		"stair_tread":       byLack("tread", "treads of %v mm would do"),
		"stair_riser":       moreRisers, "stair_two_risers_and_tread": byLack("tread", "treads of %v mm would do"),
		"railing_height":   byLack("height", "a height of %v mm would do"),
		"room_least_width": moveWalls, "room_area": moveWalls, "corridor_width": moveThings,
		"room_turning_circle": moveThings,
		"door_swing_blocked":  hangOtherwise, "door_opens_with_egress": hangOtherwise, "door_latch_space": hangOrShift,
		"door_pull_side_depth": hangOtherwise, "door_push_side_depth": hangOtherwise,
		"escape_window_area": largerWindow, "escape_window_width": largerWindow, "escape_window_height": largerWindow,
		"escape_window_sill": lowerSill,
		"door_fire_rating":   rated, "frame_fire_rating": rated, "bearing_wall_fire_rating": rated,
		"floor_fire_rating": rated, "roof_fire_rating": rated,
		"enclosure_fire_rating": rated, "compartment_fire_rating": rated, "fire_door_self_closing": selfClosing,
		"wall_sides": statedSide, "wall_end_gap": closeGap,
		"wall_joins_missing": joinThem, "duplicate_elements": deleteCopy, "wall_in_wall": moveApart,
		"filling_across_wall": shiftFilling,
	}
}

// suggest tries the remedies for a finding. It returns the first one whose command is accepted and after which the
// elements of the finding no longer fail the rule.
func (s *subjects) suggest(r *Rule, m *Measurement) (string, *Call) {
	find := remedies[r.Quantity]
	if find == nil || s.tried >= remediesTried || s.inVain >= remediesInVain || s.ctx.Err() != nil {
		return "", nil
	}
	if near := around(m.Elements, s.view); len(m.Elements) > remedyNear ||
		near != nil && len(s.view.Spatial().Intersecting(*near)) > remedyNear {
		s.inVain++
		return "", nil
	}
	all := find(s, r, m)
	for _, try := range all[:min(remediesEach, len(all))] {
		if s.tried++; s.tried > remediesTried {
			break
		}
		s.inVain++
		if s.mends(r, m, try.do) {
			s.inVain = 0
			return try.words, &try.call
		}
	}
	return "", nil
}

// mends reports whether a command removes a finding.
func (s *subjects) mends(r *Rule, m *Measurement, op change.Operation) bool {
	d, err := s.view.DecideUntil(s.ctx, change.Command{ID: "00000000-0000-4000-8000-000000000000", Do: op})
	if err != nil || len(d.Events) == 0 {
		return false
	}
	options := s.options
	options.Elements = m.Elements
	after := &subjects{ctx: s.ctx, view: s.view.Preview(d.Events).Until(s.ctx), options: options, index: s.index,
		table: s.table, asked: s.asked, group: s.group, assumed: s.assumed, unmended: s}
	after.near = around(m.Elements, s.view, after.view)
	found, err := quantities[r.Quantity](after, r)
	if err != nil {
		return false
	}
	measured := 0
	for _, now := range found {
		if now.Elements[0] != m.Elements[0] {
			continue
		}
		if now.Missing != "" || !r.complies(now.Value) {
			return false
		}
		measured++
	}
	_, stays := after.view.Model.Element(m.Elements[0])
	return measured > 0 && stays || len(found) == 0 && r.Check == "model_quality" && stays
}

// around returns the box around elements in several views, enlarged by their surroundings.
func around(ids []state.ID, views ...*projections.View) *geometry.Box {
	box := geometry.EmptyBox()
	for _, v := range views {
		for _, id := range ids {
			if measure, err := v.Measures().Of(id); err == nil && !measure.Bounds.Empty() {
				box = box.Union(measure.Bounds)
			}
		}
	}
	if box.Empty() {
		return nil
	}
	far := tryReach
	if e, ok := views[0].Model.Element(ids[0]); ok && e.Category == state.CategoryRoom {
		far = tryReachRoom
	}
	reach := geometry.Point3{X: far, Y: far, Z: far}
	return &geometry.Box{Min: box.Min.Sub(reach), Max: box.Max.Add(reach)}
}

// lack returns the amount by which a measurement falls short of the rule, in the unit of the rule. It is negative if
// the measurement is too great.
func (r *Rule) lack(value float64) float64 {
	switch {
	case r.Op == "<=" || r.Op == "in" && value > r.High:
		return r.High - value
	default:
		return r.Low - value
	}
}

// upTo rounds a lack in mm away from zero to a multiple of a step that builders use.
func upTo(lack float64, step geometry.Length) geometry.Length {
	n := math.Ceil(math.Abs(lack) * 1e3 / float64(step))
	return geometry.Length(math.Copysign(n, lack)) * step
}

// modify returns the remedy that sets a parameter of an element.
func modify(id state.ID, name string, value any, words string) remedy {
	raw, err := json.Marshal(value)
	if err != nil {
		return remedy{}
	}
	return remedy{words, Call{"modify_parameter", map[string]any{"element_id": id, "parameter_name": name,
		"value": json.RawMessage(raw)}},
		change.ModifyParameter{ElementID: id, ParameterName: name, Value: raw}}
}

// moving returns the remedy that moves an element in plan.
func (s *subjects) moving(id state.ID, by geometry.Point2) remedy {
	words := fmt.Sprintf("move %s %v mm %s", s.nameOf(id), geometry.Distance(geometry.Point2{}, by), compass(by))
	return remedy{words, Call{"move_element", map[string]any{"element_ids": []state.ID{id}, "delta": by.At(0)}},
		change.MoveElement{ElementIDs: []state.ID{id}, Delta: by.At(0)}}
}

func (s *subjects) nameOf(id state.ID) string {
	if e, ok := s.view.Model.Element(id); ok && e.Name != "" {
		return e.Name
	}
	return string(id)
}

// compass names a direction in plan, where Y is north.
func compass(d geometry.Point2) string {
	names := []string{"east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east"}
	eighth := int(math.Round(math.Atan2(float64(d.Y), float64(d.X))/(math.Pi/4))) + 8
	return names[eighth%8]
}

// parameterOf returns a length among the parameters of an element by its name in JSON.
func parameterOf(e *state.Element, name string) (geometry.Length, bool) {
	raw, err := json.Marshal(e.Params)
	if err != nil {
		return 0, false
	}
	var all map[string]json.RawMessage
	var out geometry.Length
	if json.Unmarshal(raw, &all) != nil || json.Unmarshal(all[name], &out) != nil {
		return 0, false
	}
	return out, true
}

// byLack returns remedies that change a parameter by the lack of a measurement, which follows the parameter one to one.
func byLack(name, words string) func(s *subjects, r *Rule, m *Measurement) []remedy {
	return func(s *subjects, r *Rule, m *Measurement) []remedy {
		e, ok := s.view.Model.Element(m.Elements[0])
		if !ok {
			return nil
		}
		now, ok := parameterOf(e, name)
		if !ok {
			return nil
		}
		value := now + upTo(r.lack(m.Value), geometry.Millimetre)
		return []remedy{modify(e.ID, name, value, fmt.Sprintf(words, value))}
	}
}

// doorFound returns the door of a measurement.
func (s *subjects) doorFound(m *Measurement) (e *state.Element, door *fabric.Door, ok bool) {
	if e, ok = s.view.Model.Element(m.Elements[0]); ok {
		door, ok = e.Params.(*fabric.Door)
	}
	return e, door, ok
}

// wider widens a door by the lack, or by twice the lack if it has two leaves. If the wall has no room on one side, it
// widens the door to the other side.
func wider(s *subjects, r *Rule, m *Measurement) []remedy {
	e, door, ok := s.doorFound(m)
	if !ok {
		return nil
	}
	lack := upTo(r.lack(m.Value), geometry.Millimetre)
	if door.DoorType == "double_door" {
		lack *= 2
	}
	width := door.Width + lack
	return []remedy{modify(e.ID, "width", width, fmt.Sprintf("a door of %v mm would do", width))}
}

// moreRisers changes the number of risers of a flight.
func moreRisers(s *subjects, r *Rule, m *Measurement) []remedy {
	e, ok := s.view.Model.Element(m.Elements[0])
	if !ok {
		return nil
	}
	stair, ok := e.Params.(*stair.Stair)
	if !ok || stair.Risers < 1 {
		return nil
	}
	rise := m.Value * float64(stair.Risers)
	var out []remedy
	for _, n := range []int{int(math.Ceil(rise/r.High - 1e-9)), int(math.Floor(rise/r.Low + 1e-9))} {
		if n > 0 && n != stair.Risers && r.complies(rise/float64(n)) {
			out = append(out, modify(e.ID, "risers", n,
				fmt.Sprintf("%d risers of %s mm would do", n, number(rise/float64(n)))))
		}
	}
	return out
}
