package importer

import (
	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// sweep is a section swept along a line, in the frame of the model.
type sweep struct {
	section geometry.Profile
	at      building.Frame // frame of the section, whose origin is the section's centre
	along   r3.Vector
	depth   float64
	note    string
}

// swept returns a product's body as the sweep of a section, or an error that states why the body is not such a sweep.
func (r *reader) swept(p *building.Product) (sweep, error) {
	b := r.uncutBody(p)
	if len(b.faults) > 0 {
		return sweep{}, b.faults[0]
	}
	if len(b.items) != 1 || b.items[0].Extrusion == nil {
		return sweep{}, form("its body is not one extrusion")
	}
	e := b.items[0].Extrusion
	if e.Profile.Section == nil {
		return sweep{}, form("its section has no dimensions")
	}
	frame := r.world(p)
	s := sweep{section: *e.Profile.Section, at: frame.Compose(e.Frame).Compose(e.Profile.At),
		along: frame.Turn(e.Direction), depth: e.Depth}
	if e.Profile.Rounded {
		s.note = "corners stand for the roundings of its section"
	}
	if !s.at.Rigid() || !isUp(s.at.Inverse().Turn(s.along)) {
		return sweep{}, form("its section does not stand across its line")
	}
	return s, nil
}

// uncut returns the body of a column or beam without openings as the sweep of a section.
func (r *reader) uncut(p *building.Product) (sweep, error) {
	if len(r.voidsOf(p)) > 0 {
		return sweep{}, form("it has openings, which a column or beam of the model has none of")
	}
	return r.swept(p)
}

// column reads an upright column.
func (r *reader) column(p *building.Product) (*Draft, error) {
	s, err := r.uncut(p)
	if err != nil {
		return nil, err
	}
	if !isUp(s.along) {
		return nil, form("it is not upright")
	}
	level := r.levelOf(p)
	c := &member.Column{Location: building.Rounded(s.at.O).XY(), Height: length(s.depth),
		BaseOffset: above(s.at.O.Z, level), Rotation: rotation(s.at.X)}
	e := r.element(p, state.CategoryColumn, c)
	c.Profile = r.memberSection(e, s.section)
	return &Draft{Product: p, Element: e, Note: s.note}, nil
}

// memberSection returns the section for an element. It removes the element's type if the type has a different section.
func (r *reader) memberSection(e *state.Element, section geometry.Profile) *geometry.Profile {
	if t := r.typesByID[e.TypeID]; t != nil && t.Profile != nil && *t.Profile != section {
		e.TypeID = ""
	}
	return r.sectionOf(e, section)
}

// The cardinal points of a profile that correspond to a beam's justification (IFC4 ADD2, IfcCardinalPointReference).
const (
	cardinalBottom = 2
	cardinalTop    = 8
)

// beam reads a beam. Its line runs through the centre of its section, or through its top or bottom if the file has that
// cardinal point.
func (r *reader) beam(p *building.Product) (*Draft, error) {
	s, err := r.uncut(p)
	if err != nil {
		return nil, err
	}
	level := r.levelOf(p)
	b := &member.Beam{Justification: "center"}
	e := r.element(p, state.CategoryBeam, b)
	origin := s.at.O
	if region, err := s.section.Region(); err == nil {
		low, high := region.Bounds()
		switch p.Use.Cardinal {
		case cardinalTop:
			b.Justification, origin = "top", origin.Add(geometry.Times(s.at.Y, float64(high.Y)))
		case cardinalBottom:
			b.Justification, origin = "bottom", origin.Add(geometry.Times(s.at.Y, float64(low.Y)))
		}
	}
	down := geometry.Point3{Z: elevationOf(level)}
	b.Start = building.Rounded(origin).Sub(down)
	b.End = building.Rounded(origin.Add(geometry.Times(s.along, s.depth))).Sub(down)
	b.Rotation = turnAbout(s.at.X, s.along)
	b.Profile = r.memberSection(e, s.section)
	return &Draft{Product: p, Element: e, Note: s.note}, nil
}

// turnAbout returns the angle about the line between the X axis of a section and its default direction in the model.
// The default direction is horizontal, to the left of the line; for an upright line it is the world's X.
func turnAbout(x, along r3.Vector) geometry.Angle {
	level := r3.Vector{X: -along.Y, Y: along.X}
	if n := level.Norm(); n > parallelTolerance {
		level = geometry.Times(level, 1/n)
	} else {
		level = r3.Vector{X: 1}
	}
	up := along.Cross(level)
	return geometry.Atan2Degrees(x.Dot(up), x.Dot(level))
}
