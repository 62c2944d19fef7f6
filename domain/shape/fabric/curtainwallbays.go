package fabric

import (
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// bays describes how a curtain wall is divided in one direction: by the widest bay, by a number of equal bays, or by
// lines.
type bays struct {
	names   [3]string // the names of the parameters for spacing, number and lines
	total   geometry.Length
	spacing geometry.Length
	number  int
	lines   []geometry.Length
}

func (c *CurtainWall) upwards() bays {
	return bays{[3]string{"v_spacing", "v_bays", "v_lines"}, c.Height, c.VSpacing, c.VBays, c.VLines}
}

// Adjusted gives the parameter that was set last precedence for the grid. It clears the other ways to divide the same
// direction, and clears the corners if an arc was set, or the arc if corners were set.
func (c *CurtainWall) Adjusted(parameter string) state.Params {
	k := *c
	switch {
	case parameter == "mid" && c.Mid != nil:
		k.Corners = nil
	case parameter == "corners" && len(c.Corners) > 0:
		k.Mid = nil
	case parameter == "u_spacing" && c.USpacing > 0:
		k.UBays, k.ULines = 0, nil
	case parameter == "u_bays" && c.UBays > 0:
		k.USpacing, k.ULines = 0, nil
	case parameter == "u_lines" && len(c.ULines) > 0:
		k.USpacing, k.UBays = 0, 0
	case parameter == "v_spacing" && c.VSpacing > 0:
		k.VBays, k.VLines = 0, nil
	case parameter == "v_bays" && c.VBays > 0:
		k.VSpacing, k.VLines = 0, nil
	case parameter == "v_lines" && len(c.VLines) > 0:
		k.VSpacing, k.VBays = 0, 0
	}
	return &k
}

// count returns the number of bays.
func (b bays) count() int64 {
	switch {
	case len(b.lines) > 0:
		return int64(len(b.lines)) + 1
	case b.number > 0:
		return int64(b.number)
	}
	return BaysOf(b.total, b.spacing)
}

// places returns the positions of the lines between the bays.
func (b bays) places() []geometry.Length {
	if len(b.lines) > 0 {
		return b.lines
	}
	n := b.count()
	out := make([]geometry.Length, 0, n-1)
	for i := int64(1); i < n; i++ {
		out = append(out, geometry.Length(float64(b.total)*float64(i)/float64(n)))
	}
	return out
}

// bars returns the intervals of bars of a width: one bar is flush with each end, and the other bars are centred on the
// lines.
func (b bays) bars(width geometry.Length) []Interval {
	out := []Interval{{0, width}}
	for _, at := range b.places() {
		out = append(out, Interval{at - width/2, at - width/2 + width})
	}
	return append(out, Interval{b.total - width, b.total})
}

// check refuses a direction that is not divided, or divided in several ways. It also refuses bays that leave no room
// for a panel between bars of the given width.
func (b bays) check(width geometry.Length) error {
	given := 0
	for _, is := range []bool{b.spacing > 0, b.number > 0, len(b.lines) > 0} {
		if is {
			given++
		}
	}
	switch {
	case b.number < 0:
		return state.Errorf(state.OutOfRange, "%s is %d: give at least 1", b.names[1], b.number).
			With("parameter", b.names[1])
	case given == 0:
		return state.Errorf(state.DegenerateGeometry,
			"nothing says how the curtain wall is divided: give %s, %s or %s", b.names[0], b.names[1], b.names[2]).
			With("parameter", b.names[0])
	case given > 1:
		return state.Errorf(state.OutOfRange, "%s, %s and %s exclude each other: give one of them", b.names[0],
			b.names[1], b.names[2]).With("parameter", b.names[0])
	case b.count() > maxCurtainParts:
		return nil // the caller counts the parts
	case len(b.lines) > 0:
		return b.checkLines(width)
	}
	// The bars at the ends are flush with the ends, so that the first and last bays have less room than the others.
	if slices.ContainsFunc(GapsOf(b.bars(width)), func(gap Interval) bool {
		return gap.To-gap.From < 2*shape.MinimumExtent
	}) {
		parameter := b.names[0]
		if b.number > 0 {
			parameter = b.names[1]
		}
		return state.Errorf(state.DegenerateGeometry,
			"%d mullions of %s mm leave no room for panels over %s mm: give a wider spacing or a narrower mullion",
			b.count()+1, width, b.total).With("parameter", parameter)
	}
	return nil
}

// checkLines refuses lines that are not in order. It also refuses lines so near to each other or to an end that no
// panel fits between the bars.
func (b bays) checkLines(width geometry.Length) error {
	all := b.bars(width)
	for i, gap := range GapsOf(all) {
		if gap.To-gap.From >= 2*shape.MinimumExtent {
			continue
		}
		at := b.lines[min(i, len(b.lines)-1)]
		return state.Errorf(state.DegenerateGeometry,
			"%s: the line at %s mm leaves no room for a panel beside a bar of %s mm between 0 and %s mm: give lines "+
				"in ascending order, without those at the ends", b.names[2], at, width, b.total).
			With("parameter", b.names[2]).With("line", at).With("total", b.total)
	}
	return nil
}

// checkGrid refuses a grid with too many parts or without room for its panels. It also refuses panels in cells that the
// grid does not have.
func (c *CurtainWall) checkGrid() error {
	legs, v := c.legs(), c.upwards()
	bar := c.MullionProfile().Width
	across, up := int64(0), v.count()
	for _, direction := range append(legs, v) {
		if err := direction.check(bar); err != nil {
			return err
		}
	}
	for _, leg := range legs {
		across = min(across+leg.count(), 2*maxCurtainParts)
	}
	if parts := (across + 1) + across*(up+1) + across*up; max(across, up) > maxCurtainParts || parts > maxCurtainParts {
		return state.Errorf(state.OutOfRange,
			"the grid has %d by %d bays, more than %d parts: give wider spacings, or several "+
				"curtain walls", across, up, maxCurtainParts).With("parameter", "u_spacing")
	}
	for i, cells := range c.Panels {
		if err := cells.check(i, int(across), int(up)); err != nil {
			return err
		}
	}
	return nil
}

// CellKind is the content of a cell of a curtain wall's grid.
type CellKind string

// The kinds of cells.
const (
	CellGlass  CellKind = "glass"
	CellSolid  CellKind = "solid"
	CellLouvre CellKind = "louvre"
	CellEmpty  CellKind = "empty"
)

// Enum lists the kinds of cells.
func (CellKind) Enum() []string { return []string{"glass", "solid", "louvre", "empty"} }

// CurtainCells describes the content of some cells of a grid: the cells in the bays U along the wall and in the bays V
// up. An empty cell has a frame and no panel.
type CurtainCells struct {
	U        []int    `json:"u,omitempty" jsonschema:"bays along it, 0 at start; all without"`
	V        []int    `json:"v,omitempty" jsonschema:"bays up, 0 at base; all without"`
	Kind     CellKind `json:"kind"`
	Material string   `json:"material,omitempty" jsonschema:"name"`
}

func (c CurtainCells) check(i, across, up int) error {
	if !slices.Contains(c.Kind.Enum(), string(c.Kind)) {
		return state.Errorf(state.OutOfRange, "panels[%d].kind is %q: give one of %v", i, string(c.Kind),
			c.Kind.Enum()).With("parameter", "panels").With("allowed", c.Kind.Enum())
	}
	for _, side := range []struct {
		name  string
		given []int
		bays  int
	}{{"u", c.U, across}, {"v", c.V, up}} {
		for _, k := range side.given {
			if k < 0 || k >= side.bays {
				return state.Errorf(state.OutOfRange, "panels[%d].%s names bay %d of %d: the first is 0, the last %d",
					i, side.name, k, side.bays, side.bays-1).With("parameter", "panels").With("bays", side.bays)
			}
		}
	}
	return nil
}

// covers reports whether the cells include the cell in a bay along the wall and a bay up.
func (c CurtainCells) covers(u, v int) bool {
	return (len(c.U) == 0 || slices.Contains(c.U, u)) && (len(c.V) == 0 || slices.Contains(c.V, v))
}

// cellAt returns the content of a cell: glass, unless Panels names the cell.
func (c *CurtainWall) cellAt(u, v int) CurtainCells {
	for _, cells := range slices.Backward(c.Panels) {
		if cells.covers(u, v) {
			return cells
		}
	}
	return CurtainCells{Kind: CellGlass}
}

// FrameVolume returns the volume of the mullions, the transoms and the frames around doors and windows, in m3.
func (s CurtainShape) FrameVolume() float64 {
	sum := 0.0
	for _, p := range s.Parts {
		if p.Kind != CurtainPanel {
			sum += p.Volume()
		}
	}
	return sum
}

// PanelAreas returns the area of one side of the panels by their kinds, in m2. It counts only the part that is visible
// between mullions and transoms.
func (s CurtainShape) PanelAreas() map[CellKind]float64 {
	out := map[CellKind]float64{}
	for _, p := range s.Parts {
		if p.Kind == CurtainPanel {
			x, _, z := p.size()
			out[p.Cell.Kind] += float64(x * z)
		}
	}
	return out
}
