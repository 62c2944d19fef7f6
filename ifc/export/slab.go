package export

import (
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// floor writes a floor and its openings. The body is the outline of the floor with the floor's own holes. It is
// extruded downwards from the top, where the layers begin.
func (x *exporter) floor(e *state.Element) error {
	f := e.Params.(*fabric.Floor)
	outline, err := geometry.NewPolygon(f.Boundary, f.Holes...)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	thickness, corner := fabric.FloorThickness(x.model, e), outline.Outer[0]
	local := geometry.World()
	local.Origin = corner.At(f.Offset)
	at := x.place(x.storeys[e.LevelID], local)
	profile := x.polygonProfile(shifted(outline, corner))
	body, gross := step.Ref(0), float64(outline.Area()*thickness.M())
	if len(f.Falls) == 0 {
		body = x.body(x.mainMaterial(e), x.extrusion(profile, x.origin(), x.down(), thickness))
	} else if body, gross, err = x.fallenFloor(e, f, outline, profile); err != nil {
		return err
	}
	ref := x.buildingElement(product{entity: "IFCSLAB", element: e, at: at, shape: x.shape(body),
		tail: []step.Value{upperEnum(string(f.FloorType))}})
	x.contain(e, ref)
	x.setType(e, ref)
	x.useLayers(e, ref, layerUse{thickness: thickness, direction: "AXIS3"})
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities,
		volume: gross})
	openings, err := x.planOpenings(e.ID)
	if err != nil {
		return err
	}
	for _, o := range openings {
		frame := geometry.World()
		frame.Origin = o.polygon.Outer[0].Sub(corner).At(0)
		if err := x.floorOpening(o, ref, x.place(at, frame), thickness); err != nil {
			return of(o.element, err)
		}
	}
	return nil
}

// fallenFloor writes the body of a floor with falls: its prism, minus a half space above each plane of its top.
func (x *exporter) fallenFloor(e *state.Element, f *fabric.Floor, outline geometry.Polygon,
	profile step.Ref) (body step.Ref, gross float64, err error) {
	trim, err := f.FallTrim(x.model, e, geometry.Region{outline})
	if err != nil {
		return 0, 0, err
	}
	frame := geometry.World()
	frame.Origin = outline.Outer[0].At(trim.Low + fabric.FloorThickness(x.model, e))
	gross, err = f.VolumeOver(x.model, geometry.Region{outline}, fabric.FloorThickness(x.model, e))
	return x.trimmed(x.mainMaterial(e), frame, trim, profile), gross, err
}

// down returns the direction in which floors are extruded from their top.
func (x *exporter) down() step.Ref { return x.direction3(geometry.Times(geometry.World().Z, -1)) }
