package domain

import (
	"fmt"

	"github.com/bimstream/bimstream/geometry"
)

// CurtainPartKind is what a part of a curtain wall is.
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
	// Name is the kind and its place in the grid, from start and base; of what frames a door or window its place there.
	// It is unique among the parts of the grid, and of each frame.
	Name string
	Of   ID // the door or window that it frames, "" for none
	Box  geometry.Box
}

// CurtainShape is a curtain wall's frame and its parts. X runs from start to end, Y to the left, Z up.
type CurtainShape struct {
	Frame  geometry.Placement
	Length geometry.Length
	Depth  geometry.Length
	Parts  []CurtainPart
}

// CurtainShape returns the parts of a curtain wall: the mullions from the start on, then for each bay its transoms and
// panels from the base up, without what doors and windows take the place of; then what frames these. One with a fixed
// shape has none of these.
func (m *Model) CurtainShape(e *Element) CurtainShape {
	c := e.Params.(*CurtainWall)
	if c.Fixed != nil {
		return CurtainShape{}
	}
	s := curtainParts{grid: c.grid(), bar: c.mullionProfile().Depth, panel: c.panel(), CurtainShape: CurtainShape{
		Frame:  geometry.PlacementInPlan(c.Start.At(m.elevation(e.LevelID)+c.BaseOffset), c.End),
		Length: geometry.Distance(c.Start, c.End), Depth: c.depth()}}
	frames := s.grid.frames(m.WallOpenings(e.ID))
	for _, f := range frames {
		s.taken = append(append(s.taken, f.hole), f.patches()...)
	}
	for i, u := range s.grid.mullions {
		s.cut(CurtainMullion, fmt.Sprintf("%d", i), patch{u, interval{0, c.Height}})
	}
	for i, u := range gapsOf(s.grid.mullions) {
		for k, v := range s.grid.transoms {
			s.cut(CurtainTransom, fmt.Sprintf("%d/%d", i, k), patch{u, v})
		}
		for k, v := range gapsOf(s.grid.transoms) {
			s.cut(CurtainPanel, fmt.Sprintf("%d/%d", i, k), patch{u, v})
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
	bar, panel geometry.Length // how deep they are
	taken      []patch         // by doors and windows with what frames them
}

// cut adds what doors and windows leave of a part of the grid. A rest of a panel that is narrower than a mullion is
// closed by an infill, as deep as one: so narrow a glass is not made.
func (s *curtainParts) cut(kind CurtainPartKind, place string, whole patch) {
	left := whole.withoutAll(s.taken, kind == CurtainMullion)
	for i, p := range left {
		is, name := kind, string(kind)
		if wide, high := p.u.to-p.u.from, p.v.to-p.v.from; kind == CurtainPanel && p != whole &&
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

// addFrame adds what frames a door or window.
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

func (s *curtainParts) add(kind CurtainPartKind, name string, of ID, at patch) {
	deep := s.bar
	if kind == CurtainPanel {
		deep = s.panel
	}
	s.Parts = append(s.Parts, CurtainPart{kind, name, of, geometry.Box{
		Min: geometry.Point3{X: at.u.from, Y: -deep / 2, Z: at.v.from},
		Max: geometry.Point3{X: at.u.to, Y: deep - deep/2, Z: at.v.to},
	}})
}

// interval is a stretch of a line.
type interval struct{ from, to geometry.Length }

// bars returns the places of bars of a width along a length: one flush with each end, the others on the lines between
// equal bays.
func bars(total, spacing, width geometry.Length) []interval {
	n := baysOf(total, spacing)
	out := []interval{{0, width}}
	for i := int64(1); i < n; i++ {
		from := geometry.Length(float64(total)*float64(i)/float64(n)) - width/2
		out = append(out, interval{from, from + width})
	}
	return append(out, interval{total - width, total})
}

// gapsOf returns the gaps of intervals that are in order.
func gapsOf(of []interval) []interval {
	out := make([]interval, 0, len(of)-1)
	for i := 1; i < len(of); i++ {
		out = append(out, interval{of[i-1].to, of[i].from})
	}
	return out
}

func (c *CurtainWall) body(m *Model, e *Element) (geometry.Body, error) {
	shape := m.CurtainShape(e)
	body := make(geometry.Body, 0, len(shape.Parts))
	for _, p := range shape.Parts {
		base := geometry.Region{geometry.Rectangle(p.Box.Min.XY(), p.Box.Max.XY())}
		solid, err := m.stop.Extrude(shape.Frame, base, p.Box.Min.Z, p.Box.Max.Z)
		if err != nil {
			return nil, geometryError(err)
		}
		body = append(body, solid)
	}
	return body, nil
}

func (c *CurtainWall) quantities(m *Model, e *Element) ([]Quantity, error) {
	shape := m.CurtainShape(e)
	all := 0.0
	for _, p := range shape.Parts {
		all += p.Volume()
	}
	side := float64(shape.Length.M() * c.Height.M())
	net := side
	for _, r := range m.WallOpenings(e.ID) {
		net -= float64(r.Width.M() * r.Height.M())
	}
	return []Quantity{
		length("Length", shape.Length.M()), length("Height", c.Height.M()), length("Width", shape.Depth.M()),
		area("GrossSideArea", side), area("NetSideArea", net), volume("GrossVolume", all), volume("NetVolume", all),
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
	return float64(float64(x*y) * z)
}

// Quantities returns the quantities of the part: those of a member for mullions and transoms, those of a plate for
// panels.
func (p CurtainPart) Quantities() []Quantity {
	x, y, z := p.size()
	v := p.Volume()
	if p.Kind == CurtainPanel {
		side := float64(x * z)
		return []Quantity{length("Width", y), length("Perimeter", 2*(x+z)), area("GrossArea", side),
			area("NetArea", side), volume("GrossVolume", v), volume("NetVolume", v)}
	}
	run, other := z, x
	if p.Kind == CurtainTransom {
		run, other = x, z
	}
	return []Quantity{
		length("Length", run), area("CrossSectionArea", float64(other*y)),
		area("OuterSurfaceArea", float64(2*(other+y)*run)),
		volume("GrossVolume", v), volume("NetVolume", v),
	}
}
