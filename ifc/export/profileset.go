package export

import (
	bodyshape "github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/step"
)

// profiled is a written profile set with its only profile, from which the bodies are swept. Thus an edit of the section
// of a type edits all elements that use it. In IFC2X3, which has no profile sets, the set is 0.
type profiled struct{ set, profile step.Ref }

// extruded returns the shape of an element that is a profile along an axis, its quantities, and its written profile.
func (x *exporter) extruded(e *state.Element) (shape bodyshape.MemberShape, quantities []state.Quantity,
	section profiled, err error) {
	if shape, err = bodyshape.MemberShapeOf(x.model, e); err != nil {
		return shape, nil, section, err
	}
	if quantities, err = x.quantities(e.ID); err != nil {
		return shape, nil, section, err
	}
	section, err = x.profileSet(shape.Profile, x.mainMaterial(e))
	return shape, quantities, section, err
}

// profileSet writes the profile set of a section in a material, once for each pair.
func (x *exporter) profileSet(p geometry.Profile, material state.ID) (profiled, error) {
	name := sectionName(p)
	key := name + "/" + string(material)
	if known, ok := x.profiles[key]; ok {
		return known, nil
	}
	defer x.within("profile " + key)()
	profile, err := x.section(p)
	if err != nil {
		return profiled{}, err
	}
	var of step.Value = null
	if ref, ok := x.materials[material]; ok {
		of = ref
	}
	if !x.dialect.has("IFCMATERIALPROFILESET") {
		x.profiles[key] = profiled{profile: profile}
		return x.profiles[key], nil
	}
	member := x.add("IFCMATERIALPROFILE", label(name), null, of, profile, null, null)
	set := x.add("IFCMATERIALPROFILESET", label(name), null, x.refs(member), null)
	x.profiles[key] = profiled{set, profile}
	return x.profiles[key], nil
}

// useProfile associates a column or beam with its profile set, with the cardinal point that lies on the axis. In a
// schema without profile sets it associates only the material, because the body has the section.
func (x *exporter) useProfile(e *state.Element, ref step.Ref, section profiled, cardinal int) {
	if section.set != 0 {
		usage := x.add("IFCMATERIALPROFILESETUSAGE", section.set, step.Int(cardinal), null)
		x.associate(string(e.ID), "profile", ref, usage)
		return
	}
	x.lose("IfcMaterialProfileSetUsage")
	if material, ok := x.materials[x.mainMaterial(e)]; ok {
		x.associate(string(e.ID), "profile", ref, material)
	}
}
