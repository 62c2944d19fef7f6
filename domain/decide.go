package domain

import (
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
)

// Decide returns the events of a command, or the Error that refuses it. It only reads the given model.
func Decide(m *state.Model, c change.Command) (change.Decision, error) {
	return DecideOn(m, m.Clone(), c)
}

// DecideOn is like Decide, but uses a given clone of the model, which belongs to the decision from then on.
func DecideOn(m, clone *state.Model, c change.Command) (change.Decision, error) {
	if c.Do == nil {
		return change.Decision{}, state.Errorf(state.InvalidInput, "the command has no operation: name one")
	}
	if m.Info().ID == "" {
		if _, ok := c.Do.(change.CreateModel); !ok {
			return change.Decision{}, state.Errorf(state.NotFound, "there is no model yet: call create_model first")
		}
	}
	t := &change.Transaction{Before: m, Model: clone, CommandID: c.ID, Revision: c.Revision,
		Enclosed: c.Enclosed}
	clone.Stop = c.Stop
	defer func() { clone.Stop, t.Model.Stop = nil, nil }()
	if err := c.Do.Decide(t); err != nil {
		return change.Decision{}, err
	}
	if err := t.KeepConstraints(); err != nil {
		return change.Decision{}, err
	}
	if _, imported := c.Do.(change.Import); !imported {
		if err := keepArrays(t); err != nil {
			return change.Decision{}, err
		}
	}
	// In an import, stairs precede the openings that they maintain, and walls stay as given, so nothing is updated.
	if _, imported := c.Do.(change.Import); !imported {
		if err := t.KeepCeilings(); err != nil {
			return change.Decision{}, err
		}
		if err := t.KeepCurtains(); err != nil {
			return change.Decision{}, err
		}
		if err := t.KeepArrays(false); err != nil { // of ceilings and curtain walls that followed
			return change.Decision{}, err
		}
		if err := t.KeepStairs(); err != nil {
			return change.Decision{}, err
		}
		t.WarnStairs()
	}
	if t.Replaced > 0 {
		t.Warn("TEXT_REPLACED", map[string]any{"texts": t.Replaced},
			"%d texts had characters that are not seen or that steer what shows them; a mark such as "+
				"\u27e8U+202E\u27e9 "+
				"stands for each", t.Replaced)
	}
	return change.Decision{Events: t.Events, Data: t.Data, After: t.Model, Warnings: t.Warnings}, nil
}

// keepArrays updates the instances of arrays, and then the elements that follow instances by constraints.
func keepArrays(t *change.Transaction) error {
	before := len(t.Events)
	if err := t.KeepArrays(false); err != nil || len(t.Events) == before {
		return err
	}
	if err := t.KeepConstraints(); err != nil {
		return err
	}
	return t.KeepArrays(false)
}
