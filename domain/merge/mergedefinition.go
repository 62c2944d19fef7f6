package merge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
)

// mergeDefinitions adds the bodies, types and materials that theirs defined. Two definitions with one name are a
// conflict: the merged state uses ours or theirs for all elements, or theirs gets another name.
func (g *merger) mergeDefinitions() error {
	g.mergeBodies()
	for _, id := range g.source {
		if theirs, ok := g.theirs.Material(id); ok {
			if err := g.mergeMaterial(*theirs); err != nil {
				return err
			}
		}
	}
	for _, id := range g.source {
		if theirs, ok := g.theirs.Type(id); ok {
			if err := g.mergeType(*theirs); err != nil {
				return err
			}
		}
	}
	return nil
}

// mergeBodies adds the bodies that ours lacks. A body's id derives from its content, so bodies never conflict.
func (g *merger) mergeBodies() {
	for _, id := range g.source {
		if theirs, ok := g.theirs.FixedBody(id); ok {
			if _, ours := g.ours.FixedBody(id); !ours {
				g.definitions = append(g.definitions, &state.BodyDefined{FixedBody: *theirs})
			}
		}
	}
}

// definition is a type or a material in a merge.
type definition struct {
	id             state.ID
	kind, name     string
	base, our, own json.RawMessage // null where there is none
	namesake       state.ID        // the definition of ours with the same name, "" for none
	theNamesake    json.RawMessage
	define         func(id state.ID, name string) state.Event
	taken          func(name string) bool
}

func (g *merger) mergeMaterial(theirs state.Material) error {
	d := definition{id: theirs.ID, kind: "material", name: theirs.Name, own: state.MustJSON(theirs)}
	d.base, d.our = orNull(g.base.Material(theirs.ID)), orNull(g.ours.Material(theirs.ID))
	names := map[string]bool{}
	for _, m := range g.ours.Materials() {
		names[m.Name] = true
		if m.Name == theirs.Name && m.ID != theirs.ID {
			d.namesake, d.theNamesake = m.ID, state.MustJSON(m)
		}
	}
	d.taken = func(name string) bool { return names[name] }
	d.define = func(id state.ID, name string) state.Event {
		m := theirs
		m.ID, m.Name = id, name
		return &state.MaterialDefined{Material: m}
	}
	return g.mergeDefinition(d)
}

func (g *merger) mergeType(theirs state.Type) error {
	theirs.Layers = append([]state.Layer(nil), theirs.Layers...)
	for i := range theirs.Layers {
		theirs.Layers[i].MaterialID = g.takenOr(theirs.Layers[i].MaterialID)
	}
	theirs.MaterialID = g.takenOr(theirs.MaterialID)
	d := definition{id: theirs.ID, kind: string(theirs.Category) + " type", name: theirs.Name,
		own: state.MustJSON(theirs)}
	d.base, d.our = orNull(g.base.Type(theirs.ID)), orNull(g.ours.Type(theirs.ID))
	names := map[string]bool{}
	for _, t := range g.ours.Types() {
		if t.Category != theirs.Category {
			continue
		}
		names[t.Name] = true
		if t.Name == theirs.Name && t.ID != theirs.ID {
			d.namesake, d.theNamesake = t.ID, state.MustJSON(t)
		}
	}
	d.taken = func(name string) bool { return names[name] }
	d.define = func(id state.ID, name string) state.Event {
		t := theirs
		t.ID, t.Name = id, name
		return &state.TypeDefined{Type: t}
	}
	return g.mergeDefinition(d)
}

func (g *merger) takenOr(id state.ID) state.ID {
	if ours := g.takenFor[id]; ours != "" {
		return ours
	}
	return id
}

func orNull[T any](v *T, ok bool) json.RawMessage {
	if !ok {
		return json.RawMessage("null")
	}
	return state.MustJSON(v)
}

func (g *merger) mergeDefinition(d definition) error {
	switch {
	case bytes.Equal(d.base, d.own), bytes.Equal(d.our, d.own):
		return nil
	case string(d.our) != "null" && !bytes.Equal(d.base, d.our):
		return g.disputeDefinition(d)
	case d.namesake == "":
		g.defineAs(d, d.id, d.name, "only "+g.side()+" has it")
		return nil
	}
	return g.decideNamesakes(d)
}

// disputeDefinition reports a definition that both sides redefined.
func (g *merger) disputeDefinition(d definition) error {
	r, err := g.decide(Conflict{
		Class: ConflictValue, ElementID: d.id, Category: d.kind, Name: d.name, Facet: state.FacetExistence,
		Base: d.base, Ours: d.our, Theirs: d.own,
		Choices: []state.Choice{TakeOurs, TakeTheirs}, Message: fmt.Sprintf(
			"%s %q is defined in one way in ours and in another in theirs", d.kind, d.name),
	})
	if err == nil && r.Take == TakeTheirs {
		g.definitions = append(g.definitions, d.define(d.id, d.name))
	}
	return err
}

// decideNamesakes decides between two definitions with one name. If only their ids differ, there is no conflict.
func (g *merger) decideNamesakes(d definition) error {
	if bytes.Equal(state.MustJSON(d.define(d.namesake, d.name)), d.theNamesake) {
		g.takenFor[d.id] = d.namesake
		g.automatic = append(g.automatic, Automatic{d.id, d.kind, d.name, ActionFollowed, state.FacetExistence, nil,
			state.MustJSON(d.namesake), "ours has the same definition under the same name"})
		return nil
	}
	r, err := g.decide(Conflict{
		Class: ConflictKey, ElementID: d.id, Category: d.kind, Name: d.name, Facet: state.FacetName,
		Base: json.RawMessage("null"), Ours: d.theNamesake, Theirs: d.own,
		Involved: []Involved{{d.namesake, d.kind, d.name}}, Choices: []state.Choice{TakeOurs, TakeTheirs, TakeValue},
		Message: fmt.Sprintf("both sides defined a %s named %q: ours or theirs is then used by all, a value is the "+
			"name under which theirs is kept beside ours", d.kind, d.name),
	})
	if err != nil {
		return err
	}
	switch r.Take {
	case TakeValue:
		return g.keepBeside(d, r)
	case TakeTheirs:
		g.definitions = append(g.definitions, d.define(d.namesake, d.name))
	}
	g.takenFor[d.id] = d.namesake
	return nil
}

func (g *merger) keepBeside(d definition, r state.Resolution) error {
	var name string
	if json.Unmarshal(r.Value, &name) != nil || strings.TrimSpace(name) == "" || d.taken(strings.TrimSpace(name)) {
		return state.Errorf(state.OutOfRange, "conflict %s: the value must be a name that no other %s has",
			r.ConflictID,
			d.kind).With("conflict_id", r.ConflictID)
	}
	g.defineAs(d, d.id, strings.TrimSpace(name), "kept beside ours under another name")
	return nil
}

func (g *merger) defineAs(d definition, id state.ID, name, reason string) {
	g.definitions = append(g.definitions, d.define(id, name))
	if string(d.our) != "null" {
		g.automatic = append(g.automatic, Automatic{id, d.kind, name, ActionTaken, state.FacetExistence, d.our, d.own,
			"only " + g.side() + " changed it"})
		return
	}
	g.automatic = append(g.automatic, Automatic{ElementID: id, Category: d.kind, Name: name,
		Action: ActionCreated, Reason: reason})
}
