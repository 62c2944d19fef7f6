package importer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/services"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc/building"
)

// layering holds the layers that elements have of their own and not from their types. In many files an element has the
// layers, with the side on which they begin, while it has no type or a type without layers.
type layering struct {
	settled  map[state.ID]bool      // types that an element already uses; no other element may set their layers
	variants map[string]*state.Type // types created for layers, by category, base type, name and layers
}

// layersOf returns the layers of a use in the model's form. It omits membranes, which have no thickness.
func (r *reader) layersOf(u building.Use, reversed bool) []state.Layer {
	var out []state.Layer
	for _, l := range u.Layers {
		thickness := length(l.Thickness)
		if thickness <= 0 {
			continue
		}
		material := r.materials[l.Material]
		if material == nil {
			material = r.unspecified()
		}
		out = append(out, state.Layer{MaterialID: material.ID, Thickness: thickness, Function: l.Function,
			Record: l.Record})
	}
	if reversed {
		slices.Reverse(out)
	}
	return out
}

// layer gives an element a type with the layers that the element has in the file. If the element's own type has the
// same layers, the element keeps it. If that type has no layers yet, it gets them. Otherwise the element gets a new
// type. A single layer needs no type, because material and thickness describe it.
func (r *reader) layer(e *state.Element, p *building.Product, thickness geometry.Length) {
	if r.Own {
		return
	}
	base, settled := r.typesByID[e.TypeID], false
	if base != nil {
		settled = r.layering.settled[base.ID]
		r.layering.settled[base.ID] = true
	}
	if len(p.Use.Layers) < 2 {
		return
	}
	layers := r.toldLayers(e, p)
	switch fits := (layersThickness(layers) - thickness).Abs() <= layerSlack; {
	case len(layers) < 2 || !fits:
	case base == nil:
		e.TypeID = r.variant(nil, e.Category, layers, p).ID
	case slices.Equal(base.Layers, layers):
	case !settled && (len(base.Layers) == 0 || slices.Equal(base.Layers, backward(layers))):
		base.Layers = layers
		nameLayers(base, p.Use)
	default:
		e.TypeID = r.variant(base, e.Category, layers, p).ID
	}
	if t := r.typesByID[e.TypeID]; t != nil && len(t.Layers) > 0 && (t.Thickness()-thickness).Abs() <= layerSlack {
		e.MaterialID = ""
	}
}

// toldLayers returns the layers that a product has itself, from the interior face of a wall, or from the top of a
// plate. The file lists the layers along an axis of the product's frame (IfcMaterialLayerSetUsage.DirectionSense).
// Walls of the model have their interior to the left.
func (r *reader) toldLayers(e *state.Element, p *building.Product) []state.Layer {
	u := p.Use.Usage
	if u == nil {
		return r.layersOf(p.Use, false)
	}
	frame, along := r.world(p), r3.Vector{}
	ahead := frame.Z.Z >= 0
	if w, isWall := e.Params.(*fabric.Wall); isWall {
		along = w.End.Sub(w.Start).At(0).Vector()
		ahead = float64(along.X*frame.Y.Y)-float64(along.Y*frame.Y.X) >= 0
	}
	return r.layersOf(p.Use, u.Positive == ahead)
}

// variant returns the type of a category with the given layers, derived from a base type unless base is nil.
func (r *reader) variant(base *state.Type, category state.Category, layers []state.Layer,
	p *building.Product) *state.Type {
	name := orElse(orElse(strings.TrimSpace(p.Use.Named), strings.TrimSpace(p.ObjectType)), "Layers")
	made := &state.Type{Category: category}
	if base != nil {
		*made, name = *base, base.Name
		if slices.Equal(base.Layers, backward(layers)) {
			name += " (reversed)"
		}
	}
	key := fmt.Sprint(made.ID, category, name, layers)
	if known := r.layering.variants[key]; known != nil {
		return known
	}
	made.Name, made.Layers, made.MaterialID = name, layers, ""
	made.Name = r.typeNames.free(made.Category, made.Name)
	nameLayers(made, p.Use)
	made.ID = state.DeriveID(fmt.Sprintf("import type %s %s", category, made.Name), 0)
	r.layering.variants[key], r.typesByID[made.ID] = made, made
	r.Types = append(r.Types, made)
	return made
}

// nameLayers keeps the name and the description of a layer set. It does not keep a name that is the name of the type.
func nameLayers(t *state.Type, u building.Use) {
	if name := clipped(u.Named); name != "" && name != t.Name {
		t.Psets = shape.WithTypeAttribute(t.Psets, shape.AttributeLayerSet, name)
	}
	if told := strings.TrimSpace(u.Text); told != "" {
		t.Psets = shape.WithTypeAttribute(t.Psets, shape.AttributeLayersText, told)
	}
}

func backward(layers []state.Layer) []state.Layer {
	out := slices.Clone(layers)
	slices.Reverse(out)
	return out
}

func layersThickness(layers []state.Layer) geometry.Length {
	t := state.Type{Layers: layers}
	return t.Thickness()
}

// hasProfile reports whether an element has a section by its parameters or its type.
func hasProfile(e *state.Element, t *state.Type) bool {
	if t != nil && t.Profile != nil {
		return true
	}
	switch e.Params.(type) {
	case *member.Column, *member.Beam, *services.Segment:
		return state.FixedOf(e) == nil
	}
	return false
}

// onlyMain returns a note that the model keeps only one material of a product; "" if it keeps all.
func (r *reader) onlyMain(p *building.Product, e *state.Element) string {
	told := e.Origin != nil && e.Origin.Material != ""
	if t := r.typesByID[e.TypeID]; r.Own || told || t != nil && len(t.Layers) > 0 {
		return ""
	}
	materials := map[*building.Material]bool{}
	for _, l := range p.Use.Layers {
		materials[l.Material] = true
	}
	switch {
	case len(materials) > 1:
		return "of its layers only the material of the thickest is kept"
	case len(p.Use.Layers) > 0:
		return "of its layers only the material is kept"
	case len(p.Use.List) > 1:
		return "of its materials only the first is kept"
	case len(p.Use.List) > 0:
		return "of its materials, which are named by the part that they make up, only the material is kept"
	case p.Use.Profile != nil && !hasProfile(e, r.typesByID[e.TypeID]):
		return "of the profile that it is made of only the material is kept"
	case p.Use.Profile != nil && p.Use.Profile.Profile.Name != "":
		return "of the profile that it is made of the name is not kept: the section has the name of its dimensions"
	}
	return ""
}
