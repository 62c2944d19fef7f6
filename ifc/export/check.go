package export

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// promises holds the expected properties of the written elements, which the check compares with the file.
type promises struct {
	standardWalls map[state.ID]bool   // walls written as IfcWallStandardCase
	classes       map[state.ID]string // classes of elements that name their class, in terms of IFC4
	volumes       map[string]float64  // volumes in m3 before openings, by GlobalId
}

func newPromises() promises {
	return promises{standardWalls: map[state.ID]bool{}, classes: map[state.ID]string{}, volumes: map[string]float64{}}
}

// expectation holds the required contents of a model's file.
type expectation struct {
	schema  *schema.Schema
	classes map[string]string  // IFC class of each element, by GlobalId
	volumes map[string]float64 // volumes of the bodies in m3 before openings, by GlobalId
	nowhere map[string]bool    // elements without a container, by GlobalId
}

// expected returns the required contents of the model's file.
func (x *exporter) expected() expectation {
	want := expectation{x.schema, map[string]string{}, x.volumes, x.nowhere}
	x.model.Each(func(e *state.Element) bool {
		if e.Category == state.CategoryLevel && !writtenAsStorey(x.model, e) {
			want.classes[ifc.GlobalID(e.ID)] = "IFCANNOTATION"
			return true
		}
		if !writesZone(e) || e.Category == state.CategorySystem && !x.writesSystem(e.ID) {
			return true
		}
		class := x.dialect.className(orElse(x.classes[e.ID], x.classOfElement(e).entity))
		if g, ok := e.Params.(*shape.Grid); ok && axisDirections(g.Axes).count < 2 {
			class = "IFCANNOTATION"
		}
		if x.standardWalls[e.ID] {
			class = standardWall
		}
		want.classes[ifc.GlobalID(e.ID)] = class
		return true
	})
	return want
}

// checkFile checks a file before it is written. It checks the rules of the schema, and that every element of the model
// is in the file once and in its class. It also checks that each element has one place in the building, and the volumes
// of the bodies.
func checkFile(ctx context.Context, f *step.File, want expectation) (err error) {
	defer processors.Stopped(&err)
	var faults []string
	x := step.NewIndex(f)
	for _, finding := range schema.CheckIndexed(ctx, x, want.schema) {
		if finding.Severity == schema.Error {
			faults = append(faults, finding.String())
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(faults) == 0 { // the following checks rely on a file that conforms to its schema
		r := newReading(x, want.schema)
		r.ctx = ctx
		checks := []func() []string{
			func() []string { return r.checkElements(want.classes) },
			func() []string { return r.checkPlaces(want.nowhere) },
			func() []string { return r.checkVolumes(want) },
		}
		found := make([][]string, len(checks))
		processors.Each(len(checks), func(i int) { found[i] = checks[i]() })
		faults = slices.Concat(found...)
	}
	if len(faults) > 0 {
		return invalid(faults)
	}
	return nil
}

// faultsShown is the greatest number of faults that an error lists.
const faultsShown = 20

// invalid returns the error for a file that failed its check. INVALID_OUTPUT is the code for a result of the server
// that breaks its contract: a bug of the server, not a fault of the caller.
func invalid(faults []string) error {
	return state.Errorf(state.InvalidOutput,
		"the IFC file failed its check and was not written: %s (%d faults in all); please report this", faults[0],
		len(faults)).
		With("faults", faults[:min(len(faults), faultsShown)]).With("fault_count", len(faults))
}

// checkElements checks that every element of the model is in the file, in its class.
func (r *reading) checkElements(want map[string]string) []string {
	objects := r.of("IfcObject")
	found := make(map[string]string, len(objects))
	for _, in := range objects {
		processors.Hear(r.ctx)
		found[r.text(in, "GlobalId")] = in.Name
	}
	var wrong, faults []string
	for id, class := range want {
		if found[id] != class {
			wrong = append(wrong, id)
		}
	}
	slices.Sort(wrong)
	for _, id := range wrong {
		faults = append(faults, fmt.Sprintf("element %s should be an %s and is %q", id, want[id], found[id]))
	}
	return faults
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// checkPlaces checks that every product has exactly one place. A product is contained in a spatial element, part of a
// whole, cut into an element, or a port of an element. A product may have no place if its source file contained it in
// nothing.
func (r *reading) checkPlaces(nowhere map[string]bool) []string {
	products := r.of("IfcProduct")
	places := make(map[*step.Instance]int, len(products))
	for _, by := range [][2]string{
		{"IfcRelContainedInSpatialStructure", "RelatedElements"}, {"IfcRelAggregates", "RelatedObjects"},
		{"IfcRelVoidsElement", "RelatedOpeningElement"},
		{"IfcRelNests", "RelatedObjects"}, {"IfcRelConnectsPortToElement", "RelatingPort"},
	} {
		for _, rel := range r.of(by[0]) {
			processors.Hear(r.ctx)
			members := r.refs(rel, by[1])
			if one := r.ref(rel, by[1]); one != nil {
				members = append(members, one)
			}
			for _, m := range members {
				places[m]++
			}
		}
	}
	var faults []string
	for _, p := range products {
		if places[p] != 1 && (places[p] > 1 || !nowhere[r.text(p, "GlobalId")]) {
			faults = append(faults, fmt.Sprintf("#%d %s has %d places in the building instead of one",
				p.ID, r.className(p), places[p]))
		}
	}
	return faults
}

// The tolerances of volumes. The file's and the model's volumes are sums over the same corners, each rounded a few
// dozen times by 2^-53. They therefore agree within the relative volumeTolerance. The corners of sloped planes are
// written to a nanometre, which moves sides by no more than sideTolerance, in metres. Where the planes of a roof meet,
// rounding left gaps of up to geometry.SeamGap, which the model's shell closes. The body of an assembly may therefore
// differ by that gap over all its sides.
const (
	volumeTolerance = 1e-9
	sideTolerance   = 1e-9
)

// checkVolumes compares the bodies with the model's volumes before openings.
func (r *reading) checkVolumes(want expectation) []string {
	parts := r.partsOf(want.classes)
	var faults []string
	for _, p := range r.of("IfcProduct") {
		processors.Hear(r.ctx)
		volume, ok := want.volumes[r.text(p, "GlobalId")]
		if !ok {
			continue
		}
		got, err := r.bulk(p, parts)
		slack := sideTolerance
		if len(parts[p]) > 0 {
			slack = geometry.SeamGap.M()
		}
		switch {
		case err != nil:
			faults = append(faults, fmt.Sprintf("#%d %s: %v", p.ID, r.className(p), err))
		case !(math.Abs(got.volume-volume) <= float64(got.sides*slack)+float64(volumeTolerance*volume)):
			faults = append(faults, fmt.Sprintf("#%d %s has a body of %.9f m3, the model's is of %.9f m3", p.ID,
				r.className(p), got.volume, volume))
		}
	}
	return faults
}

// partsOf returns the parts that make up the body of each element that is an assembly. Parts that are elements
// themselves are left out.
func (r *reading) partsOf(elements map[string]string) map[*step.Instance][]*step.Instance {
	out := map[*step.Instance][]*step.Instance{}
	for _, rel := range r.of("IfcRelAggregates") {
		if whole := r.ref(rel, "RelatingObject"); r.isA(whole, "IfcElement") {
			for _, part := range r.refs(rel, "RelatedObjects") {
				if _, is := elements[r.text(part, "GlobalId")]; !is {
					out[whole] = append(out[whole], part)
				}
			}
		}
	}
	return out
}
