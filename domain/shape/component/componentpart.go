package component

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// MaxParts bounds the parts of a component, which is an object in the building and not a detailed drawing.
const MaxParts = 100

// BoxParts returns the single part of a component that is a box.
func BoxParts(width, depth, height geometry.Length) ([]state.ComponentPart, error) {
	for _, d := range []struct {
		name  string
		value geometry.Length
	}{{"width", width}, {"depth", depth}, {"height", height}} {
		if err := shape.Positive(d.name, d.value); err != nil {
			return nil, state.Errorf(state.CodeOf(err), "%w: give width, depth and height, or a type_id",
				err).With("parameter", d.name)
		}
	}
	box := geometry.Profile{Shape: geometry.ProfileRectangle, Width: width, Depth: depth}
	return []state.ComponentPart{{Profile: box, Height: height}}, nil
}

// CheckParts refuses parts that have no body or lie outside any model. It also refuses parts that overlap, because the
// overlap would be counted twice.
func CheckParts(m *state.Model, parts []state.ComponentPart) error {
	if len(parts) == 0 || len(parts) > MaxParts {
		return state.Errorf(state.OutOfRange, "a component has %d parts: give 1 to %d", len(parts),
			MaxParts).With("parameter", "parts")
	}
	regions := make([]geometry.Region, len(parts))
	for i, p := range parts {
		name := fmt.Sprintf("parts[%d]", i)
		if err := shape.CheckProfile(m, p.Profile); err != nil {
			return state.Errorf(state.CodeOf(err), "%s: %w", name, err).With("parameter", name)
		}
		if err := shape.Positive(name+".height", p.Height); err != nil {
			return err
		}
		if err := m.CheckBounds(name, p.At); err != nil {
			return err
		}
		if err := m.CheckBounds(name, p.At.Add(geometry.Point3{Z: min(p.Height,
			2*m.Info().HalfExtent+1)})); err != nil {
			return err
		}
		region, err := componentPartPlan(p)
		if err != nil {
			return err
		}
		regions[i] = region
	}
	return checkPartsApart(parts, regions)
}

func checkPartsApart(parts []state.ComponentPart, regions []geometry.Region) error {
	for i, p := range parts {
		for k, q := range parts[:i] {
			if p.At.Z >= q.At.Z+q.Height || q.At.Z >= p.At.Z+p.Height {
				continue
			}
			if len(geometry.Intersect(regions[i], regions[k])) > 0 {
				return state.Errorf(state.OutOfRange,
					"parts %d and %d overlap: parts of one component may touch, not overlap", k,
					i).With("parameter", fmt.Sprintf("parts[%d]", i))
			}
		}
	}
	return nil
}

// componentPartPlan returns the part's outline, measured from the middle of the component.
func componentPartPlan(p state.ComponentPart) (geometry.Region, error) {
	region, err := p.Profile.Region()
	if err != nil {
		return nil, shape.GeometryError(err)
	}
	at := p.At.XY()
	move := func(r geometry.Ring) geometry.Ring {
		out := make(geometry.Ring, len(r))
		for i, q := range r {
			out[i] = q.Add(at)
		}
		return out
	}
	out := make(geometry.Region, len(region))
	for i, polygon := range region {
		out[i].Outer = move(polygon.Outer)
		for _, hole := range polygon.Holes {
			out[i].Holes = append(out[i].Holes, move(hole))
		}
	}
	return out, nil
}

// bodyOfParts returns the solids of parts in a frame.
func bodyOfParts(frame geometry.Placement, parts []state.ComponentPart) (geometry.Body, error) {
	body := make(geometry.Body, 0, len(parts))
	for _, p := range parts {
		plan, err := componentPartPlan(p)
		if err != nil {
			return nil, err
		}
		solid, err := geometry.Extrude(frame, plan, p.At.Z, p.At.Z+p.Height)
		if err != nil {
			return nil, shape.GeometryError(err)
		}
		body = append(body, solid)
	}
	return body, nil
}

// VolumeOfParts returns the volume of parts in m3. Circles count as exact circles, not as the polygons that approximate
// them.
func VolumeOfParts(parts []state.ComponentPart) (float64, error) {
	sum := 0.0
	for _, p := range parts {
		section, err := p.Profile.Area()
		if err != nil {
			return 0, shape.GeometryError(err)
		}
		sum += float64(section * p.Height.M())
	}
	return sum, nil
}
