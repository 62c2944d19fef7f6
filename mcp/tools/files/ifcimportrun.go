package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
)

// ImportRequest is a request to import an IFC file as a new model, or into an empty one.
type ImportRequest struct {
	Data     []byte
	FileName string // without folders
	ModelID  string // "" for a new model
	Branch   string // of an existing model
	Name     string // of a new model; "" for the project's
	Owner    string // of a new model
	// ID identifies the import for ever: the ids of all its appends derive from it, and an import with the same id
	// resumes where the first one stopped.
	ID string
	// Meta is the metadata of all its events; the command's id and the base are filled in.
	Meta projections.Meta
	// Progress is called with the stage and the done and total number of its parts.
	Progress func(stage string, done, total int)
	// Standing accepts an import that is already complete, and Run then does nothing. Without Standing such an import
	// is refused with ALREADY_EXISTS.
	Standing bool
}

// Import is a decided import: its appends are known, but nothing is written yet.
type Import struct {
	Plan    *importer.Plan
	ModelID string
	Branch  string
	SHA256  string
	Resumed bool // a part of it was already appended

	request ImportRequest
	store   eventstore.Store
	live    *projections.Live
	done    map[string]bool // commands whose events are stored
	base    uint64          // the first revision of the import
	Begun   int             // number of appends when it was begun, 0 if it was not

	complete bool // all of it is stored
}

// PrepareImport reads the file and decides the import. The error is INVALID_INPUT with the place in a damaged file, and
// ILLEGAL_STATE for a model that is not empty. It is IDEMPOTENCY_MISMATCH for an id that was used for another file.
func PrepareImport(ctx context.Context, store eventstore.Store, live *projections.Live,
	q ImportRequest) (*Import, error) {
	sum := sha256.Sum256(q.Data)
	m := &Import{request: q, store: store, live: live, SHA256: hex.EncodeToString(sum[:]), ModelID: q.ModelID,
		Branch: projections.MainBranch, done: map[string]bool{}}
	if q.ModelID == "" {
		m.ModelID = string(state.DeriveID(q.ID, 0))
	} else if q.Branch != "" {
		m.Branch = q.Branch
	}
	src, err := building.ParseContext(ctx, q.Data)
	if err != nil {
		return nil, err
	}
	to, err := m.target(ctx)
	if err != nil {
		return nil, err
	}
	m.Plan, err = importer.Make(ctx, src, to, func(done, total int) { m.tell(stageDeciding, done, total) })
	if err != nil {
		return nil, err
	}
	if err := m.CheckBegun(); err != nil {
		return nil, err
	}
	if q.Name != "" {
		m.Plan.Create.Name = q.Name
	}
	m.Plan.Create.ID, m.Plan.Create.Owner = m.ModelID, q.Owner
	return m, nil
}

// CheckBegun refuses to resume an import that another version of the program began and that reads the file differently:
// the stored part would not match the rest.
func (m *Import) CheckBegun() error {
	if now := len(m.Plan.Steps) + 2; m.Begun != 0 && m.Begun != now {
		return state.Errorf(state.IllegalState,
			"this import was begun by another version of the program, in %d appends where this one makes %d: import "+
				"the file into a new model, under a new id", m.Begun, now).
			With("state", "importing").With("appends", m.Begun).With("allowed", []string{"new model"})
	}
	return nil
}

// The stages of an import's progress.
const (
	stageDeciding  = "deciding"
	stageAppending = "appending"
)

func (m *Import) tell(stage string, done, total int) {
	if m.request.Progress != nil {
		m.request.Progress(stage, done, total)
	}
}

func (m *Import) stream() string { return projections.StreamName(m.ModelID, m.Branch) }

// target returns the target of the import, and finds out which part of the import is already stored.
func (m *Import) target(ctx context.Context) (importer.Target, error) {
	started, err := m.scan(ctx)
	if errors.Is(err, eventstore.ErrStreamNotFound) && m.request.ModelID == "" {
		return importer.Target{}, nil
	}
	if err != nil {
		return importer.Target{}, err
	}
	if m.request.ModelID == "" {
		return importer.Target{}, nil
	}
	v, err := m.live.View(ctx, m.ModelID, m.Branch)
	if err != nil {
		return importer.Target{}, err
	}
	if !started {
		if err := checkEmpty(v.Model); err != nil {
			return importer.Target{}, err
		}
		m.base = v.Revision + 1
	}
	return importer.Target{Info: v.Model.Info()}, nil
}

// checkEmpty refuses a model that holds more than its site and building.
func checkEmpty(m *state.Model) error {
	if m.Len() <= 2 && len(m.Types()) == 0 && len(m.Materials()) == 0 {
		return nil
	}
	return state.Errorf(state.IllegalState,
		"the model holds %d elements already: import into a new model (leave model_id out), or into one that holds "+
			"only its site and building", m.Len()).
		With("state", "not empty").With("allowed", []string{"new model", "empty model"}).With("elements", m.Len())
}

// scan searches the stream for this import: whether it was started, and which of its appends are stored.
func (m *Import) scan(ctx context.Context) (started bool, err error) {
	for r, err := range m.store.Read(ctx, m.stream(), 0) {
		if err != nil {
			return false, err
		}
		if !started && r.Type != "import.started" {
			continue
		}
		event, meta, err := projections.DecodeRecorded(r)
		if err != nil {
			return false, err
		}
		switch e := event.(type) {
		case *state.ImportStarted:
			if err := m.checkStarted(e); err != nil {
				return false, err
			}
			started, m.Resumed, m.base, m.Begun = true, true, r.Revision, e.Appends
		case *state.ImportCompleted:
			if m.request.Standing && e.ImportID == m.request.ID {
				m.complete = true
				return true, nil
			}
			return false, state.Errorf(state.AlreadyExists,
				"this import is complete: the model %s has what the file holds; import under another id to "+
					"have it twice", m.ModelID).
				With("model_id", m.ModelID).With("import_id", e.ImportID)
		}
		m.done[meta.CommandID] = true
	}
	return started, nil
}

