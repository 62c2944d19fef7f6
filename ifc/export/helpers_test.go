package export

import (
	"bytes"
	"math"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/schema"
	"github.com/bimstream/bimstream/ifc/step"
)

// exported exports a model and reads the bytes back.
func exported(t *testing.T, m *state.Model, o Options) (*reading, Summary) {
	t.Helper()
	var out bytes.Buffer
	summary, err := Write(t.Context(), &out, m, o)
	if err != nil {
		t.Fatal(err)
	}
	return parsed(t, out.Bytes()), summary
}

func parsed(t *testing.T, file []byte) *reading {
	t.Helper()
	f, err := step.ParseBytes(file)
	if err != nil {
		t.Fatal(err)
	}
	s, ok := schema.ByName(f.Header.Schemas[0])
	if !ok {
		t.Fatalf("no schema %v", f.Header.Schemas)
	}
	return newReading(step.NewIndex(f), s)
}

// in returns the usual options for a schema.
func in(name string) Options {
	o := defaults()
	o.Schema = name
	return o
}

// readIn exports a model in a schema and reads the file.
func readIn(t *testing.T, s *site, name string) *reading {
	t.Helper()
	r, _ := exported(t, s.model, in(name))
	return r
}

// read exports a model with the usual options and reads the file.
func read(t *testing.T, s *site) *reading {
	t.Helper()
	r, _ := exported(t, s.model, defaults())
	return r
}

// one returns the single instance of a class, or the single instance with the given name.
func (r *reading) one(t *testing.T, class, name string) *step.Instance {
	t.Helper()
	var found []*step.Instance
	for _, in := range r.of(class) {
		if name == "" || r.text(in, "Name") == name {
			found = append(found, in)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d of %s %q instead of one", len(found), class, name)
	}
	return found[0]
}

// relating returns the relations of a class whose attribute refers to an instance.
func (r *reading) relating(class, attribute string, to *step.Instance) []*step.Instance {
	var out []*step.Instance
	for _, rel := range r.of(class) {
		hit := false
		step.EachRef(r.attribute(rel, attribute), func(id int) { hit = hit || id == to.ID })
		if hit {
			out = append(out, rel)
		}
	}
	return out
}

// related returns the instance at the other side of the only such relation.
func (r *reading) related(t *testing.T, class, attribute string, to *step.Instance, other string) *step.Instance {
	t.Helper()
	rels := r.relating(class, attribute, to)
	if len(rels) != 1 {
		t.Fatalf("%d relations %s of #%d instead of one", len(rels), class, to.ID)
	}
	return r.ref(rels[0], other)
}

// representation returns a product's representation with an identifier, nil for none.
func (r *reading) representation(p *step.Instance, identifier string) *step.Instance {
	for _, shape := range r.refs(r.ref(p, "Representation"), "Representations") {
		if r.text(shape, "RepresentationIdentifier") == identifier {
			return shape
		}
	}
	return nil
}

// bodyItem returns the single solid of a product's body.
func (r *reading) bodyItem(t *testing.T, p *step.Instance) *step.Instance {
	t.Helper()
	items := r.refs(r.representation(p, "Body"), "Items")
	if len(items) != 1 {
		t.Fatalf("#%d has %d solids instead of one", p.ID, len(items))
	}
	return items[0]
}

// location returns the origin of a product's own placement in its parent's frame, and the directions of its Z and X
// axes. A direction is nil if the axis equals the axis of the parent.
func (r *reading) location(p *step.Instance) (origin, z, x []float64) {
	axes := r.ref(r.ref(p, "ObjectPlacement"), "RelativePlacement")
	return r.numbers(r.ref(axes, "Location"), "Coordinates"), r.numbers(r.ref(axes, "Axis"), "DirectionRatios"),
		r.numbers(r.ref(axes, "RefDirection"), "DirectionRatios")
}

// parent returns the parent placement of a product's placement.
func (r *reading) parent(p *step.Instance) *step.Instance {
	return r.ref(r.ref(p, "ObjectPlacement"), "PlacementRelTo")
}

func (r *reading) enum(in *step.Instance, name string) string {
	e, _ := r.attribute(in, name).(step.Enum)
	return string(e)
}

// property returns a property of a product's set as text of the file, "" for none.
func (r *reading) property(product *step.Instance, set, name string) string {
	for _, rel := range r.relating("IfcRelDefinesByProperties", "RelatedObjects", product) {
		definition := r.ref(rel, "RelatingPropertyDefinition")
		if r.text(definition, "Name") != set {
			continue
		}
		for _, p := range append(r.refs(definition, "HasProperties"), r.refs(definition, "Quantities")...) {
			if r.text(p, "Name") == name {
				return r.valueOf(p)
			}
		}
	}
	return ""
}

// valueOf returns the value of a property or quantity as text of the file.
func (r *reading) valueOf(p *step.Instance) string {
	place := map[string]int{"IFCPROPERTYSINGLEVALUE": 2, "IFCPROPERTYENUMERATEDVALUE": 2,
		"IFCPROPERTYBOUNDEDVALUE": 5, "IFCPROPERTYLISTVALUE": 2}
	at, ok := place[p.Name]
	if !ok {
		at = 3
	}
	b, err := step.AppendValue(nil, p.Args[at])
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

func sameNumbers(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !near(a[i], b[i], 1e-9) {
			return false
		}
	}
	return true
}

// codes counts the warnings of an export by code.
func codes(s Summary) map[string]int {
	out := map[string]int{}
	for _, w := range s.Warnings {
		out[w.Code]++
	}
	return out
}
