package room

import (
	"slices"
	"strings"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// AreaRule names the rule by which the floor area of a room is measured.
type AreaRule string

// The rules.
const (
	AreaNet       AreaRule = "net"
	AreaGross     AreaRule = "gross"
	AreaIPMS41    AreaRule = "ipms_4_1"
	AreaIPMS42    AreaRule = "ipms_4_2"
	AreaDIN277    AreaRule = "din_277_nrf"
	AreaRICSGross AreaRule = "rics_gia"
	AreaRICSNet   AreaRule = "rics_nia"
)

// Enum returns the names of all rules, for the schema of arguments.
func (AreaRule) Enum() []string {
	out := make([]string, len(areaRules))
	for i, r := range areaRules {
		out[i] = string(r.Rule)
	}
	return out
}

// stairIn states how a rule treats a hole in the floor through which a stair rises from below.
type stairIn int

const (
	stairVoid  stairIn = iota // a hole like any other
	stairPlan                 // the plan of the stair counts as floor, the rest of the hole does not
	stairWhole                // the hole counts as floor
)

const (
	// lowHeadroom is the headroom below which RICS and IPMS exclude floor from the area, or state it separately.
	lowHeadroom = 1500 * geometry.Millimetre
	// leastPenetration is the area in m2 below which IPMS ignores a hole in a floor (IPMS: Office Buildings, November
	// 2014, Component Area A).
	leastPenetration = 0.25
)

// AreaRuleText is a rule with its names and the parts of a plan that it subtracts.
type AreaRuleText struct {
	Rule     AreaRule
	Short    string // as room stamps show it
	Standard string // with its edition and clause
	Text     string // the area that is measured, and requirements of the rule that the model cannot check

	standing, columns, voids bool // subtracted
	least                    float64
	stairs                   stairIn
	low                      lowFloor
}

// lowFloor states how a rule treats floor with little headroom.
type lowFloor int

const (
	lowCounts lowFloor = iota
	lowApart           // it counts, and is stated separately
	lowOut             // it is subtracted
)

const (
	voidsText    = "holes in the floor and parts that no floor carries"
	unknownFaces = "; faces are those of the walls as modelled, with the finishes that their layers have"
)

// areaRules is the table of rules. The texts of the IFC rules follow Qto_SpaceBaseQuantities in IFC4X3.
var areaRules = []AreaRuleText{
	{Rule: AreaNet, Short: "net", Standard: "IFC4X3 ADD2, Qto_SpaceBaseQuantities.NetFloorArea",
		Text: "between the faces of the walls, less piers, columns, " + voidsText + "; low headroom counts, " +
			"furniture is not taken off",
		standing: true, columns: true, voids: true},
	{Rule: AreaGross, Short: "gross", Standard: "IFC4X3 ADD2, Qto_SpaceBaseQuantities.GrossFloorArea",
		Text: "between the faces of the walls, with piers, columns and holes in the floor"},
	{Rule: AreaIPMS41, Short: "IPMS 4.1", Standard: "IPMS: All Buildings (2023), IPMS 4.1",
		Text: "selected area with internal walls and columns, less " + voidsText + " from 0.25 m2 on; floor below " +
			"1.5 m of headroom counts and is told apart" + unknownFaces + ", not an internal dominant face",
		voids: true, least: leastPenetration, low: lowApart},
	{Rule: AreaIPMS42, Short: "IPMS 4.2", Standard: "IPMS: All Buildings (2023), IPMS 4.2",
		Text: "selected area without internal walls and columns, less " + voidsText + " from 0.25 m2 on; floor below " +
			"1.5 m of headroom counts and is told apart" + unknownFaces + ", not an internal dominant face",
		standing: true, columns: true, voids: true, least: leastPenetration, low: lowApart},
	{Rule: AreaDIN277, Short: "NRF", Standard: "DIN 277-1:2016-01, 6.2 (Netto-Raumfläche)",
		Text: "less piers and columns, which are Konstruktions-Grundfläche, and less " + voidsText + "; of a hole " +
			"with a stair from below its plan counts, which is of the upper storey" + unknownFaces,
		standing: true, columns: true, voids: true, stairs: stairPlan},
	{Rule: AreaRICSGross, Short: "GIA",
		Standard: "RICS Code of Measuring Practice, 6th edition (2007), Gross Internal Area",
		Text: "with internal walls, columns, piers and stairwells, less other " + voidsText + "; floor below 1.5 m " +
			"of headroom counts and is told apart",
		voids: true, stairs: stairWhole, low: lowApart},
	{Rule: AreaRICSNet, Short: "NIA",
		Standard: "RICS Code of Measuring Practice, 6th edition (2007), Net Internal Area",
		Text: "less columns, piers, stairwells, " + voidsText + " and floor below 1.5 m of headroom; that toilets, " +
			"plant and common circulation are left out is said by which rooms are added up, parts less than 0.25 m " +
			"wide are not looked for",
		standing: true, columns: true, voids: true, low: lowOut},
}

// Described returns the row of the rule, or OUT_OF_RANGE for a rule that is not in the table.
func (r AreaRule) Described() (AreaRuleText, error) {
	for _, row := range areaRules {
		if row.Rule == r {
			return row, nil
		}
	}
	return AreaRuleText{}, state.Errorf(state.OutOfRange, "there is no rule %q for areas: give one of %s", r,
		strings.Join(r.Enum(), ", ")).With("parameter", "area_rule").With("allowed", r.Enum())
}

// Check refuses a rule that is not in the table. It accepts an empty rule.
func (r AreaRule) Check() error {
	if r == "" {
		return nil
	}
	_, err := r.Described()
	return err
}

// FloorArea is the floor area of a room by a rule, in m2.
type FloorArea struct {
	Rule AreaRuleText
	Area float64
	// Within is the area within the faces of the walls around the room, including the elements that stand in it. The
	// rule subtracts the areas in the next four fields. A place that belongs to two of these areas counts only in the
	// first.
	Within, Standing, Columns, Voids, LowOff float64
	// Low is the part of Area with little headroom, if the rule states it separately.
	Low float64
}

// FloorAreaBy measures the floor of a room by a rule of the table. about are the elements near the room that can reduce
// its floor area, as for [ClearFloorArea].
func FloorAreaBy(m *state.Model, shape RoomShape, about []state.ID, rule AreaRule) (FloorArea, error) {
	row, err := rule.Described()
	if err != nil || !shape.Bounded {
		return FloorArea{Rule: row}, err
	}
	floor := netFloorOf(m, shape, about, row.stairs != stairVoid || row.low != lowCounts)
	out := FloorArea{Rule: row}
	left := within(shape.Region)
	out.Within = left.Area()
	take := func(off geometry.Region) float64 {
		if len(off) == 0 {
			return 0
		}
		before := left.Area()
		left = m.Stop.Subtract(left, off)
		return before - left.Area()
	}
	if row.standing {
		left, out.Standing = shape.Region, out.Within-shape.Region.Area()
	}
	if row.columns {
		out.Columns = take(m.Stop.Union(floor.columns...))
	}
	if row.voids {
		out.Voids = take(floor.voidsBy(row))
	}
	if row.low != lowCounts {
		low := m.Stop.Intersect(left, floor.low())
		if row.low == lowOut {
			out.LowOff = take(low)
		} else {
			out.Low = low.Area()
		}
	}
	out.Area = left.Area()
	return out, nil
}

// within returns a plan with its holes filled. The holes are the places of free-standing elements.
func within(region geometry.Region) geometry.Region {
	out := make(geometry.Region, len(region))
	for i, p := range region {
		out[i] = geometry.Polygon{Outer: p.Outer}
	}
	return out
}

// voidsBy returns those parts of the room without a floor that a rule subtracts.
func (n *netFloor) voidsBy(rule AreaRuleText) geometry.Region {
	voids := n.model.Stop.Intersect(within(n.shape.Region), n.model.Stop.Union(n.voids()...))
	voids = slices.DeleteFunc(voids, func(p geometry.Polygon) bool { return p.Area() < rule.least })
	if rule.stairs == stairVoid || len(voids) == 0 || len(n.rising) == 0 {
		return voids
	}
	var stairs []geometry.Region
	for _, body := range n.rising {
		lo, hi := body.Bounds().Min.Z, body.Bounds().Max.Z
		stairs = append(stairs, body.Shadow(lo, hi))
	}
	plan := n.model.Stop.Union(stairs...)
	if rule.stairs == stairPlan {
		return n.model.Stop.Subtract(voids, plan)
	}
	return slices.DeleteFunc(voids, func(p geometry.Polygon) bool {
		return len(n.model.Stop.Intersect(geometry.Region{p}, plan)) > 0
	})
}

// low returns the plan of the floor with less than lowHeadroom: below sloping covers, and below stairs that stand in
// the room.
func (n *netFloor) low() geometry.Region {
	limit, top := n.shape.Base+lowHeadroom, n.shape.Base+max(n.shape.Height, floorStep)
	var out []geometry.Region
	switch {
	case !n.shape.Level():
		out = append(out, n.model.Stop.Subtract(n.shape.Region, n.shape.body.Shadow(limit, top)))
	case n.shape.Height < lowHeadroom:
		return n.shape.Region
	}
	for _, body := range n.standing {
		out = append(out, body.Shadow(n.shape.Base+standingFrom, limit))
	}
	return n.model.Stop.Union(out...)
}

// addStair records a stair or ramp that rises through the floor of the room, or stands on it.
func (n *netFloor) addStair(e *state.Element) {
	body, err := bodyshape.Body(n.model, e.ID)
	if err != nil || len(body) == 0 {
		return
	}
	box := body.Bounds()
	if box.Min.Z < n.shape.Base-floorStep && box.Max.Z >= n.shape.Base-floorStep {
		n.rising = append(n.rising, body)
	}
	if box.Min.Z >= n.shape.Base-floorStep && box.Min.Z < n.shape.Base+lowHeadroom {
		n.standing = append(n.standing, body)
	}
}
