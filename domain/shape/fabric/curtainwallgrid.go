package fabric

import (
	"fmt"

	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// CurtainPartKind is the kind of a part of a curtain wall.
type CurtainPartKind string

// The kinds of parts.
const (
	CurtainMullion CurtainPartKind = "mullion"
	CurtainTransom CurtainPartKind = "transom"
	CurtainPanel   CurtainPartKind = "panel"
)

// CurtainPart is a mullion, a transom or a panel: a box in the wall's frame.
type CurtainPart struct {
	Kind CurtainPartKind
	Cell CurtainCells // kind and material of a panel
	// Name is the kind and the place in the grid, counted from start and base. A part of the frame of a door or window
	// has its place in that frame. Names are unique among the parts of the grid, and within each frame.
	Name string
	Of   state.ID // the door or window that it frames, "" for none
	Box  geometry.Box
	// Facet is the index of the facet whose frame Box is in. For a mullion between two facets it is the facet after it.
	Facet int
	// Plan is the plan of a mullion between two facets, or of a part that ends at such a mullion. It is nil for a box.
	Plan geometry.Ring
}

// CurtainShape holds the frame of a curtain wall's first facet and the parts of the wall. X runs from start to end, Y
// to the left, Z up. Length is the sum of the lengths of all facets.
type CurtainShape struct {
	Frame  geometry.Placement
	Length geometry.Length
	Depth  geometry.Length
	Bar    geometry.Length // the width of a mullion
	Facets []CurtainFacet  // one, if it is straight
	Parts  []CurtainPart
}

// CurtainShapeOf returns the parts of a curtain wall: the mullions from the start on, then for each bay its transoms
// and panels from the base up. The parts that doors and windows replace are left out, and the frames of the doors and
// windows follow at the end. A curtain wall with a fixed shape has no parts.
func CurtainShapeOf(m *state.Model, e *state.Element) CurtainShape {
	c := e.Params.(*CurtainWall)
	if c.Fixed != nil {
		return CurtainShape{}
	}
	s := curtainParts{grid: c.grid(), bar: c.MullionProfile().Depth, panel: c.Panel(), CurtainShape: CurtainShape{
		Facets: c.facets(bodyshape.ElevationOf(m, e.LevelID) + c.BaseOffset), Depth: c.depth(),
		Bar: c.MullionProfile().Width}}
	last := s.Facets[len(s.Facets)-1]
	s.Frame, s.Length = s.Facets[0].Frame, last.From+last.Length
	frames := s.grid.frames(WallOpenings(m, e.ID))
	for _, f := range frames {
		s.taken = append(append(s.taken, f.hole), f.patches()...)
	}
	for i, u := range s.grid.mullions {
		s.cut(CurtainMullion, fmt.Sprintf("%d", i), patch{u, Interval{0, c.Height}})
	}
	for i, u := range GapsOf(s.grid.mullions) {
		for k, v := range s.grid.transoms {
			s.cut(CurtainTransom, fmt.Sprintf("%d/%d", i, k), patch{u, v})
		}
		for k, v := range GapsOf(s.grid.transoms) {
			if s.cell = c.cellAt(i, k); s.cell.Kind != CellEmpty {
				s.cut(CurtainPanel, fmt.Sprintf("%d/%d", i, k), patch{u, v})
			}
		}
	}
	for _, f := range frames {
		s.addFrame(f)
	}
	return s.CurtainShape
}

// curtainParts is a curtain wall that is being divided into its parts.
type curtainParts struct {
	CurtainShape
	grid       curtainGrid
	bar, panel geometry.Length // the depths of mullions and panels
	taken      []patch         // by doors and windows with their frames
	cell       CurtainCells    // of the next panel
}

// cut adds the rest of a part of the grid that doors and windows leave. If the rest of a panel is narrower than a
// mullion, it becomes an infill as deep as a mullion, because such narrow glass is not made.
func (s *curtainParts) cut(kind CurtainPartKind, place string, whole patch) {
	left := whole.withoutAll(s.taken, kind == CurtainMullion)
	for i, p := range left {
		is, name := kind, string(kind)
		if wide, high := p.u.To-p.u.From, p.v.To-p.v.From; kind == CurtainPanel && p != whole &&
			min(wide, high) < s.grid.bar {
			is, name = CurtainMullion, "infill"
			if wide > high {
				is = CurtainTransom
			}
		}
		name += " " + place
		if len(left) > 1 {
			name += fmt.Sprintf(" part %d", i+1)
		}
		s.add(is, name, "", p)
	}
}

// addFrame adds the parts of the frame of a door or window.
func (s *curtainParts) addFrame(f curtainFrame) {
	count := map[string]int{}
	for _, m := range f.members {
		name := m.name
		if count[name]++; count[name] > 1 {
			name += fmt.Sprintf(" part %d", count[name])
		}
		s.add(m.kind, name, f.of, m.patch)
	}
}

func (s *curtainParts) add(kind CurtainPartKind, name string, of state.ID, at patch) {
	deep, cell := s.bar, CurtainCells{}
	if kind == CurtainPanel {
		deep, cell = s.panel, s.cell
	}
	facet := facetOf(s.Facets, (at.u.From+at.u.To)/2)
	from := s.Facets[facet].From
	part := CurtainPart{Kind: kind, Cell: cell, Name: name, Of: of, Facet: facet, Box: geometry.Box{
		Min: geometry.Point3{X: at.u.From - from, Y: -deep / 2, Z: at.v.From},
		Max: geometry.Point3{X: at.u.To - from, Y: deep - deep/2, Z: at.v.To},
	}}
	if len(s.Facets) > 1 {
		part.Plan = s.planOf(facet, at.u, [2]geometry.Length{part.Box.Min.Y, part.Box.Max.Y})
	}
	s.Parts = append(s.Parts, part)
}

// planOf returns the plan of a part between two places of a bent curtain wall, or nil for a rectangle.
func (s *curtainParts) planOf(facet int, u Interval, y [2]geometry.Length) geometry.Ring {
	f, ends := s.Facets[facet], [2]bool{}
	for i, m := range s.grid.mullions {
		if s.grid.corners[i] == 0 {
			continue
		}
		if m == u {
			return f.corner(f.ends[0].reach(s.Bar), y)
		}
		ends[0] = ends[0] || m.To == u.From
		ends[1] = ends[1] || m.From == u.To
	}
	if !ends[0] && !ends[1] {
		return nil
	}
	return f.slanted(u, y, ends)
}

// Interval is a stretch of a line.
type Interval struct{ From, To geometry.Length }

// GapsOf returns the gaps between intervals that are in order.
func GapsOf(of []Interval) []Interval {
	out := make([]Interval, 0, len(of)-1)
	for i := 1; i < len(of); i++ {
		out = append(out, Interval{of[i-1].To, of[i].From})
	}
	return out
}

func (c *CurtainWall) Body(m *state.Model, e *state.Element) (geometry.Body, error) {
	shape := CurtainShapeOf(m, e)
	body := make(geometry.Body, 0, len(shape.Parts))
	for _, p := range shape.Parts {
		base := geometry.Region{geometry.Rectangle(p.Box.Min.XY(), p.Box.Max.XY())}
		if p.Plan != nil {
			base = geometry.Region{{Outer: p.Plan}}
		}
		solid, err := m.Stop.Extrude(shape.Facets[p.Facet].Frame, base, p.Box.Min.Z, p.Box.Max.Z)
		if err != nil {
			return nil, bodyshape.GeometryError(err)
		}
		body = append(body, solid)
	}
	return body, nil
}

func (c *CurtainWall) Quantities(m *state.Model, e *state.Element) ([]state.Quantity, error) {
	shape := CurtainShapeOf(m, e)
	all := 0.0
	for _, p := range shape.Parts {
		all += p.Volume()
	}
	frame, areas := shape.FrameVolume(), shape.PanelAreas()
	side := float64(shape.Length.M() * c.Height.M())
	net := side
	for _, r := range WallOpenings(m, e.ID) {
		net -= float64(r.Width.M() * r.Height.M())
	}
	return []state.Quantity{
		bodyshape.Length("Length", shape.Length.M()), bodyshape.Length("Height", c.Height.M()),
		bodyshape.Length("Width", shape.Depth.M()),
		bodyshape.Area("GrossSideArea", side), bodyshape.Area("NetSideArea", net), bodyshape.Volume("GrossVolume", all),
		bodyshape.Volume("NetVolume", all), bodyshape.Volume("FrameVolume", frame),
		bodyshape.Area("GlassArea", areas[CellGlass]), bodyshape.Area("SolidPanelArea", areas[CellSolid]),
		bodyshape.Area("LouvreArea", areas[CellLouvre]),
	}, nil
}

// size returns the part's extent along the wall, across it and upwards, in metres.
func (p CurtainPart) size() (along, across, up float64) {
	d := p.Box.Max.Sub(p.Box.Min)
	return d.X.M(), d.Y.M(), d.Z.M()
}

// Volume returns the part's volume in m3.
func (p CurtainPart) Volume() float64 {
	x, y, z := p.size()
	if p.Plan != nil {
		return float64(p.Plan.Area() * z)
	}
	return float64(float64(x*y) * z)
}

// Quantities returns the quantities of the part: the quantities of a member for mullions and transoms, or of a plate
// for panels.
func (p CurtainPart) Quantities() []state.Quantity {
	x, y, z := p.size()
	v := p.Volume()
	if p.Kind == CurtainPanel {
		side := float64(x * z)
		return []state.Quantity{bodyshape.Length("Width", y), bodyshape.Length("Perimeter", 2*(x+z)),
			bodyshape.Area("GrossArea", side),
			bodyshape.Area("NetArea", side), bodyshape.Volume("GrossVolume", v), bodyshape.Volume("NetVolume", v)}
	}
	run, other := z, x
	if p.Kind == CurtainTransom {
		run, other = x, z
	}
	return []state.Quantity{
		bodyshape.Length("Length", run), bodyshape.Area("CrossSectionArea", float64(other*y)),
		bodyshape.Area("OuterSurfaceArea", float64(2*(other+y)*run)),
		bodyshape.Volume("GrossVolume", v), bodyshape.Volume("NetVolume", v),
	}
}
