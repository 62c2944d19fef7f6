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

// The events of the stream.
const (
	EventFindings  = "validation.findings"  // a part of a run, before it
	EventCompleted = "validation.completed" // a run; the parts before it count from now on
	EventUpdated   = "finding.updated"      // what somebody says of a finding
	EventTaken     = "findings.taken"       // what was said on a branch counts on another one that has its state
	EventReturned  = "findings.returned"    // the merge by which it came was taken back
	eventSchema    = 1
	untilSchema    = 2 // of what somebody says until a time, which builds of before would take for ever
)

// Stream returns the stream of the checks of a model.
func Stream(modelID string) string { return "model." + modelID + ".validation" }

// Finding is one finding as its check writes it: a JSON object with its key in the field "key" and the elements it
// speaks of in "element_ids", and the storey it is on in "level_id".
type Finding struct {
	Key      string
	Elements []state.ID
	Level    state.ID
	Data     json.RawMessage
}

// MarshalJSON writes what the check wrote.
func (f Finding) MarshalJSON() ([]byte, error) { return f.Data, nil }

// UnmarshalJSON reads key and elements and keeps all.
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

// Doubt is what a check could not decide: a rule without its data, a pair of bodies that the kernel refuses.
type Doubt struct {
	Elements []state.ID `json:"element_ids"`
	Reason   string     `json:"reason"`
}

// Element is what an element was when a check spoke of it.
type Element struct {
	ID       state.ID       `json:"element_id"`
	Category state.Category `json:"category"`
	Name     string         `json:"name"`
	LevelID  state.ID       `json:"level_id,omitempty"`
	Model    string         `json:"model,omitempty" jsonschema:"link that it comes by"`

	Discipline string `json:"discipline,omitempty" jsonschema:"of that link"`
}

// Linked is a linked model that a check looked at too, in the state that it looked at.
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
	Elements  []Element `json:"elements"`         // of which the findings speak, by id
	Shapes    []string  `json:"shapes,omitempty"` // of these, in their order: the same while one lies where it did
	Findings  []Finding `json:"findings"`
	Undecided []Doubt   `json:"undecided"`
	Gaps      []Gap     `json:"unjudged,omitempty"`
}

// validationCompleted is a run. Its id is that of the event.
type validationCompleted struct {
	Tool       Tool            `json:"tool"`
	Branch     string          `json:"branch"`
	Revision   uint64          `json:"revision"`
	StateHash  string          `json:"state_hash"`
	Test       string          `json:"test"`               // the same for runs with the same parameters
	Criteria   string          `json:"criteria,omitempty"` // the same for runs that judge alike
	Parameters json.RawMessage `json:"parameters"`
	Summary    json.RawMessage `json:"summary"`
	Findings   int             `json:"findings"`
	Undecided  int             `json:"undecided"`
	Parts      int             `json:"parts"`
	Left       *left           `json:"left,omitempty"`
	Linked     []Linked        `json:"linked,omitempty"`
	// Gone are findings that the test held and did not find, which no check would find any more, by key.
	Gone []string `json:"gone,omitempty"`
	// Changed are the approved findings that are otherwise than when they were found before.
	Changed []string `json:"changed,omitempty"`
}

// findingUpdated is what somebody says of a finding.
type findingUpdated struct {
	Branch string `json:"branch"`
	Key    string `json:"key"`
	From   Status `json:"from"`
	To     Status `json:"to"`
	Reason string `json:"reason"`
	// Until is when it counts no more; nil: it counts as long as the finding is there.
	Until *time.Time `json:"until,omitempty"`
}

// event makes the stored form of an event of a command.
func event(meta projections.Meta, index int, name string, data any) eventstore.Event {
	text, err := json.Marshal(data)
	if err != nil {
		// parameters and summaries are JSON that was made here
		panic(fmt.Sprintf("validation: %s does not encode: %v", name, err))
	}
	return eventstore.Event{ID: projections.EventID(meta.CommandID, index), Type: name, Schema: eventSchema, Data: text,
		Meta: projections.EncodeMeta(meta)}
}

// Word is what somebody says of findings.
type Word struct {
	Status Status
	Reason string
	Until  time.Time // of an approval: when it counts no more; zero for as long as the finding is there
}

// Updates returns the events that give findings of a branch another status. NOT_FOUND for keys that no run found there,
// OUT_OF_RANGE for an approval until a time that is past.
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
