package change

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// ModifyType edits a type. All its elements follow, with their openings, joins, rooms and constraints. Fields that are
// not given stay unchanged. If the type now determines the thickness, profile or size, elements lose their own values.
type ModifyType struct {
	TypeID     state.ID              `json:"type_id"`
	Name       string                `json:"name,omitempty"`
	Layers     []shape.LayerInput    `json:"layers,omitempty" jsonschema:"all of them, interior to exterior, or top down"`
	Thickness  geometry.Length       `json:"thickness,omitempty" jsonschema:"of a type of one layer"`
	Profile    *geometry.Profile     `json:"profile,omitempty"`
	Width      geometry.Length       `json:"width,omitempty" jsonschema:"of a component's box"`
	Depth      geometry.Length       `json:"depth,omitempty"`
	Height     geometry.Length       `json:"height,omitempty"`
	Parts      []state.ComponentPart `json:"parts,omitempty" jsonschema:"of a component, all of them"`
	Material   string                `json:"material,omitempty" jsonschema:"id or name"`
	Properties shape.PropertySets    `json:"properties,omitempty"`
}

func (c ModifyType) Decide(t *Transaction) error {
	before, ok := t.Model.Type(c.TypeID)
	if !ok {
		return state.Errorf(state.NotFound, "no type %q: model_overview lists types", c.TypeID).With("type_id",
			c.TypeID)
	}
	after, err := c.applied(t, before)
	if err != nil {
		return err
	}
	if string(state.MustJSON(after)) == string(state.MustJSON(before)) {
		return nil
	}
	carriers := carriersOf(t.Model, slices.Sorted(slices.Values(t.Model.OfType(c.TypeID)))...)
	t.Emit(&state.TypeDefined{Type: *after})
	if err := t.followType(after); err != nil {
		return err
	}
	return t.carry(carriers)
}

// applied returns the changed type.
func (c ModifyType) applied(t *Transaction, before *state.Type) (*state.Type, error) {
	if err := c.check(before); err != nil {
		return nil, err
	}
	after := *before
	if name := strings.TrimSpace(c.Name); name != "" && name != before.Name {
		if err := (DefineType{Category: before.Category, Name: name}).checkNamed(t.Model); err != nil {
			return nil, err
		}
		after.Name = name
	}
	if err := c.applyLayers(t.Model, &after); err != nil {
		return nil, err
	}
	if c.Profile != nil {
		if err := shape.CheckProfile(t.Model, *c.Profile); err != nil {
			return nil, err
		}
		after.Profile = c.Profile
	}
	if err := c.applyParts(t.Model, &after); err != nil {
		return nil, err
	}
	if len(c.Layers) > 0 || len(after.Layers) == 0 {
		if err := shape.TakeMaterial(t.Model, &after.MaterialID, c.Material); err != nil {
			return nil, err
		}
	}
	for _, set := range c.Properties.Sorted() {
		for _, p := range set.Properties {
			was, _ := state.Lookup(after.Psets, set.Name, p.Name)
			value := shape.PropertyValueInPlaceOf(p.Value, was)
			after.Psets = state.WithProperty(after.Psets, set.Name, p.Name, &value)
		}
	}
	return &after, nil
}

// check refuses changes to parts that types of the category do not have.
func (c ModifyType) check(t *state.Type) error {
	row, component := state.Rows[t.Category], component.ComponentUses(t.Category) != nil
	switch {
	case (len(c.Layers) > 0 || c.Thickness != 0) && !layered(row):
		return state.Errorf(state.OutOfRange, "a %s type has no layers: only types of %v have", t.Category,
			state.CategoriesThat(layered)).With("parameter", "layers")
	case c.Profile != nil && !profiled(row):
		return state.Errorf(state.OutOfRange, "a %s type has no profile: only types of %v have", t.Category,
			state.CategoriesThat(profiled)).With("parameter", "profile")
	case c.reshapes() && !component:
		return state.Errorf(state.OutOfRange,
			"a %s type has no size of its own: give layers or profile where it has such, or "+
				"change the elements with modify_parameter", t.Category).
			With("parameter", "width")
	case len(c.Layers) == 0 && c.Thickness == 0 && c.Profile == nil && !c.reshapes() && c.Name == "" &&
		c.Material == "" && len(c.Properties) == 0:
		return state.Errorf(state.OutOfRange,
			"nothing to change: give name, layers, profile, size, parts, material or properties")
	}
	return c.Properties.Check()
}

// applyLayers sets the layers of a type, or the thickness and material of its only layer.
func (c ModifyType) applyLayers(m *state.Model, t *state.Type) error {
	given := c.Layers
	if len(given) > 0 && c.Thickness != 0 {
		return shape.ErrThicknessAndLayers()
	}
	if len(given) == 0 && (c.Thickness != 0 || c.Material != "" && len(t.Layers) > 0) {
		one, err := c.oneLayer(t)
		if err != nil {
			return err
		}
		given = []shape.LayerInput{one}
	}
	if len(given) == 0 {
		return nil
	}
	layers, err := shape.LayersOf(m, given)
	t.Layers = layers
	return err
}

