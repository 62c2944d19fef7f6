package domain

import (
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/geometry"
)

// ComponentPart is one upright prism of a component: a profile and how far it rises.
type ComponentPart struct {
	At      geometry.Point3  `json:"at" jsonschema:"middle of the part's foot, from the middle of the component's"`
	Profile geometry.Profile `json:"profile" jsonschema:"in plan: rectangle for a box, circle for a cylinder"`
	Height  geometry.Length  `json:"height"`
}

// maxParts bounds the parts of a component. A component stands for a thing in the building, not for a detailed drawing.
const maxParts = 100

// boxParts returns the one part of a box.
func boxParts(width, depth, height geometry.Length) ([]ComponentPart, error) {
	for _, d := range []struct {
		name  string
		value geometry.Length
	}{{"width", width}, {"depth", depth}, {"height", height}} {
		if err := positive(d.name, d.value); err != nil {
			return nil, Errorf(CodeOf(err), "%w: give width, depth and height, or a type_id",
				err).With("parameter", d.name)
		}
	}
	box := geometry.Profile{Shape: geometry.ProfileRectangle, Width: width, Depth: depth}
	return []ComponentPart{{Profile: box, Height: height}}, nil
}

// checkParts refuses parts that have no body, lie outside any model, or overlap: an overlap would be counted twice.
func (m *Model) checkParts(parts []ComponentPart) error {
	if len(parts) == 0 || len(parts) > maxParts {
		return Errorf(OutOfRange, "a component has %d parts: give 1 to %d", len(parts),
			maxParts).With("parameter", "parts")
	}
	regions := make([]geometry.Region, len(parts))
	for i, p := range parts {
		name := fmt.Sprintf("parts[%d]", i)
		if err := m.checkProfile(p.Profile); err != nil {
			return Errorf(CodeOf(err), "%s: %w", name, err).With("parameter", name)
		}
		if err := positive(name+".height", p.Height); err != nil {
			return err
		}
		if err := m.checkBounds(name, p.At); err != nil {
			return err
		}
		if err := m.checkBounds(name, p.At.Add(geometry.Point3{Z: min(p.Height, 2*m.Info().HalfExtent+1)})); err != nil {
			return err
		}
		region, err := p.plan()
		if err != nil {
			return err
		}
		regions[i] = region
	}
	return checkPartsApart(parts, regions)
}

func checkPartsApart(parts []ComponentPart, regions []geometry.Region) error {
	for i, p := range parts {
		for k, q := range parts[:i] {
			if p.At.Z >= q.At.Z+q.Height || q.At.Z >= p.At.Z+p.Height {
				continue
			}
			if len(geometry.Intersect(regions[i], regions[k])) > 0 {
				return Errorf(OutOfRange, "parts %d and %d overlap: parts of one component may touch, not overlap", k,
					i).With("parameter", fmt.Sprintf("parts[%d]", i))
			}
		}
	}
	return nil
}

// plan returns the part's outline about the middle of the component.
func (p ComponentPart) plan() (geometry.Region, error) {
	region, err := p.Profile.Region()
	if err != nil {
		return nil, geometryError(err)
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
func bodyOfParts(frame geometry.Placement, parts []ComponentPart) (geometry.Body, error) {
	body := make(geometry.Body, 0, len(parts))
	for _, p := range parts {
		plan, err := p.plan()
		if err != nil {
			return nil, err
		}
		solid, err := geometry.Extrude(frame, plan, p.At.Z, p.At.Z+p.Height)
		if err != nil {
			return nil, geometryError(err)
		}
		body = append(body, solid)
	}
	return body, nil
}

// VolumeOfParts returns the volume of parts in m3. Circles count as true circles, not as the polygons that approximate
// them.
func VolumeOfParts(parts []ComponentPart) (float64, error) {
	sum := 0.0
	for _, p := range parts {
		section, err := p.Profile.Area()
		if err != nil {
			return 0, geometryError(err)
		}
		sum += float64(section * p.Height.M())
	}
	return sum, nil
}

// DefineComponentType adds a type of furniture, equipment, terminals or sanitary fixtures, with the body that all its
// components share.
type DefineComponentType struct {
	Category   ComponentCategory `json:"category"`
	Name       string            `json:"name"`
	Use        ComponentUse      `json:"use,omitempty"`
	Width      geometry.Length   `json:"width,omitempty" jsonschema:"of a box; or parts"`
	Depth      geometry.Length   `json:"depth,omitempty"`
	Height     geometry.Length   `json:"height,omitempty"`
	Parts      []ComponentPart   `json:"parts,omitempty" jsonschema:"boxes and cylinders that do not overlap"`
	Material   string            `json:"material,omitempty" jsonschema:"id or name"`
	Properties PropertySets      `json:"properties,omitempty"`
}

func (c DefineComponentType) decide(t *transaction) error {
	defined := Type{ID: t.newID(), Category: Category(c.Category), Name: strings.TrimSpace(c.Name), Use: c.Use,
		Psets: c.Properties.sorted()}
	if err := (DefineType{Category: defined.Category, Name: c.Name,
		Properties: c.Properties}).checkNamed(t.model); err != nil {
		return err
	}
	if ComponentUses(defined.Category) == nil {
		return Errorf(OutOfRange, "%q is no category of components: give one of %v", c.Category,
			c.Category.Enum()).With("parameter", "category").With("allowed", c.Category.Enum())
	}
	if err := checkUse(defined.Category, c.Use); err != nil {
		return err
	}
	parts, err := c.body()
	if err != nil {
		return err
	}
	if err := t.model.checkParts(parts); err != nil {
		return err
	}
	defined.Parts = parts
	if err := t.model.takeMaterial(&defined.MaterialID, c.Material); err != nil {
		return err
	}
	t.emit(&TypeDefined{defined})
	return nil
}

// body returns the parts that were given, or the box of the size that was given.
func (c DefineComponentType) body() ([]ComponentPart, error) {
	sized := c.Width != 0 || c.Depth != 0 || c.Height != 0
	switch {
	case sized && len(c.Parts) > 0:
		return nil, Errorf(OutOfRange, "a component type takes a size or parts, not both: leave one out").With(
			"parameter", "parts")
	case sized || len(c.Parts) == 0:
		return boxParts(c.Width, c.Depth, c.Height)
	}
	return c.Parts, nil
}
