package governance

import (
	"context"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/sessions"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/tasks"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/ledger"
	"github.com/bimstream/bimstream/projections/sessionlog"
)

// trails holds the tools for sessions of work and the thoughts recorded in them.
type trails struct {
	backend *Backend
	log     *sessionlog.Log
}

type startSession struct {
	Purpose string `json:"purpose" jsonschema:"what the work is for"`
	mcp.MutationArguments
}

type sessionData struct {
	ModelID   string            `json:"model_id"`
	SessionID string            `json:"session_id"`
	Expires   approvals.Instant `json:"expires_at" jsonschema:"takes no records from then on"`
	Events    []app.EventRef    `json:"events"`
}

// sessionEntry is a session in a list.
type sessionEntry struct {
	SessionID string            `json:"session_id"`
	State     sessions.State    `json:"state"`
	By        string            `json:"by"`
	Purpose   string            `json:"purpose"`
	Started   approvals.Instant `json:"started_at"`
	Records   int               `json:"records"`
	Thoughts  int               `json:"thoughts"`
	Changes   int               `json:"changes"`
	Root      string            `json:"root,omitempty" jsonschema:"of the finalised tree"`
}

func sessionTools(b *Backend) []mcp.Tool {
	r := &trails{backend: b, log: sessionlog.New(b.Store)}
	rows := []mcp.Tool{
		{Name: "audit_session_start", Title: "Start session", Category: mcp.CategoryMutation, ReasonIn: "purpose",
			Operation: mcp.OpRead, Additive: true,
			Description: "Begins a session of work on a model: thoughts are recorded in it, and your changes from " +
				"now on. merkle_finalize closes it.",
			Input: startSession{}, Output: sessionData{}, Handle: r.start},
		{Name: "thought_record", Title: "Record thought", Category: mcp.CategoryMutation, ReasonIn: "thought",
			Operation: mcp.OpRead, Additive: true,
			Description: "Records why you are about to act, in a live session of yours. element_history shows it " +
				"with the change that follows.",
			Input: recordThought{}, Output: thoughtData{}, Handle: r.think},
		{Name: "thought_record_list", Title: "Thoughts", Category: mcp.CategoryRead, Idempotent: true,
			Description: "Lists sessions and what was thought in them: an agent's own, a person's all of the model.",
			Input:       listThoughts{}, Output: thoughtList{}, Handle: r.list},
		{Name: "merkle_finalize", Title: "Finalise session", Category: mcp.CategoryMutation,
			Operation: mcp.OpRead, Additive: true,
			Description: "Closes a session under the Merkle root of its records (RFC 6962, SHA-256). It takes no more.",
			Input:       finaliseSession{}, Output: finalisedData{}, Handle: r.finalise},
		{Name: "merkle_root", Title: "Merkle root", Category: mcp.CategoryRead, Idempotent: true,
			Description: "The Merkle root over the records of a session, or over the first of them.",
			Input:       merkleRoot{}, Output: rootData{}, Handle: r.root},
		{Name: "merkle_proof", Title: "Merkle proof", Category: mcp.CategoryRead, Idempotent: true,
			Description: "Proves that a record is in a session (event_id or index), or with from_size that a tree " +
				"goes on from a smaller one. Any RFC 6962 verifier checks it.",
			Input: merkleProof{}, Output: proofData{}, Handle: r.prove},
	}
	for i := range rows {
		rows[i].Server, rows[i].Set = "coordination", mcp.SetFull
	}
	return rows
}

// trail returns the sessions of the model of a call; the caller must have access to the model.
func (r *trails) trail(ctx context.Context, c *mcp.Call) (string, ledger.State[*sessionlog.Trail], error) {
	model, err := r.backend.ModelID(ctx, c)
	if err == nil {
		err = r.backend.CheckAccess(ctx, c, model)
	}
	if err == nil && c.Common.Branch != "" {
		err = tasks.New(r.backend.Backend).CheckBranch(ctx, c, model)
	}
	if err != nil {
		return "", ledger.State[*sessionlog.Trail]{}, err
	}
	state, err := r.log.Read(ctx, sessionlog.Stream(model))
	return model, state, err
}

