package runs

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/eventtable"
)

// Event is something that happened to a run.
type Event interface{ evolve(r *Run, at string) }

// CheckResult is the result of a gate.
type CheckResult struct {
	Gate      string `json:"gate"`
	Tool      string `json:"tool"`
	CheckID   string `json:"validation_run_id"`
	OK        bool   `json:"ok"`
	Findings  int    `json:"findings" jsonschema:"all"`
	Counting  int    `json:"counting" jsonschema:"of these, grave enough and not approved"`
	Undecided bool   `json:"undecided,omitempty" jsonschema:"something could not be checked"`
	Why       string `json:"why,omitempty" jsonschema:"why it fails"`
	Fixable   int    `json:"fixable" jsonschema:"findings that count and have a fix"`
	Revision  uint64 `json:"revision" jsonschema:"of the branch that was checked"`
}

// FixDone is an attempted fix.
type FixDone struct {
	Fix     string `json:"fix" jsonschema:"of the table of fixes"`
	Gate    string `json:"gate"`
	Finding string `json:"finding" jsonschema:"key"`
	Tool    string `json:"tool"`
	OK      bool   `json:"ok"`
	Why     string `json:"why,omitempty" jsonschema:"why it was refused"`
}

// The events. To is the state of the run after the event.
type (
	// RunCreated begins a run.
	RunCreated struct {
		RunID        string          `json:"run_id"`
		Owner        string          `json:"owner"`
		Principal    string          `json:"principal"`
		ModelID      string          `json:"model_id"`
		Config       json.RawMessage `json:"configuration"`
		ConfigSHA256 string          `json:"configuration_sha256"`
		BaseRevision uint64          `json:"base_revision"`
		// files that gates name; null in runs of version 1, which did not store them
		Files []GateFile `json:"files"`
	}
	// ItemStarted records that a process works on an item.
	ItemStarted struct {
		RunID string `json:"run_id"`
		Item  string `json:"item"`
		Tool  string `json:"tool"`
	}
	// ItemFinished records that an item is done. Its changes of the model are in the same append.
	ItemFinished struct {
		RunID      string          `json:"run_id"`
		Item       string          `json:"item"`
		Tool       string          `json:"tool"`
		EventID    string          `json:"event_id,omitempty"` // the first event of the change; "" for none
		Affected   int             `json:"affected,omitempty"`
		DurationMS int64           `json:"duration_ms"`
		Result     json.RawMessage `json:"result,omitempty"` // of a named step, for references
		Check      *CheckResult    `json:"check,omitempty"`
		Fix        *FixDone        `json:"fix,omitempty"`
		To         State           `json:"to"`
	}
	// ItemFailed records that an item was refused.
	ItemFailed struct {
		RunID      string   `json:"run_id"`
		Item       string   `json:"item"`
		Tool       string   `json:"tool"`
		Error      string   `json:"error"` // name of the error table
		Message    string   `json:"message"`
		DurationMS int64    `json:"duration_ms"`
		ApprovalID string   `json:"approval_id,omitempty"` // requested by the call
		Principal  string   `json:"principal,omitempty"`   // the requester
		BoundOf    string   `json:"bound_of,omitempty"`    // "run": the bounds of the configuration stopped it
		Fix        *FixDone `json:"fix,omitempty"`
		To         State    `json:"to"`
	}
	// StepAmended records that a step of a paused run was replaced. Was is the old step.
	StepAmended struct {
		RunID string `json:"run_id"`
		Index int    `json:"index"`
		Step  Step   `json:"step"`
		Was   Step   `json:"was"`
	}
	// StateSet records that the run changed its state, and why.
	StateSet struct {
		RunID string `json:"run_id"`
		To    State  `json:"to"`
		By    Means  `json:"by"`
		Why   string `json:"why,omitempty"`
	}
	// MergeAsked records that the merge was requested and that a person must agree.
	MergeAsked struct {
		RunID      string `json:"run_id"`
		ApprovalID string `json:"approval_id,omitempty"`
		Principal  string `json:"principal"` // the requester
		Message    string `json:"message"`
		Revision   uint64 `json:"revision"` // of the branch
	}
	// RunMerged records that the branch of the run was merged. The merge is in the same append.
	RunMerged struct {
		RunID   string `json:"run_id"`
		EventID string `json:"event_id"`
	}
)

// eventTable is the table of events: the stored name, the version of the data's shape, and a function that makes an
// empty event.
var eventTable = eventtable.Table[Event]{
	{Name: "run.created", Schema: 2, Empty: func() Event { return new(RunCreated) }},
	{Name: "run.created", Schema: 1, Empty: func() Event { return new(RunCreated) }}, // without the files
	{Name: "run.item_started", Schema: 1, Empty: func() Event { return new(ItemStarted) }},
	{Name: "run.item_finished", Schema: 1, Empty: func() Event { return new(ItemFinished) }},
	{Name: "run.item_failed", Schema: 1, Empty: func() Event { return new(ItemFailed) }},
	{Name: "run.step_amended", Schema: 1, Empty: func() Event { return new(StepAmended) }},
	{Name: "run.state_set", Schema: 1, Empty: func() Event { return new(StateSet) }},
	{Name: "run.merge_asked", Schema: 1, Empty: func() Event { return new(MergeAsked) }},
	{Name: "run.merged", Schema: 1, Empty: func() Event { return new(RunMerged) }},
}

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON.
func Encode(e Event) (name string, schema int, data []byte) { return eventTable.Encode(e) }

// Decode reads a stored event. It returns STORE_CORRUPT for an event that this build does not know.
func Decode(name string, schema int, data []byte) (Event, error) {
	return eventTable.Decode(name, schema, data)
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