func (m *Import) checkStarted(e *state.ImportStarted) error {
	switch {
	case e.ImportID != m.request.ID:
		return state.Errorf(state.IllegalState,
			"another import of %s into this model was begun and not completed: repeat that one, or import into a "+
				"new model", e.FileName).
			With("state", "importing").With("import_id", e.ImportID).With("allowed", []string{"new model"})
	case e.SHA256 != m.SHA256:
		return state.Errorf(state.IdempotencyMismatch,
			"the import with this id was begun with another file (%s): give that file, or take a new id", e.FileName).
			With("import_id", e.ImportID).With("sha256", e.SHA256)
	}
	return nil
}

// command returns the command id of an append of the import: append 0 opens the import, the steps follow, and the last
// append closes it.
func (m *Import) command(append int) string {
	return string(state.DeriveID(m.request.ID, -1-append))
}

// FirstEventID returns the id of the import's first event.
func (m *Import) FirstEventID() string { return projections.EventID(m.command(0), 0) }

// Run stores the missing appends, and the records of the caller together with the last append. It stops between two
// appends if the context has ended. A stopped import holds whole steps only, and the same request resumes it.
func (m *Import) Run(ctx context.Context, records []eventstore.Append) error {
	if m.complete {
		return nil
	}
	total := len(m.Plan.Steps) + 2
	for i := range total {
		if m.done[m.command(i)] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("the import stopped after %d of %d appends, all of them whole; the same request goes "+
				"on from there: %w", i, total, err)
		}
		last := []eventstore.Append(nil)
		if i == total-1 {
			last = records
		}
		if err := m.append(context.WithoutCancel(ctx), i, last); err != nil {
			return err
		}
		m.done[m.command(i)] = true
		m.tell(stageAppending, i+1, total)
	}
	return nil
}

// maxImportConflicts bounds how often one append is decided again because other writers change the branch meanwhile.
const maxImportConflicts = 16

// append decides one append on the current state and stores it.
func (m *Import) append(ctx context.Context, i int, records []eventstore.Append) error {
	for attempt := 0; ; attempt++ {
		err := m.attempt(ctx, i, records)
		wrong, conflict := errors.AsType[*eventstore.WrongExpectedError](err)
		if !conflict || wrong.Stream != m.stream() || attempt >= maxImportConflicts {
			return err
		}
	}
}

func (m *Import) attempt(ctx context.Context, i int, records []eventstore.Append) error {
	if i == 0 && m.request.ModelID == "" {
		return m.create(ctx)
	}
	v, err := m.live.View(ctx, m.ModelID, m.Branch)
	if err != nil {
		return err
	}
	events, err := m.events(v, i)
	if err != nil || len(events) == 0 {
		return err
	}
	meta := m.request.Meta
	meta.CommandID, meta.CorrelationID, meta.CausationID, meta.BaseRevision = m.command(i),
		m.request.ID, m.request.ID, &v.Revision
	encoded := projections.EncodeEvents(events, meta)
	stored := app.StoredAs(v.Preview(events), events, encoded)
	if _, err := m.store.Append(ctx, append([]eventstore.Append{app.EventsAfter(v, encoded)},
		records...)...); err != nil {
		return err
	}
	if stored != nil {
		m.live.Advance(stored)
	}
	return nil
}

// events returns the events of one append, decided on a state.
func (m *Import) events(v *projections.View, i int) ([]state.Event, error) {
	switch {
	case i == 0:
		return []state.Event{m.started()}, nil
	case i == len(m.Plan.Steps)+1:
		return []state.Event{m.completed()}, nil
	}
	decision, err := m.decide(v, i)
	if err != nil {
		return nil, fmt.Errorf("append %d of the import does not fit what others changed meanwhile: %w", i, err)
	}
	return decision.Events, nil
}

// decide decides the step of one append on a state.
func (m *Import) decide(v *projections.View, i int) (change.Decision, error) {
	return v.Decide(change.Command{ID: m.command(i), Do: m.Plan.Steps[i-1]})
}

func (m *Import) started() *state.ImportStarted {
	return &state.ImportStarted{ImportID: m.request.ID, FileName: filepath.Base(m.request.FileName), SHA256: m.SHA256,
		Schema: m.Plan.Schema, Appends: len(m.Plan.Steps) + 2}
}

func (m *Import) completed() *state.ImportCompleted {
	return &state.ImportCompleted{ImportID: m.request.ID, SHA256: m.SHA256, Elements: m.Plan.Elements,
		NotTaken: m.Plan.Report.Counts()}
}

// created decides the creation of the new model.
func (m *Import) created() (change.Decision, error) {
	return domain.Decide(state.NewModel(), change.Command{ID: m.command(0), Do: m.Plan.Create})
}

// create stores the creation of the new model and the start of the import in one append.
func (m *Import) create(ctx context.Context) error {
	decision, err := m.created()
	if err != nil {
		return err
	}
	meta := m.request.Meta
	meta.CommandID, meta.CorrelationID, meta.CausationID = m.command(0), m.request.ID, m.request.ID
	encoded := projections.EncodeEvents(append(decision.Events, m.started()), meta)
	_, err = m.store.Append(ctx, eventstore.Append{Stream: m.stream(), Expected: eventstore.NoStream, Events: encoded})
	return err
}
