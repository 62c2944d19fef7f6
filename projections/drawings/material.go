package drawings

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// hatchRow defines how a kind of material is drawn where it is cut. A material gets the first row with a word in the
// material's category or name.
type hatchRow struct {
	kind     string
	words    []string
	named    bool // a name with the word overrides the category: concrete blocks are no concrete
	families []paper.Family
	solid    bool // filled dark
	tone     uint8
}

const (
	up   = 45 * geometry.Degree
	down = 135 * geometry.Degree
	mmu  = geometry.Millimetre
)

// hatchRows are the hatches of cut materials, after DIN 1356-1. The tones are for scales without hatches.
var hatchRows = []hatchRow{
	{kind: "blockwork", named: true, words: []string{"block", "cmu", "aerated", "aac", "porenbeton", "kalksand"},
		tone: 0xac, families: []paper.Family{
			{Angle: up, Spacing: 2400}, {Angle: up, Spacing: 2400, Base: paper.Point{X: 900}}}},
	{kind: "metal studs", named: true, words: []string{"metal stud", "steel stud", "light gauge", "metallständer"},
		tone: 0xd8, families: []paper.Family{{Angle: down, Spacing: 2600, Dash: []geometry.Length{2000, 1200}}}},
	{kind: "reinforced concrete", words: []string{"reinforced", "concrete", "beton", "precast"},
		tone: 0x9c, families: []paper.Family{
			{Angle: up, Spacing: 2400}, {Angle: up, Spacing: 2400, Base: paper.Point{X: 1697},
				Dash: []geometry.Length{1500, 1000}}}},
	{kind: "insulation", words: []string{"insulation", "wool", "eps", "xps", "dämm", "foam"},
		tone: 0xe8, families: []paper.Family{
			{Angle: up, Spacing: 1600}, {Angle: down, Spacing: 1600}}},
	{kind: "masonry", words: []string{"brick", "masonry", "ziegel", "mauerwerk", "clay", "limestone"}, tone: 0xb4,
		families: []paper.Family{{Angle: up, Spacing: 1500}}},
	{kind: "timber", words: []string{"timber", "wood", "stud", "holz", "clt", "glulam", "plywood", "osb"}, tone: 0xc8,
		families: []paper.Family{{Angle: 30 * geometry.Degree, Spacing: 1400}}},
	{kind: "metal", words: []string{"steel", "metal", "alumin", "stahl", "iron", "copper", "zinc"}, tone: 0x40,
		solid: true},
	{kind: "plaster", words: []string{"plaster", "gypsum", "render", "mortar", "putz", "gips", "screed", "estrich"},
		tone: 0xe0, families: []paper.Family{
			{Angle: 0, Spacing: 900, Dash: []geometry.Length{250, 900}}}},
	{kind: "glass", words: []string{"glass", "glas", "glazing"}, tone: 0xd8},
	{kind: "tiles", words: []string{"tile", "slate", "stone", "ceramic", "stein"}, tone: 0xc0,
		families: []paper.Family{{Angle: down, Spacing: 1200}}},
	{kind: "earth", words: []string{"earth", "soil", "gravel", "sand"}, tone: 0xd0,
		families: []paper.Family{{Angle: up, Spacing: 2600}, {Angle: down, Spacing: 2600}}},
}

// unknown is the row of an unknown material.
var unknown = hatchRow{kind: "not specified", tone: 0xc8, families: []paper.Family{{Angle: up, Spacing: 3000}}}

// frames is the row of frames, leaves and panes of doors and windows without a material.
var frames = hatchRow{kind: "frames", tone: 0xd8}

// hatchOf returns the row that defines how a material is drawn.
func hatchOf(m *state.Model, id state.ID) hatchRow {
	material, ok := m.Material(id)
	if !ok {
		return unknown
	}
	category, name := strings.ToLower(material.Category), strings.ToLower(material.Name)
	for _, look := range []struct {
		text  string
		named bool
	}{{name, true}, {category, false}, {name, false}} {
		for _, row := range hatchRows {
			if look.named && !row.named {
				continue
			}
			if slices.ContainsFunc(row.words, func(word string) bool { return strings.Contains(look.text, word) }) {
				return row
			}
		}
	}
	return unknown
}

