package domain

import (
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ownGrid returns a curtain wall of 6 m by 3 m with mullions at 1 and 4.5 m, and three equal bays up.
func ownGrid() fabric.CurtainWall {
	return fabric.CurtainWall{Start: mm(0, 20000), End: mm(6000, 20000), Height: geometry.MM(3000),
		ULines: []geometry.Length{geometry.MM(1000), geometry.MM(4500)}, VBays: 3}
}

func TestACurtainWallIsDividedAtLinesOfItsOwn(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: ownGrid()})
	checkBody(t, p.model, id)
	p.wantParts(id, map[string][4]float64{
		"mullion 1": {975, 1025, 0, 3000}, "mullion 2": {4475, 4525, 0, 3000},
		"transom 0/1": {50, 975, 975, 1025}, "panel 2/2": {4525, 5950, 2025, 2950},
	})
}

// The last setting decides: a spacing replaces lines, and lines replace a spacing.
func TestTheGridIsWhatWasSaidLast(t *testing.T) {
	p := newPlot(t)
	id := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: ownGrid()})
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "u_spacing", Value: []byte("2000")})
	p.wantParts(id, map[string][4]float64{"mullion 1": {1975, 2025, 0, 3000}})
	p.do(change.ModifyParameter{ElementID: id, ParameterName: "u_lines", Value: []byte("[500]")})
	p.wantParts(id, map[string][4]float64{"mullion 1": {475, 525, 0, 3000}})
	e, _ := p.model.Element(id)
	if c := e.Params.(*fabric.CurtainWall); c.USpacing != 0 || c.UBays != 0 {
		t.Errorf("the spacing stays beside the lines: %+v", c)
	}
}

// Cells of several kinds: 0/0 to 2/0 are solid except for the louvre in the middle, and 1/2 is empty.
func TestPanelsByCell(t *testing.T) {
	p := newPlot(t)
	p.do(change.DefineMaterial{Name: "Enamelled steel"})
	wall := ownGrid()
	wall.Panels = []fabric.CurtainCells{{V: []int{0}, Kind: fabric.CellSolid, Material: "Enamelled steel"},
		{U: []int{1}, V: []int{0}, Kind: fabric.CellLouvre}, {U: []int{1}, V: []int{2}, Kind: fabric.CellEmpty}}
	id := p.do(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall})
	checkBody(t, p.model, id)
	const a, b, c, up, middle = 0.925, 3.45, 1.425, 0.925, 0.95
	p.measure(id, "SolidPanelArea", (a+c)*up)
	p.measure(id, "LouvreArea", b*up)
	p.measure(id, "GlassArea", (a+b+c)*middle+(a+c)*up)
	frame := 4*3*0.05*0.15 + 4*(a+b+c)*0.05*0.15
	p.measure(id, "FrameVolume", frame)
	p.measure(id, "NetVolume", frame+0.03*((a+b+c)*(up+middle+up)-b*up))
}

func TestAGridIsRefused(t *testing.T) {
	p := newPlot(t)
	for _, c := range []struct {
		when string
		edit func(*fabric.CurtainWall)
		want state.Code
	}{
		{"nothing divides it", func(c *fabric.CurtainWall) { c.VBays = 0 }, state.DegenerateGeometry},
		{"two things divide it", func(c *fabric.CurtainWall) { c.VSpacing = geometry.MM(500) }, state.OutOfRange},
		{"the number of bays is negative", func(c *fabric.CurtainWall) { c.VBays = -2 }, state.OutOfRange},
		{"it has too many bays", func(c *fabric.CurtainWall) { c.VBays = math.MaxInt }, state.OutOfRange},
		{"its bays are too narrow", func(c *fabric.CurtainWall) { c.VBays = 60 }, state.DegenerateGeometry},
		{"lines are not in order", func(c *fabric.CurtainWall) {
			c.ULines = []geometry.Length{geometry.MM(4500), geometry.MM(1000)}
		}, state.DegenerateGeometry},
		{"a line is at its end", func(c *fabric.CurtainWall) { c.ULines = []geometry.Length{geometry.MM(6000)} },
			state.DegenerateGeometry},
		{"a line is beyond it", func(c *fabric.CurtainWall) { c.ULines = []geometry.Length{geometry.MM(7000)} },
			state.DegenerateGeometry},
		{"a cell is beyond it", func(c *fabric.CurtainWall) {
			c.Panels = []fabric.CurtainCells{{U: []int{3}, Kind: fabric.CellSolid}}
		}, state.OutOfRange},
		{"a cell is of no kind", func(c *fabric.CurtainWall) { c.Panels = []fabric.CurtainCells{{}} },
			state.OutOfRange},
	} {
		t.Run(c.when, func(t *testing.T) {
			wall := ownGrid()
			c.edit(&wall)
			p.refused(change.CreateCurtainWall{LevelID: p.level, CurtainWall: wall}, c.want)
		})
	}
}
