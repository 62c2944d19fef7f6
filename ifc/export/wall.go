package export

import (
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// wall writes a wall with its openings: its axis on the reference line, its joined footprint as an extrusion, and its
// layers.
func (x *exporter) wall(e *state.Element) error {
	w := e.Params.(*fabric.Wall)
	plan, err := x.wallPlan(e.ID)
	if err != nil {
		return err
	}
	quantities, err := x.quantities(e.ID)
	if err != nil {
		return err
	}
	x.plans[e.ID] = plan
	at := x.placeWorld(x.storeys[e.LevelID], plan.Frame)
	axis := x.wallAxis(w, plan)
	body, more, err := x.wallBody(e, w, plan)
	if err != nil {
		return err
	}
	ref := x.buildingElement(product{entity: x.wallClass(e, plan), element: e, at: at, shape: x.shape(axis, body),
		tail: []step.Value{wallUse(w.WallType)}})
	x.walls[e.ID] = ref
	x.contain(e, ref)
	x.setType(e, ref)
	x.useLayers(e, ref, layerUse{thickness: plan.Thickness(), direction: "AXIS2", offset: plan.YMax})
	x.describe(e, ref, described{class: classOf(e.Category), quantities: quantities,
		volume: grossVolume(quantities) + more})
	return x.wallOpenings(e, ref, at, plan)
}

// wallBody writes the footprint, extruded to the wall's own height or cut off by the elements to which the wall is
// attached. It leaves out a part that is cut off completely. It also returns the volume in m3 by which the body exceeds
// the model's body, whose faces are chords. That volume is 0 for a cut-off body, since it has chords too.
func (x *exporter) wallBody(e *state.Element, w *fabric.Wall, plan fabric.WallPlan) (step.Ref, float64, error) {
	trim, attached, err := member.Trim(x.model, e)
	if err != nil {
		return 0, 0, err
	}
	if !attached && plan.Curved() {
		solids, more := x.curvedPrism(plan, w.Height)
		return x.body(x.mainMaterial(e), solids...), more, nil
	}
	if !attached {
		return x.body(x.mainMaterial(e), x.prism(plan.Region, 0, w.Height)...), 0, nil
	}
	var profiles []step.Ref
	for _, polygon := range plan.Region {
		left := len(plan.Region) == 1 // a body needs at least one part
		if !left {
			if left, err = trim.Leaves(plan, polygon); err != nil {
				return 0, 0, err
			}
		}
		if left {
			profiles = append(profiles, x.polygonProfile(polygon))
		}
	}
	return x.trimmed(x.mainMaterial(e), plan.Frame, trim, profiles...), 0, nil
}

// wallClass returns the class of a wall. All walls have layers and stand upright. So, in a schema with standard cases,
// a wall whose body is a single prism without holes is a standard case.
func (x *exporter) wallClass(e *state.Element, plan fabric.WallPlan) string {
	if !x.dialect.standardWalls || len(plan.Region) != 1 || len(plan.Region[0].Holes) > 0 {
		return classOf(e.Category).entity
	}
	x.standardWalls[e.ID] = true
	return standardWall
}

// standardWall is the class of walls that have a layer set usage and are one prism (IFC2x3, IfcWallStandardCase).
const standardWall = "IFCWALLSTANDARDCASE"

// wallUse returns the IfcWallTypeEnum of a wall.
func wallUse(use fabric.WallUse) step.Value {
	items := map[fabric.WallUse]step.Enum{
		"solid": "SOLIDWALL", "partitioning": "PARTITIONING", "shear": "SHEAR", "parapet": "PARAPET",
		"plumbing": "PLUMBINGWALL", "movable": "MOVABLE"}
	if item, ok := items[use]; ok {
		return item
	}
	return notDefined
}

// notDefined is the item NOTDEFINED, which every enumeration of predefined types has.
const notDefined = step.Enum("NOTDEFINED")

// upperEnum returns the item that is the model's term in capitals; NOTDEFINED for "".
func upperEnum(term string) step.Enum {
	if term == "" {
		return notDefined
	}
	return step.Enum(strings.ToUpper(term))
}

// grossVolume returns the volume before openings among an element's quantities, or the net volume if there is no gross
// volume.
func grossVolume(quantities []state.Quantity) float64 {
	if v, ok := shape.QuantityNamed(quantities, "GrossVolume"); ok {
		return v
	}
	v, _ := shape.QuantityNamed(quantities, "NetVolume")
	return v
}
