package drawings

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// TestHatchesTellWhatWallsAreOf checks the hatches of concrete, blocks, bricks, timber and metal studs. The name
// decides if the category is less specific.
func TestHatchesTellWhatWallsAreOf(t *testing.T) {
	s := newSite(t)
	for _, c := range [][3]string{
		{"Concrete C30/37", "concrete", "reinforced concrete"}, {"Concrete block 140", "concrete", "blockwork"},
		{"Aerated concrete 300", "masonry", "blockwork"}, {"Facing brick", "masonry", "masonry"},
		{"Stud", "timber", "timber"}, {"Steel stud 70", "metal", "metal studs"}, {"Steel S355", "metal", "metal"},
		{"Mineral wool", "", "insulation"}, {"Whatever", "", "not specified"},
	} {
		id := s.do(c[0], change.DefineMaterial{Name: c[0], Category: c[1]})[0]
		if row := hatchOf(s.model, id); row.kind != c[2] {
			t.Errorf("%s of %q is hatched as %s, want %s", c[0], c[1], row.kind, c[2])
		}
	}
	families := map[string]string{}
	for _, row := range hatchRows {
		if len(row.families) == 0 {
			continue
		}
		text := describe(row.families)
		if other, same := families[text]; same {
			t.Errorf("%s and %s have one hatch", row.kind, other)
		}
		families[text] = row.kind
	}
}

func describe(families []paper.Family) (out string) {
	for _, f := range families {
		out += f.Angle.String() + " " + f.Spacing.String() + " " + f.Base.X.String()
		for _, d := range f.Dash {
			out += " " + d.String()
		}
		out += ";"
	}
	return out
}

// TestDescendersKeepOffTheTitleBlock checks that letters with descenders, such as g, do not touch the line of the title
// block below them.
func TestDescendersKeepOffTheTitleBlock(t *testing.T) {
	v := &View{Drawing: &paper.Drawing{Width: geometry.MM(100), Height: geometry.MM(100), Scale: 100}}
	d, err := MakeSheet(SheetSpec{Views: []*View{v}, Block: TitleBlock{Title: "Gypsum, glazing (jpgqy)",
		Number: "jpgqy", Project: "jpgqy"}})
	if err != nil {
		t.Fatal(err)
	}
	const descent = 31 // in hundredths of the height of capitals, in the font of the drawings
	for _, i := range d.Items {
		text, ok := i.Mark.(paper.Text)
		if !ok || text.String != "Gypsum, glazing (jpgqy)" && text.String != "jpgqy" {
			continue
		}
		for _, other := range d.Items {
			line, ok := other.Mark.(paper.Stroke)
			if !ok || other.Class != paper.ClassFrame {
				continue
			}
			for _, p := range line.Points {
				if below := text.At.Y - p.Y; below > 0 && below < text.Height*descent/100+300 {
					t.Errorf("%q stands %v above a line", text.String, below)
				}
			}
		}
	}
}