// oneLayer returns the new layer of a type with at most one layer.
func (c ModifyType) oneLayer(t *state.Type) (shape.LayerInput, error) {
	one := shape.LayerInput{Material: shape.OrElse(c.Material, string(t.MaterialID)), Thickness: c.Thickness}
	switch {
	case len(t.Layers) > 1:
		return one, state.Errorf(state.InvalidInput, "the type has %d layers, %s mm together: give layers, all of them",
			len(t.Layers), t.Thickness()).With("parameter", "layers").With("layers", t.Layers)
	case len(t.Layers) == 1:
		l := t.Layers[0]
		one.Material, one.Function = shape.OrElse(c.Material, string(l.MaterialID)), l.Function
		one.Thickness = cmp.Or(c.Thickness, l.Thickness)
	case one.Material == "":
		return one, state.Errorf(state.InvalidInput,
			"the type has no layer and no material: name its material beside thickness").
			With("parameter", "material")
	}
	return one, nil
}

// reshapes reports whether the command changes the body of a component type.
func (c ModifyType) reshapes() bool {
	return c.Width != 0 || c.Depth != 0 || c.Height != 0 || len(c.Parts) > 0
}

// applyParts sets the body of a component type. A box keeps the sizes that are not given.
func (c ModifyType) applyParts(m *state.Model, t *state.Type) error {
	if !c.reshapes() {
		return nil
	}
	d := DefineComponentType{Width: c.Width, Depth: c.Depth, Height: c.Height, Parts: c.Parts}
	if width, depth, height, ok := boxOfParts(t.Parts); ok && len(c.Parts) == 0 {
		d.Width, d.Depth, d.Height = cmp.Or(c.Width, width), cmp.Or(c.Depth, depth), cmp.Or(c.Height, height)
	}
	parts, err := d.body()
	if err == nil {
		err = component.CheckParts(m, parts)
	}
	t.Parts = slices.Clone(parts)
	return err
}

// boxOfParts returns the size of a body that is one box made by BoxParts. ok is false for any other body.
func boxOfParts(parts []state.ComponentPart) (width, depth, height geometry.Length, ok bool) {
	if len(parts) != 1 {
		return 0, 0, 0, false
	}
	p := parts[0]
	box, err := component.BoxParts(p.Profile.Width, p.Profile.Depth, p.Height)
	same := err == nil && string(state.MustJSON(box)) == string(state.MustJSON(parts))
	return p.Profile.Width, p.Profile.Depth, p.Height, same
}

// followType removes parameters that a type now determines from its elements, then checks the elements against the rest
// of the model. Elements from files of other programs keep their own bodies.
func (t *Transaction) followType(changed *state.Type) error {
	ids := slices.Sorted(slices.Values(t.Model.OfType(changed.ID)))
	var fixed []state.ID
	err := t.eachOf(ids, func(e *state.Element) error {
		if state.FixedOf(e) != nil {
			fixed = append(fixed, e.ID)
			return nil
		}
		return t.change(e, shape.ParamFacets(e.Category), func(after *state.Element) {
			after.Params = underType(t.Model,
				after)
		})
	})
	if err != nil {
		return err
	}
	if len(fixed) > 0 {
		t.Warn("BODY_STAYS", map[string]any{"element_ids": fixed[:min(len(fixed), warnedElements)],
			"total": len(fixed)},
			"%d elements of the type have bodies of their own, as they were imported: these stay as they are",
			len(fixed))
	}
	return t.eachOf(ids, func(e *state.Element) error {
		if err := CheckElement(t.Model, e); err != nil {
			return err
		}
		return t.checkChanged(e.ID)
	})
}

// warnedElements is the maximum number of elements that one warning names.
const warnedElements = 20

// eachOf calls f with the present state of each element. Its error names the element.
func (t *Transaction) eachOf(ids []state.ID, f func(*state.Element) error) error {
	for _, id := range ids {
		e, ok := t.Model.Element(id)
		if !ok {
			continue
		}
		if err := f(e); err != nil {
			return state.Errorf(state.CodeOf(err), "%s %q is of the type: %w", e.Category, e.Name,
				err).With("element_id", id)
		}
	}
	return nil
}

// TypeEdited names the parts of a type that differ from its state before, in a fixed order.
func TypeEdited(t *state.Type, before *state.Type) []string {
	var out []string
	for _, part := range []struct {
		name          string
		before, after any
	}{
		{"name", before.Name, t.Name}, {"layers", before.Layers, t.Layers}, {"profile", before.Profile, t.Profile},
		{"parts", before.Parts, t.Parts},
		{"use", before.Use, t.Use}, {"material", before.MaterialID, t.MaterialID},
		{"properties", before.Psets, t.Psets},
	} {
		a, _ := json.Marshal(part.before)
		b, _ := json.Marshal(part.after)
		if string(a) != string(b) {
			out = append(out, part.name)
		}
	}
	return out
}
