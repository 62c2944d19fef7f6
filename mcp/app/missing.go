package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/projections"
)

// whereabouts adds a hint to a NOT_FOUND error: the thing may exist in a later or earlier state, on another readable
// branch, as another kind of thing, or under a similar name.
func (b *Backend) whereabouts(ctx context.Context, c *mcp.Call, v *projections.View, err error) error {
	missing, ok := errors.AsType[*state.Error](err)
	if !ok || state.CodeOf(err) != state.NotFound {
		return err
	}
	argument, id := missingID(missing)
	if id == "" || Has(v.Model, id) { // the thing exists, so something else is missing
		return err
	}
	hint, ask := definitionHint(v.Model, id), (*requestedTask)(nil)
	if hint == "" {
		hint, ask = b.linkedHint(ctx, c, v, argument, id)
	}
	if hint == "" {
		hint = b.stateHint(ctx, c, v, argument, id)
	}
	if missing.Data["category"] == state.CategoryLevel {
		argument = "level_id"
	}
	if hint == "" {
		hint = nearHint(v.Model, argument, string(id))
	}
	if hint == "" && argument == "level_id" {
		hint = levelsHint(v.Model)
	}
	if hint == "" {
		return err
	}
	out := *missing
	out.Message = missing.Message + "; " + hint
	if ask != nil {
		out.Data = maps.Clone(out.Data)
		out.With("task", ask)
	}
	return &out
}

// Located adds to an error the place where the missing thing can be found, if the caller may read the whole model.
func (b *Backend) Located(ctx context.Context, c *mcp.Call, v *projections.View, err error) error {
	if err == nil || ReadBounds(c) != nil {
		return err
	}
	return b.whereabouts(ctx, c, v, err)
}

// thingKeys are the keys of error data that hold ids of elements, types and materials.
var thingKeys = []string{"element_id", "level_id", "room_id", "type_id", "material_id", "wall_id", "host_id",
	"system_id", "zone_id"}

// missingID returns the argument and the id that an error reports as missing.
func missingID(e *state.Error) (argument string, id state.ID) {
	for _, argument := range thingKeys {
		switch id := e.Data[argument].(type) {
		case state.ID:
			return argument, id
		case string:
			return argument, state.ID(id)
		}
	}
	return "", ""
}

func definitionHint(m *state.Model, id state.ID) string {
	if t, ok := m.Type(id); ok {
		return fmt.Sprintf("it is the type %q, no element: get_element shows it", t.Name)
	}
	if material, ok := m.Material(id); ok {
		return fmt.Sprintf("it is the material %q, no element: get_element shows it", material.Name)
	}
	return ""
}

// meant returns the id that a reference, which may be a name, resolves to in a model. It returns the reference itself
// if it does not resolve.
func meant(m *state.Model, argument string, reference state.ID) state.ID {
	id, err := IdOf(m, argument, string(reference), Everything)
	if err != nil {
		return reference
	}
	return id
}

// stateHint returns a hint at another state of the model that has the thing.
func (b *Backend) stateHint(ctx context.Context, c *mcp.Call, v *projections.View, argument string,
	id state.ID) string {
	head, err := b.View(ctx, c)
	if err != nil {
		return ""
	}
	reference := id
	id = meant(head.Model, argument, reference)
	if t := head.Timeline(id); len(t) > 0 {
		first, last := t[0], t[len(t)-1]
		if first.Branch == v.Branch && first.Revision > v.Revision {
			return fmt.Sprintf("it was created at revision %d, after the state that was asked for (%d)", first.Revision,
				v.Revision)
		}
		return fmt.Sprintf("it was deleted, its last revision is %d: element_history tells by whom, at %d shows it",
			last.Revision, max(last.Revision, 1)-1)
	}
	if name := b.branchOf(ctx, c, v, argument, reference); name != "" {
		return fmt.Sprintf("it is on branch %q: ask with that branch, or merge it first", name)
	}
	return ""
}

// branchOf returns another readable branch that has an element, or "" if there is none.
func (b *Backend) branchOf(ctx context.Context, c *mcp.Call, v *projections.View, argument string,
	id state.ID) string {
	scope, ok := c.Principal.Scope(mcp.OpRead)
	models, err := b.Models(ctx, c.Principal)
	if !ok || err != nil {
		return ""
	}
	for _, m := range models {
		if m.ID != v.ModelID {
			continue
		}
		for _, branch := range m.Branches {
			if branch.Name == v.Branch || !scope.AllowsBranch(branch.Name) {
				continue
			}
			if other, err := b.Live.View(ctx, m.ID, branch.Name); err == nil &&
				Has(other.Model, meant(other.Model, argument, id)) {
				return branch.Name
			}
		}
	}
	return ""
}

// uuidBytes is the length of an id in canonical form.
const uuidBytes = 36

// LooksLikeID reports whether a reference has the length and the four hyphens of an id, so that it is not a misspelt
// name.
func LooksLikeID(reference string) bool {
	return len(reference) == uuidBytes && strings.Count(reference, "-") == 4
}

func nearHint(m *state.Model, argument, name string) string {
	if LooksLikeID(name) {
		return ""
	}
	if near := schema.Nearest(name, namesFor(m, argument)); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// levelsNamed caps the levels that an error names.
const levelsNamed = 20

// levelsHint lists the levels from the lowest up, since a missing level is most often a level under another name.
func levelsHint(m *state.Model) string {
	levels := shape.Levels(m)
	if len(levels) == 0 {
		return "there is no level yet: call create_level first"
	}
	var names []string
	for _, l := range levels[:min(len(levels), levelsNamed)] {
		names = append(names, fmt.Sprintf("%q", l.Name))
	}
	if more := len(levels) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return "the levels are " + strings.Join(names, ", ")
}
