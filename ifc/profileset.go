package ifc

import (
	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// profiled is a written profile set with its only profile, which the bodies are swept from: whoever edits the section
// of a type edits it in all that use it.
type profiled struct{ set, profile step.Ref }

// profileSet writes the profile set of a section in a material, once for both.
func (x *exporter) profileSet(p geometry.Profile, material domain.ID) (profiled, error) {
	name := sectionName(p)
	key := name + "/" + string(material)
	if known, ok := x.profiles[key]; ok {
		return known, nil
	}
	profile, err := x.section(p)
	if err != nil {
		return profiled{}, err
	}
	var of step.Value = null
	if ref, ok := x.materials[material]; ok {
		of = ref
	}
	member := x.add("IFCMATERIALPROFILE", label(name), null, of, profile, null, null)
	set := x.add("IFCMATERIALPROFILESET", label(name), null, refs(member), null)
	x.profiles[key] = profiled{set, profile}
	return x.profiles[key], nil
}
