package export

import (
	"fmt"
	"math"

	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/step"
)

// metre is the length of a millimetre in metres.
const metre = 1e-3

// bulk is the size of a body.
type bulk struct {
	volume float64 // volume in m3
	sides  float64 // area in m2 of the sides of free outlines and of faceted surfaces
}

// bulk returns the size of a product's body, or of the bodies of its parts, before its openings. It supports the swept
// and the faceted solids that this package writes.
func (r *reading) bulk(p *step.Instance, parts map[*step.Instance][]*step.Instance) (bulk, error) {
	var sum bulk
	for _, part := range parts[p] {
		b, err := r.bulk(part, parts)
		if err != nil {
			return sum, err
		}
		sum = bulk{sum.volume + b.volume, sum.sides + b.sides}
	}
	for _, shape := range r.refs(r.ref(p, "Representation"), "Representations") {
		if r.text(shape, "RepresentationIdentifier") != "Body" {
			continue
		}
		b, err := r.itemsBulk(shape)
		if err != nil {
			return sum, err
		}
		sum = bulk{sum.volume + b.volume, sum.sides + b.sides}
	}
	return sum, nil
}

// itemsBulk returns the size of a representation's solids. A mapped item has the size of its map, since this package
// maps without scaling.
func (r *reading) itemsBulk(shape *step.Instance) (bulk, error) {
	var sum bulk
	for _, item := range r.refs(shape, "Items") {
		var b bulk
		var err error
		if r.isA(item, "IfcMappedItem") {
			b, err = r.mappedBulk(r.ref(item, "MappingSource"))
		} else {
			b, err = r.solid(item)
		}
		if err != nil {
			return sum, err
		}
		sum = bulk{sum.volume + b.volume, sum.sides + b.sides}
	}
	return sum, nil
}

// mappedBulk returns the size of a representation map. The size is computed once for all items mapped from the map.
func (r *reading) mappedBulk(source *step.Instance) (bulk, error) {
	if known, ok := r.maps[source]; ok {
		return known, nil
	}
	b, err := r.itemsBulk(r.ref(source, "MappedRepresentation"))
	if err == nil {
		r.maps[source] = b
	}
	return b, err
}

// solid returns the size of one item of a body.
func (r *reading) solid(solid *step.Instance) (bulk, error) {
	switch {
	case r.enclosesNothing(solid):
		return bulk{}, nil
	case r.isA(solid, "IfcManifoldSolidBrep"):
		return r.faceted(solid)
	case r.isA(solid, "IfcTessellatedFaceSet"):
		return r.tessellated(solid)
	case r.isA(solid, "IfcBooleanClippingResult"):
		return r.clipped(solid)
	case r.isA(solid, "IfcBooleanResult"):
		return r.hollowed(solid)
	}
	return r.extruded(solid)
}

// enclosesNothing reports whether an item is an open surface or a curve, which elements from other programs may have.
func (r *reading) enclosesNothing(item *step.Instance) bool {
	for _, class := range []string{"IfcShellBasedSurfaceModel", "IfcFaceBasedSurfaceModel", "IfcCurve",
		"IfcGeometricSet"} {
		if r.isA(item, class) {
			return true
		}
	}
	const closed = 2 // index of IfcTriangulatedFaceSet.Closed
	switch item.Name {
	case "IFCTRIANGULATEDFACESET":
		return item.Args[closed] == step.Value(step.False)
	case "IFCPOLYGONALFACESET":
		return item.Args[closed-1] == step.Value(step.False)
	}
	return false
}

// hollowed returns the size of a solid minus a solid that lies in it. The faces of the inner solid are measured as the
// faces of a void, as in the model. This matters because rounded corners of a face are only nearly in one plane.
func (r *reading) hollowed(solid *step.Instance) (bulk, error) {
	outer, err := r.solid(r.ref(solid, "FirstOperand"))
	if err != nil {
		return bulk{}, err
	}
	inner, err := r.shells(r.ref(solid, "SecondOperand"), true)
	return bulk{outer.volume + inner.volume, outer.sides + inner.sides}, err
}

// clipped returns the size of an extrusion after half spaces have cut it. The cut is computed with chords in place of
// the arcs of the profile; the volume is then scaled to the profile itself.
func (r *reading) clipped(solid *step.Instance) (bulk, error) {
	items, err := r.clipping(solid)
	if err != nil {
		return bulk{}, err
	}
	left, err := items.Faces()
	if err != nil {
		return bulk{}, err
	}
	whole := solid
	for r.isA(whole, "IfcBooleanClippingResult") {
		whole = r.ref(whole, "FirstOperand")
	}
	exact, err := r.extruded(whole)
	if err != nil {
		return bulk{}, err
	}
	outline, err := items.Clipped.Profile.Polygon(items.Clipped.Frame)
	if err != nil {
		return bulk{}, err
	}
	chords := float64(outline.Area()*items.Clipped.Depth) * geometry.Micrometre.M()
	rounding := float64(outline.Area()*steepRise) * geometry.Micrometre.M()
	return bulk{left.Volume() * exact.volume / chords, exact.sides + rounding/sideTolerance}, nil
}