// session returns a session that the caller may see, with its tree.
func (r *trails) session(ctx context.Context, c *mcp.Call, id string) (string,
	*sessions.Session, sessionlog.Tree, error) {
	model, state, err := r.trail(ctx, c)
	if err != nil {
		return "", nil, sessionlog.Tree{}, err
	}
	owner, err := r.backend.Live.OwnerOf(ctx, model)
	if err != nil {
		return "", nil, sessionlog.Tree{}, err
	}
	s, ok := state.Is.Book.Session(id)
	if !ok || !seesSession(c, s, owner) {
		return "", nil, sessionlog.Tree{}, modelstate.Errorf(modelstate.NotFound,
			"there is no session %q of yours: audit_session_start begins one, thought_record_list names them",
			id).With("session_id", id)
	}
	return model, s, state.Is.Tree(id), nil
}

// seesSession reports whether a caller may see a session. A caller sees its own sessions; a person also sees the
// sessions of the agents that work for them, and the owner of the model sees all. A person with whom a model is shared
// does not see the thoughts of others.
func seesSession(c *mcp.Call, s *sessions.Session, owner string) bool {
	me := app.User(c.Principal)
	return s.By == c.Principal.Party() || c.Principal.Kind == mcp.KindHuman && (me == owner || s.By.OnBehalfOf == me)
}

// recorded returns the outcome of an event about a session. The event does not change the model.
func (r *trails) recorded(c *mcp.Call, model string, state ledger.State[*sessionlog.Trail], e sessions.Event,
	data func([]app.EventRef) any) *mcp.Outcome {
	events := sessionlog.Events(app.MetaOf(c, 0), e)
	refs := app.RefsOf(events)
	refs[0].Revision = state.Count
	return &mcp.Outcome{
		Data: data(refs), EventID: events[0].ID, Commit: r.backend.Storing(sessionlog.Stream(model), state.Expected,
			events),
		Reach: func() []mcp.Reached { return nil },
		Plan:  &mcp.Plan{ModelID: model, Branch: app.BranchOf(c), Digest: "session " + e.Session()},
	}
}

func (r *trails) start(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a startSession
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, state, err := r.trail(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := app.RefuseExpected(a.ExpectedRevision != nil, "a new session has no records"); err != nil {
		return nil, err
	}
	e, err := state.Is.Book.Start(sessions.SessionStarted{
		SessionID: string(modelstate.DeriveID(c.CommandID+"/session", 0)), By: c.Principal.Party(), Purpose: a.Purpose,
		At: approving.At(c.Now), Expires: approving.At(c.Now.Add(sessions.LifetimeMS * time.Millisecond)),
	})
	if err != nil {
		return nil, err
	}
	out := r.recorded(c, model, state, e, func(refs []app.EventRef) any {
		return sessionData{model,
			e.SessionID, e.Expires, refs}
	})
	out.Plan.Digest = "a new session" // its id derives from the command
	return out, nil
}

// checkRecords refuses a call if the session no longer has the number of records that the caller expects.
func checkRecords(c *mcp.Call, s *sessions.Session) error {
	if want := c.Common.ExpectedRevision; want != nil && uint64(*want) != uint64(s.Records) {
		return modelstate.Errorf(modelstate.RevisionConflict, "session %s has %d records, not %d", s.SessionID,
			s.Records,
			uint64(*want)).With("records", s.Records)
	}
	return nil
}

func sessionEntryOf(s *sessions.Session, now approvals.Instant) sessionEntry {
	e := sessionEntry{s.SessionID, s.StateAt(now), s.By.ID, s.Purpose, s.At, s.Records,
		len(s.Thoughts), len(s.Changes), ""}
	if s.Final != nil {
		e.Root = s.Final.Root
	}
	return e
}
