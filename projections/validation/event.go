package validation

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// These are the events of the stream.
const (
	EventFindings  = "validation.findings"  // a part of a run, stored before the run
	EventCompleted = "validation.completed" // a run; the parts stored before it count from now on
	EventUpdated   = "finding.updated"      // somebody gives a finding a status
	EventTaken     = "findings.taken"       // statuses of a branch count on another branch that has its state
	EventReturned  = "findings.returned"    // the merge that brought statuses was reverted
	eventSchema    = 1
	untilSchema    = 2 // schema of statuses with an end, which older builds would take as permanent
)

// Stream returns the stream of the checks of a model.
func Stream(modelID string) string { return "model." + modelID + ".validation" }

// Finding is one finding as its check writes it: a JSON object with its key in the field "key", its elements in
// "element_ids", and its storey in "level_id".
type Finding struct {
	Key      string
	Elements []state.ID
	Level    state.ID
	Data     json.RawMessage
}

// MarshalJSON returns the text that the check wrote.
func (f Finding) MarshalJSON() ([]byte, error) { return f.Data, nil }

// UnmarshalJSON reads the key, the elements and the level, and keeps the whole text.
func (f *Finding) UnmarshalJSON(b []byte) error {
	var head struct {
		Key      string     `json:"key"`
		Elements []state.ID `json:"element_ids"`
		Level    state.ID   `json:"level_id"`
	}
	if err := json.Unmarshal(b, &head); err != nil {
		return err
	}
	if head.Key == "" {
		return errors.New("a finding without a key")
	}
	*f = Finding{head.Key, head.Elements, head.Level, slices.Clone(b)}
	return nil
}

// Doubt is a question that a check could not decide: a rule without its data, or a pair of bodies that the kernel
// refuses.
type Doubt struct {
	Elements []state.ID `json:"element_ids"`
	Reason   string     `json:"reason"`
}

// Element describes an element at the time of a check that mentions it.
type Element struct {
	ID       state.ID       `json:"element_id"`
	Category state.Category `json:"category"`
	Name     string         `json:"name"`
	LevelID  state.ID       `json:"level_id,omitempty"`
	Model    string         `json:"model,omitempty" jsonschema:"link that it comes by"`

	Discipline string `json:"discipline,omitempty" jsonschema:"of that link"`
}

// Linked is a linked model that a check examined too, with its state at that time.
type Linked struct {
	LinkID   state.ID `json:"link_id"`
	ModelID  string   `json:"model_id"`
	Branch   string   `json:"branch"`
	Revision uint64   `json:"revision"`
}

// findingsFound is a part of the findings of a run.
type findingsFound struct {
	RunID     string    `json:"validation_run_id"`
	Part      int       `json:"part"`
	Elements  []Element `json:"elements"`         // elements in the findings, by id
	Shapes    []string  `json:"shapes,omitempty"` // shapes of Elements, in order; equal while an element does not move
	Findings  []Finding `json:"findings"`
	Undecided []Doubt   `json:"undecided"`
	Gaps      []Gap     `json:"unjudged,omitempty"`
}

// validationCompleted is a run. Its id is the id of the event.
type validationCompleted struct {
	Tool       Tool            `json:"tool"`
	Branch     string          `json:"branch"`
	Revision   uint64          `json:"revision"`
	StateHash  string          `json:"state_hash"`
	Test       string          `json:"test"`               // equal for runs with the same parameters
	Criteria   string          `json:"criteria,omitempty"` // equal for runs that judge alike
	Parameters json.RawMessage `json:"parameters"`
	Summary    json.RawMessage `json:"summary"`
	Findings   int             `json:"findings"`
	Undecided  int             `json:"undecided"`
	Parts      int             `json:"parts"`
	Left       *left           `json:"left,omitempty"`
	Linked     []Linked        `json:"linked,omitempty"`
	// Gone lists findings of the test, by key, that the run did not find and no other test could find either.
	Gone []string `json:"gone,omitempty"`
	// Changed lists the approved findings that have changed since they were last found.
	Changed []string `json:"changed,omitempty"`
}

// findingUpdated is a status that somebody gives to a finding.
type findingUpdated struct {
	Branch string `json:"branch"`
	Key    string `json:"key"`
	From   Status `json:"from"`
	To     Status `json:"to"`
	Reason string `json:"reason"`
	// Until is the end of the status; if it is nil, the status holds while the finding exists.
	Until *time.Time `json:"until,omitempty"`
}

// event makes the stored form of an event of a command.
func event(meta projections.Meta, index int, name string, data any) eventstore.Event {
	text, err := json.Marshal(data)
	if err != nil {
		// parameters and summaries are JSON made by this program
		panic(fmt.Sprintf("validation: %s does not encode: %v", name, err))
	}
	return eventstore.Event{ID: projections.EventID(meta.CommandID, index), Type: name, Schema: eventSchema, Data: text,
		Meta: projections.EncodeMeta(meta)}
}

// Word is a status that somebody gives to findings, with the reason.
type Word struct {
	Status Status
	Reason string
	Until  time.Time // end of an approval; zero if it holds while the finding exists
}

// Updates returns the events that give findings of a branch another status. The error is NOT_FOUND for keys that no run
// found there, and OUT_OF_RANGE for an approval whose end has passed.
func (r *Record) Updates(branch string, keys []string, word Word, meta projections.Meta) ([]eventstore.Event, error) {
	if err := checkUntil(word.Status, word.Until, meta.OccurredAt); err != nil {
		return nil, err
	}
	out := make([]eventstore.Event, len(keys))
	for i, key := range keys {
		s, ok := r.State(branch, key, meta.OccurredAt)
		if !ok {
			return nil, state.Errorf(state.NotFound,
				"no check of branch %q found %q: keys are in the findings of a validation run",
				branch, key).With("key", key)
		}
		said := findingUpdated{Branch: branch, Key: key, From: s.Status, To: word.Status, Reason: word.Reason}
		if !word.Until.IsZero() {
			until := word.Until.UTC()
			said.Until = &until
		}
		out[i] = event(meta, i, EventUpdated, said)
		if said.Until != nil {
			out[i].Schema = untilSchema
		}
	}
	return out, nil
}