// coreOf returns the material of an element that is shown without its layers: the material of its structure, or of its
// thickest layer.
func coreOf(m *state.Model, e *state.Element) state.ID {
	if e.MaterialID != "" {
		return e.MaterialID
	}
	t, ok := m.Type(e.TypeID)
	if !ok {
		return ""
	}
	core, thickness, structure := t.MaterialID, geometry.Length(0), false
	for _, l := range t.Layers {
		bears := l.Function == "structure"
		if bears && !structure || bears == structure && l.Thickness > thickness {
			core, thickness, structure = l.MaterialID, l.Thickness, bears
		}
	}
	return core
}

// bears reports whether a cut element is drawn with the heavy pen: load-bearing elements, and walls of bearing
// thickness.
func bears(m *state.Model, e *state.Element) bool {
	switch e.Category {
	case state.CategoryColumn, state.CategoryFloor, state.CategoryRoof, state.CategoryBeam,
		state.CategoryFooting, state.CategoryStair, state.CategoryRamp:
		return true
	case state.CategoryWall:
		plan, err := fabric.WallPlanOf(m, e.ID)
		return err == nil && plan.Thickness() >= bearingThickness
	}
	return false
}

// bearingThickness is the least thickness of walls that are drawn as bearing. Thinner masonry does not carry a storey.
const bearingThickness = 150 * geometry.Millimetre

// Lines of hatches lie at about 45 degrees to the main outlines of a cut area (ISO 128-3). Along its faces they would
// read as layers. All hatches are defined for faces along the paper. The faces of an oblique house or under a steep
// roof may run at about 45 degrees to the paper. Their hatch is then turned by 45 degrees.

// askewBy is the least part by which faces at 45 degrees must outweigh faces along the paper for a hatch to be turned.
// Round bodies have faces in all directions. The margin keeps rounding errors from turning their hatch.
const askewBy = 0.25

// askew reports whether the sides of a polygon run at about 45 degrees to the paper rather than along it. It takes the
// mean cosine of four times their angle, weighted by length. The cosine is 1 for sides along the paper and -1 for sides
// at 45 degrees to it.
func askew(p geometry.Polygon) bool {
	weighed, whole := 0.0, 0.0
	for _, s := range rings(geometry.Region{p}) {
		l := s.length()
		if l == 0 {
			continue
		}
		x, y := float64(s.b.X-s.a.X)/l, float64(s.b.Y-s.a.Y)/l
		double := float64(x*x) - float64(y*y)
		weighed += float64(l * (float64(2*double*double) - 1))
		whole += l
	}
	return weighed < -askewBy*whole
}

// hatches returns the hatches of the cut area of a material: one for the polygons along the paper, and one for the
// polygons at about 45 degrees to it.
func hatches(region geometry.Region, families []paper.Family, pen paper.Pen) []paper.Hatch {
	var along, turned geometry.Region
	for _, p := range region {
		if askew(p) {
			turned = append(turned, p)
		} else {
			along = append(along, p)
		}
	}
	var out []paper.Hatch
	if len(along) > 0 {
		out = append(out, paper.Hatch{Region: along, Families: families, Pen: pen})
	}
	if len(turned) > 0 {
		out = append(out, paper.Hatch{Region: turned, Families: turnedBy45(families), Pen: pen})
	}
	return out
}

// turnedBy45 returns families of lines turned by 45 degrees about the origin.
func turnedBy45(families []paper.Family) []paper.Family {
	out := make([]paper.Family, len(families))
	turn := 45 * geometry.Degree
	for i, f := range families {
		x, y := float64(f.Base.X), float64(f.Base.Y)
		f.Base = paper.Point{X: geometry.Length(round(float64(x*turn.Cos()) - float64(y*turn.Sin()))),
			Y: geometry.Length(round(float64(x*turn.Sin()) + float64(y*turn.Cos())))}
		f.Angle += turn
		out[i] = f
	}
	return out
}
