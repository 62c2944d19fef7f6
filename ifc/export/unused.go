package export

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/ifc/step"
)

// dependants lists the classes of instances that describe a material and have no purpose without it.
var dependants = map[string]bool{
	"IFCMATERIALPROPERTIES": true, "IFCEXTENDEDMATERIALPROPERTIES": true, "IFCGENERALMATERIALPROPERTIES": true,
	"IFCMATERIALDEFINITIONREPRESENTATION": true,
}

// findUnused finds the materials that nothing in the file uses. They are left out of the file, since every instance
// must be reachable from a rooted instance (rule IFC105), and the project carries them.
func (x *exporter) findUnused() {
	owner := make(map[step.Ref]state.ID, len(x.materials))
	x.unused = make(map[state.ID]step.Ref, len(x.materials))
	for id, ref := range x.materials {
		owner[ref], x.unused[id] = id, ref
	}
	for i := range x.file.Instances {
		if in := &x.file.Instances[i]; !dependants[in.Name] && len(owner) > 0 {
			in.EachRef(func(to int) {
				if id, is := owner[step.Ref(to)]; is {
					delete(x.unused, id)
				}
			})
		}
	}
}

// carriedUnused returns the materials that are left out, for the project to carry.
func (x *exporter) carriedUnused() []importer.Carried {
	var out []importer.Carried
	for _, m := range x.model.Materials() {
		if _, is := x.unused[m.ID]; is {
			out = append(out, importer.CarriedMaterial(m))
		}
	}
	return out
}

// dropUnused removes unused materials, the frames that placed parts of assemblies in their storeys, and developers
// without an application. It also removes the instances to which only these refer.
func (x *exporter) dropUnused() {
	if len(x.unused)+len(x.replaced)+len(x.idle) == 0 {
		return
	}
	dropped := x.onlyForUnused()
	values, kept := make([]step.Value, len(dropped)), 0
	for i := range dropped {
		if dropped[i] {
			continue
		}
		values[i] = step.Ref(kept + 1)
		x.file.Instances[kept], x.origins[kept] = x.file.Instances[i], x.origins[i]
		kept++
	}
	x.file.Instances, x.origins = x.file.Instances[:kept], x.origins[:kept]
	for i := range x.file.Instances {
		renumber(x.file.Instances[i].Args, values)
	}
}

// onlyForUnused reports for each instance whether it is to be removed. Removed are the dropped instances, the instances
// that describe dropped materials, and all instances to which only removed instances refer.
func (x *exporter) onlyForUnused() []bool {
	all := x.file.Instances
	only, roots := make([]bool, len(all)), map[step.Ref]bool{}
	for _, ref := range x.unused {
		roots[ref] = true
	}
	for _, ref := range slices.Concat(x.replaced, x.idle) {
		roots[ref] = true
	}
	var reach func(ref int, is bool)
	reach = func(ref int, is bool) {
		if only[ref-1] == is {
			return
		}
		only[ref-1] = is
		all[ref-1].EachRef(func(to int) { reach(to, is) })
	}
	for i := range all {
		if depends := dependants[all[i].Name]; depends || roots[step.Ref(i+1)] {
			of := roots[step.Ref(i+1)]
			all[i].EachRef(func(to int) { of = of || roots[step.Ref(to)] })
			if of {
				reach(i+1, true)
			}
		}
	}
	seeds := append([]bool(nil), only...)
	for i := range all {
		if !seeds[i] {
			all[i].EachRef(func(to int) { reach(to, false) })
		}
	}
	return only
}
