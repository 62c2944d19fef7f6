package runs

import (
	"encoding/json"
	"maps"
	"slices"
)

// Run is the state of a run, folded from its stream.
type Run struct {
	ID           string
	Owner        string
	Principal    string
	ModelID      string
	Config       Config
	ConfigSHA256 string
	BaseRevision uint64
	Files        []GateFile // files of the gates at the start; nil if they were not stored
	State        State
	Why          string // reason for the state, if recorded
	CreatedAt    string
	UpdatedAt    string

	StepsDone int
	Results   map[string]json.RawMessage // of named steps
	Round     int                        // of checks, from 1; 0 before the first
	Checks    []CheckResult              // of the round, in the order of the gates
	Report    []CheckResult              // of the last complete round
	Fixes     []FixDone
	Elements  int   // affected so far
	WorkedMS  int64 // working time so far
	Asked     *MergeAsked
	Done      []ItemDone  // in order
	Failure   *ItemFailed // of the last refused item, until another item is done
	Amended   []StepAmended
	EndedAt   string // when the run ended; "" before
	MergedBy  string // id of branch.merged after the merge; "" if the base already had all changes

	progress
}

// ItemDone is a finished item of a run.
type ItemDone struct {
	Item     string `json:"item"`
	Tool     string `json:"tool"`
	EventID  string `json:"event_id,omitempty" jsonschema:"of the first event of the change"`
	Affected int    `json:"affected,omitempty" jsonschema:"elements"`
}

// progress holds data that only the continuation of the run needs.
type progress struct {
	branched bool
	pausedIn State          // the state to resume
	approval [2]string      // the approval requested by the last refused item, and its requester
	attempts map[string]int // by stem of the item
	started  string         // the last started item that is not over
	moves    int
}

// New returns an empty run.
func New() *Run { return &Run{} }

// Clone returns a copy that can be evolved without changing this run.
func (r *Run) Clone() *Run {
	c := *r
	c.Results, c.attempts = maps.Clone(r.Results), maps.Clone(r.attempts)
	c.Checks, c.Fixes = slices.Clip(r.Checks), slices.Clip(r.Fixes)
	c.Done, c.Amended = slices.Clip(r.Done), slices.Clip(r.Amended)
	return &c
}

// Evolve applies an event with its time (RFC 3339). It never fails.
func (r *Run) Evolve(e Event, at string) {
	e.evolve(r, at)
	if r.UpdatedAt = at; r.State.Over() && r.EndedAt == "" {
		r.EndedAt = at
	}
}

func (e *RunCreated) evolve(r *Run, at string) {
	*r = Run{
		ID: e.RunID, Owner: e.Owner, Principal: e.Principal, ModelID: e.ModelID, ConfigSHA256: e.ConfigSHA256,
		BaseRevision: e.BaseRevision, Files: e.Files, State: Created,
		CreatedAt: at, Results: map[string]json.RawMessage{}, progress: progress{attempts: map[string]int{}},
	}
	_ = json.Unmarshal(e.Config, &r.Config) // it was checked before it was stored
}

func (e *ItemStarted) evolve(r *Run, _ string) { r.started = e.Item }

func (e *ItemFinished) evolve(r *Run, _ string) {
	r.started, r.approval, r.Failure = "", [2]string{}, nil
	r.Done = append(r.Done, ItemDone{e.Item, e.Tool, e.EventID, e.Affected})
	r.Elements += e.Affected
	r.WorkedMS += e.DurationMS
	item := parseItem(e.Item)
	switch item.Kind {
	case ItemBranch:
		r.branched = true
	case ItemStep:
		r.StepsDone++
		if name := r.Config.Steps[item.Index].Name; name != "" {
			r.Results[name] = e.Result
		}
	case ItemCheck:
		r.noteCheck(item, e.Check)
	case ItemFix:
		r.Fixes = append(r.Fixes, *e.Fix)
	}
	r.enter(e.To)
}

// noteCheck adds the result of a gate. The last gate completes the round.
func (r *Run) noteCheck(item Item, c *CheckResult) {
	if item.Index == 0 {
		r.Round, r.Checks = item.Round, nil
	}
	r.Checks = append(r.Checks, *c)
	if len(r.Checks) == len(r.Config.Gates) {
		r.Report = r.Checks
	}
}

func (e *ItemFailed) evolve(r *Run, _ string) {
	r.started, r.Failure = "", e
	r.WorkedMS += e.DurationMS
	r.Why, r.approval = e.Message, [2]string{e.ApprovalID, e.Principal}
	r.attempts[parseItem(e.Item).stem()]++
	if e.Fix != nil {
		r.Fixes = append(r.Fixes, *e.Fix)
	}
	r.enter(e.To)
}

func (e *StepAmended) evolve(r *Run, _ string) {
	r.Config.Steps = slices.Clone(r.Config.Steps)
	r.Config.Steps[e.Index] = e.Step
	r.Amended = append(r.Amended, *e)
	r.Failure, r.approval = nil, [2]string{}
}

func (e *StateSet) evolve(r *Run, _ string) {
	r.moves++
	r.enter(e.To)
	r.Why = e.Why
	if e.To == Validating {
		r.Checks = nil
	}
}

func (e *MergeAsked) evolve(r *Run, _ string) { r.Asked = e }

func (e *RunMerged) evolve(r *Run, _ string) {
	r.MergedBy = e.EventID
	r.enter(Merged)
}

// enter changes the state of the run. Entering validating begins a round of checks.
func (r *Run) enter(to State) {
	if to == Paused && r.State != Paused {
		r.pausedIn = r.State
	}
	if to == Validating && r.State != Validating {
		r.Checks = nil
	}
	if to != r.State && to != Paused && to != Failed {
		r.Why = ""
	}
	r.State = to
}
