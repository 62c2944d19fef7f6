package building

import (
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/ifc/step"
)

// Degrees returns an angle of a product in millionths of a degree. The file has it in degrees, minutes, seconds and
// millionths of a second (IfcCompoundPlaneAngleMeasure). ok is false if there is none.
func (s *Source) Degrees(p *Product, attribute string) (micro int64, ok bool) {
	parts := numbers(s.value(s.index.Instance(p.Number), attribute))
	if len(parts) < 3 {
		return 0, false
	}
	const secondsOfDegree, millionths = 3600, 1_000_000
	sum := int64(0)
	for i, size := range []int64{secondsOfDegree * millionths, 60 * millionths, millionths, 1} {
		if i < len(parts) {
			sum += int64(parts[i]) * size
		}
	}
	half := int64(secondsOfDegree / 2)
	if sum < 0 {
		half = -half
	}
	return (sum + half) / secondsOfDegree, true
}

// Length returns a length of a product in micrometres; ok is false if it has no such attribute.
func (s *Source) Length(p *Product, attribute string) (um float64, ok bool) {
	v, ok := s.number(s.index.Instance(p.Number), attribute)
	return float64(v * s.units.length), ok
}

// Number returns a number of a product.
func (s *Source) Number(p *Product, attribute string) (float64, bool) {
	return s.number(s.index.Instance(p.Number), attribute)
}

// Text returns a text or an enumeration item of a product, "" if the attribute has no value.
func (s *Source) Text(p *Product, attribute string) string {
	return s.text(s.index.Instance(p.Number), attribute)
}

// Address returns the postal address of a site or building as one line.
func (s *Source) Address(p *Product) string {
	in := s.index.Instance(p.Number)
	address := s.one(in, "SiteAddress")
	if address == nil {
		address = s.one(in, "BuildingAddress")
	}
	var parts []string
	if lines, ok := s.value(address, "AddressLines").(step.List); ok {
		for _, line := range lines {
			parts = append(parts, textOf(line))
		}
	}
	for _, name := range []string{"PostalBox", "PostalCode", "Town", "Region", "Country"} {
		if t := s.text(address, name); t != "" {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, ", ")
}

// GridLine is one axis of a grid in the grid's own frame.
type GridLine struct {
	Tag        string
	Start, End r3.Vector
	Straight   bool
}

// GridLines returns the axes of a grid. They are in the order of the grid's drawing if the drawing contains all of
// them.
func (s *Source) GridLines(p *Product) []GridLine {
	in := s.index.Instance(p.Number)
	tags := map[int]string{}
	var order []*step.Instance
	for _, attribute := range []string{"UAxes", "VAxes", "WAxes"} {
		for _, axis := range s.many(in, attribute) {
			curve := s.one(axis, "AxisCurve")
			if curve != nil {
				tags[curve.ID] = s.text(axis, "AxisTag")
				order = append(order, curve)
			}
		}
	}
	if drawn := s.drawn(in); len(tags) == 0 || (len(drawn) == len(order) && allTagged(drawn, tags)) {
		order = drawn
	}
	var out []GridLine
	for _, curve := range order {
		points, _, err := s.gridCurve(curve)
		if err != nil { // the axis is reported as not straight
			out = append(out, GridLine{Tag: tags[curve.ID]})
			continue
		}
		out = append(out, GridLine{tags[curve.ID], points[0], points[len(points)-1], len(points) == 2})
	}
	return out
}

func allTagged(curves []*step.Instance, tags map[int]string) bool {
	for _, c := range curves {
		if _, ok := tags[c.ID]; !ok {
			return false
		}
	}
	return true
}

// drawn returns the curves of a grid's drawing.
func (s *Source) drawn(in *step.Instance) []*step.Instance {
	for _, r := range s.many(s.one(in, "Representation"), "Representations") {
		for _, item := range s.many(r, "Items") {
			if curves := s.many(item, "Elements"); len(curves) > 0 {
				return curves
			}
		}
	}
	return nil
}

// IsKind reports whether an instance is of a class or a subtype of it.
func (s *Source) IsKind(number int, class string) bool { return s.isA(s.index.Instance(number), class) }