// steepRise is the rise of the steepest roof (80 degrees) per unit of run, rounded up. A corner of a cut that is
// rounded to the grid lies off the plane by as many times the rounding.
const steepRise = 6

// clipping reads an extrusion clipped by half spaces.
func (r *reading) clipping(solid *step.Instance) (building.Solid, error) {
	if r.source == nil {
		src, err := building.Open(r.file)
		if err != nil {
			return building.Solid{}, err
		}
		r.source = src
	}
	items, err := r.source.Item(solid.ID)
	if err == nil && (len(items) != 1 || items[0].Clipped == nil) {
		err = fmt.Errorf("#%d is no clipping of an extrusion", solid.ID)
	}
	if err != nil {
		return building.Solid{}, err
	}
	return items[0], nil
}

// extruded returns the size of a prism: base times height, even if it leans.
func (r *reading) extruded(solid *step.Instance) (bulk, error) {
	if !r.isA(solid, "IfcExtrudedAreaSolid") {
		return bulk{}, fmt.Errorf("an %s in a body", r.className(solid))
	}
	profile := r.ref(solid, "SweptArea")
	base, err := r.profileArea(profile)
	if err != nil {
		return bulk{}, err
	}
	direction := r.numbers(r.ref(solid, "ExtrudedDirection"), "DirectionRatios")
	if len(direction) != 3 {
		return bulk{}, fmt.Errorf("#%d has no direction in space", solid.ID)
	}
	var square float64
	for _, d := range direction {
		square += float64(d * d)
	}
	depth := r.number(solid, "Depth") * metre
	height := depth * math.Abs(direction[2]) / math.Sqrt(square)
	return bulk{float64(base*height) * metre * metre, r.outlineLength(profile) * depth * metre}, nil
}

// outlineLength returns the length in mm of all rings of a free outline, 0 for a profile with parameters.
func (r *reading) outlineLength(p *step.Instance) float64 {
	sum := 0.0
	for _, curve := range append(r.refs(p, "InnerCurves"), r.ref(p, "OuterCurve")) {
		sum += r.outlineOf(curve).length()
	}
	return sum
}

func (r *reading) numbers(in *step.Instance, name string) []float64 {
	return numbersOf(r.attribute(in, name))
}

// profileArea returns the area of a profile in mm2.
func (r *reading) profileArea(p *step.Instance) (float64, error) {
	if p == nil {
		return 0, fmt.Errorf("a solid without a profile")
	}
	n := func(name string) float64 { return r.number(p, name) }
	switch p.Name {
	case "IFCARBITRARYCLOSEDPROFILEDEF":
		return r.ringArea(r.ref(p, "OuterCurve")), nil
	case "IFCARBITRARYPROFILEDEFWITHVOIDS":
		sum := r.ringArea(r.ref(p, "OuterCurve"))
		for _, hole := range r.refs(p, "InnerCurves") {
			sum -= r.ringArea(hole)
		}
		return sum, nil
	case "IFCRECTANGLEPROFILEDEF":
		return n("XDim") * n("YDim"), nil
	case "IFCRECTANGLEHOLLOWPROFILEDEF":
		t := 2 * n("WallThickness")
		return float64(n("XDim")*n("YDim")) - float64((n("XDim")-t)*(n("YDim")-t)), nil
	case "IFCCIRCLEPROFILEDEF":
		return math.Pi * float64(n("Radius")*n("Radius")), nil
	case "IFCCIRCLEHOLLOWPROFILEDEF":
		inner := n("Radius") - n("WallThickness")
		return math.Pi * (float64(n("Radius")*n("Radius")) - float64(inner*inner)), nil
	}
	return r.rolledArea(p)
}

// rolledArea returns the area of a profile of flanges and a web.
func (r *reading) rolledArea(p *step.Instance) (float64, error) {
	n := func(name string) float64 { return r.number(p, name) }
	flange, web := n("FlangeThickness"), n("WebThickness")
	switch p.Name {
	case "IFCISHAPEPROFILEDEF":
		return float64(2*n("OverallWidth")*flange) + float64((n("OverallDepth")-2*flange)*web), nil
	case "IFCUSHAPEPROFILEDEF":
		return float64(2*n("FlangeWidth")*flange) + float64((n("Depth")-2*flange)*web), nil
	case "IFCTSHAPEPROFILEDEF":
		return float64(n("FlangeWidth")*flange) + float64((n("Depth")-flange)*web), nil
	case "IFCLSHAPEPROFILEDEF":
		t := n("Thickness")
		return t * (n("Depth") + n("Width") - t), nil
	}
	return 0, fmt.Errorf("an %s in a body", r.className(p))
}

// ringArea returns the area within a closed line of straight edges and arcs. It is the area by the shoelace formula
// about the first point, plus the areas between arcs and chords.
func (r *reading) ringArea(curve *step.Instance) float64 { return math.Abs(r.outlineOf(curve).area()) }
