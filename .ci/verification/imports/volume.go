package main

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/step"
)

// agreement is the largest relative difference at which two volumes agree. It allows for chords in place of arcs, and
// for numbers with three decimals.
const agreement = 0.01

// smallest is the volume, in m3, below which a number with three decimals is too coarse to compare.
const smallest = 0.05

// comparison counts how the volumes in the model compare with the volumes in the files.
type comparison struct {
	same, scaled, other, differs int
}

func (c *comparison) String() string {
	return fmt.Sprintf("volumes that the files tell: %d the same within 1 %%, %d the same but for thousands (the "+
		"file does not keep to its unit), %d of what is measured otherwise (gross for net, rooms less their "+
		"finishes), %d different",
		c.same, c.scaled, c.other, c.differs)
}

// add compares the volumes of one file with the model's.
func (c *comparison) add(path string, data []byte, m *state.Model) {
	file, err := step.ParseBytes(data)
	if err != nil || !cubicMetres(file) {
		return
	}
	byProduct := map[string][]told{}
	var order []string
	for _, t := range volumesOf(file) {
		if byProduct[t.globalID] == nil {
			order = append(order, t.globalID)
		}
		byProduct[t.globalID] = append(byProduct[t.globalID], t)
	}
	for _, id := range order {
		c.product(path, byProduct[id], m)
	}
}

// product compares the volumes that a file states for one product with the model's.
func (c *comparison) product(path string, all []told, m *state.Model) {
	id, err := ifc.ElementID(all[0].globalID)
	if err != nil {
		return
	}
	e, ok := m.Element(id)
	if !ok {
		return
	}
	quantities, err := elements.Quantities(m, id)
	if err != nil {
		return
	}
	net, _ := shape.QuantityNamed(quantities, "NetVolume")
	gross, ok := shape.QuantityNamed(quantities, "GrossVolume")
	if !ok {
		gross = net
	}
	for _, t := range all {
		c.count(path, t, all, e, net, gross)
	}
}

// count compares one volume and counts the result.
func (c *comparison) count(path string, t told, all []told, e *state.Element, net, gross float64) {
	ours := net
	if t.name == "GrossVolume" {
		ours = gross
	}
	switch {
	case t.volume < smallest:
	case near(ours, t.volume):
		c.same++
	case thousands(ours, t.volume), thousands(gross, t.volume):
		c.scaled++
	case near(gross, t.volume), slices.ContainsFunc(all,
		func(o told) bool { return near(net, o.volume) || near(gross, o.volume) }):
		c.other++
	default:
		c.differs++
		fmt.Printf("different: %s: #%d %s, %s %q: %s is %.4f m3, of the model %.4f net, %.4f gross\n",
			filepath.Base(path), t.number, t.class, e.Category, e.Name, t.name, t.volume, net, gross)
	}
}

// near reports whether a volume agrees with the file's.
func near(ours, told float64) bool { return math.Abs(ours-told) <= agreement*told }

// thousands reports whether two volumes agree up to a power of a thousand, as between mm3, litres and m3.
func thousands(ours, told float64) bool {
	for range 3 {
		told /= 1000
		if near(ours, told) {
			return true
		}
	}
	return false
}

// told is a volume of a product as a file states it.
type told struct {
	number                int
	globalID, class, name string
	volume                float64
}

// cubicMetres reports whether the file's volumes are in m3.
func cubicMetres(f *step.File) bool {
	for _, in := range f.Instances {
		if strings.HasPrefix(in.Name, "IFC") && strings.HasSuffix(in.Name, "UNIT") && len(in.Args) > 3 {
			for _, a := range in.Args {
				if a == step.Value(step.Enum("VOLUMEUNIT")) {
					return in.Name == "IFCSIUNIT" && in.Args[2] == step.Value(step.Null{})
				}
			}
		}
	}
	return false
}

// The places of the attributes that volumesOf reads; they are the same in all schemas.
const (
	quantityName, quantityValue     = 0, 3
	setQuantities                   = 5
	relatedObjects, relatedProperty = 4, 5
)

// volumesOf returns the volumes that a file states for its products.
func volumesOf(f *step.File) []told {
	index := step.NewIndex(f)
	var out []told
	for _, rel := range f.Instances {
		if rel.Name != "IFCRELDEFINESBYPROPERTIES" || len(rel.Args) <= relatedProperty {
			continue
		}
		objects, _ := rel.Args[relatedObjects].(step.List)
		ref, _ := rel.Args[relatedProperty].(step.Ref)
		set := index.Instance(int(ref))
		if set == nil || set.Name != "IFCELEMENTQUANTITY" {
			continue
		}
		for _, o := range objects {
			ref, _ := o.(step.Ref)
			if product := index.Instance(int(ref)); product != nil {
				out = append(out, volumesIn(index, set, product)...)
			}
		}
	}
	return out
}

func volumesIn(index *step.Index, set, product *step.Instance) []told {
	var out []told
	quantities, _ := set.Args[setQuantities].(step.List)
	id, _ := product.Args[0].(step.String)
	for _, q := range quantities {
		ref, _ := q.(step.Ref)
		in := index.Instance(int(ref))
		if in == nil || in.Name != "IFCQUANTITYVOLUME" || len(in.Args) <= quantityValue {
			continue
		}
		name, _ := in.Args[quantityName].(step.String)
		value, _ := in.Args[quantityValue].(step.Real)
		out = append(out, told{product.ID, string(id), product.Name, string(name), float64(value)})
	}
	return out
}
