package app

import (
	"context"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/signing"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/external"
	"github.com/bimstream/bimstream/mcp/wire"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/bodies"
	"github.com/bimstream/bimstream/projections/validation"
	"github.com/bimstream/bimstream/projections/ways"
)

// Backend is what the handlers work on.
type Backend struct {
	Store  eventstore.Store
	Live   *projections.Live
	OutDir string   // where exported files go; files elsewhere are refused
	InDirs []string // folders beside OutDir whose files may be read; absolute
	// UploadDir is where files that callers send are kept, in a folder of each owner; "" takes none.
	UploadDir string
	Version   string // of this program
	// DefaultModel is the model of calls that name none; "" means the only one there is.
	DefaultModel string
	// Engine and Location say what the store is, for server_health.
	Engine, Location string
	// Heads holds the store against what was signed of it; nil where nothing is signed.
	Heads func(context.Context) (*signing.Report, error)
	// Connection says how the store stands to its server; nil where it is not on one.
	Connection func(context.Context) (*Connection, error)
	// Quotas returns what a principal has left of its limits; nil where there are none.
	Quotas func(context.Context, mcp.Principal) (mcp.Quotas, error)
	// Served are the tools of the server; Lists says whether a caller's list shows one, and Enable shows more.
	Served *mcp.Registry
	// Tools returns the table of tools over a backend, for a run that looks ahead on a store of its own.
	Tools func(*Backend) []mcp.Tool
	// Invocable are those that batches and runs may have among their steps; nil: all.
	Invocable *mcp.Registry
	Lists     func(mcp.Principal, string) bool
	Enable    func(mcp.Principal, []string) ([]string, error)
	// SkillDirs are folders of skills beside the built-in ones.
	SkillDirs []string
	// Checkers are the external programs that the operator lets checks run.
	Checkers external.Checkers
	// LockRun takes the lock of a run, which no other process of this machine has then; free is false when one has it.
	// Nil where there is one process only.
	LockRun func(runID string) (release func(), free bool, err error)

	// PartsDir holds a lock of every process that writes files, which TryLock takes, free saying whether no other has
	// it; "" where nobody else writes to OutDir.
	PartsDir string
	TryLock  func(path string) (release func(), free bool, err error)

	token    processToken
	Ways     ways.Index // floors that people walk on, kept from call to call
	Listened listeners  // lists that somebody listens for

	checked checkLog
	books   struct {
		once sync.Once
		log  *approving.Log
	}
	Known knownFiles
	Drawn drawnBodies

	composed composedViews // with linked models
}

// knownFiles is what is known of files: the digests of those that are given out, and which were made of what.
type knownFiles struct {
	digests digests
	Made    madeFiles
}

// drawnBodies keep what viewers were sent, once one has asked.
type drawnBodies struct {
	once      sync.Once
	store     *bodies.Store
	Documents Documents
}

// bodies returns the store of what viewers were sent.
func (b *Backend) bodies() *bodies.Store {
	b.Drawn.once.Do(func() { b.Drawn.store = bodies.NewStore() })
	return b.Drawn.store
}

// checkLog is the log of the checks of models, once it was asked for.
type checkLog struct {
	once sync.Once
	log  *validation.Log
}

// Checks returns the log of the checks of models.
func (b *Backend) Checks() *validation.Log {
	b.checked.once.Do(func() { b.checked.log = validation.NewLog(b.Store) })
	return b.checked.log
}

// User returns on whose behalf a principal acts: the owner of what it makes.
func User(p mcp.Principal) string {
	if p.Kind == mcp.KindAgent || p.OnBehalfOf != "" {
		return p.OnBehalfOf
	}
	return p.ID
}

// Models returns the models that a principal may see, sorted by name and id.
func (b *Backend) Models(ctx context.Context, p mcp.Principal) ([]projections.ModelEntry, error) {
	all, err := b.Live.Models(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(m projections.ModelEntry) bool {
		return !AccessOf(m,
			User(p)).Includes(state.AccessRead)
	}), nil
}

// ModelID returns the model that a call is about.
func (b *Backend) ModelID(ctx context.Context, c *mcp.Call) (string, error) {
	if c.Common.ModelID != "" {
		return b.ModelNamed(ctx, c.Principal, c.Common.ModelID)
	}
	if b.DefaultModel != "" {
		return b.DefaultModel, nil
	}
	ids, err := b.Live.ModelsOf(ctx, User(c.Principal))
	if err != nil {
		return "", err
	}
	switch len(ids) {
	case 0:
		return "", b.noModel(ctx)
	case 1:
		return ids[0], nil
	}
	return "", b.ambiguous(ctx, c.Principal)
}

// noModel returns an error that says what to do for a caller without a readable model: there is none, or all belong to
// others.
func (b *Backend) noModel(ctx context.Context) error {
	all, err := b.Live.Models(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return state.Errorf(state.NotFound, "there is no model yet: call create_model first")
	}
	return state.Errorf(state.NotFound,
		"no model is yours or shared with you: call create_model, or ask an owner for share_model")
}

// ModelNamed returns the id of the model of a name; what is none of the caller's comes back as it is. Names are unique
// among the models of an owner: the caller's own comes before those that others have shared.
func (b *Backend) ModelNamed(ctx context.Context, p mcp.Principal, reference string) (string, error) {
	if LooksLikeID(reference) {
		return reference, nil
	}
	models, err := b.Models(ctx, p)
	if err != nil {
		return "", err
	}
	models = slices.DeleteFunc(models, func(m projections.ModelEntry) bool { return m.Name != reference })
	if own := slices.IndexFunc(models, func(m projections.ModelEntry) bool { return m.Owner == User(p) }); own >= 0 {
		return models[own].ID, nil
	}
	switch len(models) {
	case 0:
		return reference, nil
	case 1:
		return models[0].ID, nil
	}
	return "", choice(models)
}

// ambiguous is the error of a call that could be about several models.
func (b *Backend) ambiguous(ctx context.Context, p mcp.Principal) error {
	models, err := b.Models(ctx, p)
	if err != nil {
		return err
	}
	return choice(models)
}

func choice(models []projections.ModelEntry) error {
	choices := make([]map[string]string, len(models))
	for i, m := range models {
		choices[i] = map[string]string{"model_id": m.ID, "name": m.Name}
	}
	return state.Errorf(state.InvalidInput, "there are %d models: say which one by model_id",
		len(models)).With("models", choices)
}

// BranchOf returns the branch that a call is about.
func BranchOf(c *mcp.Call) string {
	if c.Common.Branch == "" {
		return projections.MainBranch
	}
	return c.Common.Branch
}

// NewestView returns the state that a change is decided on: the state that the call before has published, where there
// is one, else what is stored. The store refuses a change that was decided on another state than the stored one.
func (b *Backend) NewestView(ctx context.Context, c *mcp.Call) (*projections.View, error) {
	model, err := b.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	v, _ := c.SpeculativeState.(*projections.View)
	if v == nil || v.ModelID != model || v.Branch != BranchOf(c) {
		return b.View(ctx, c)
	}
	return v, b.admit(ctx, c, v.ModelID, v.Branch, v.Model.Info().Owner)
}

// Follow takes in what the store has of a branch. What is wrong with it meets the call that asks for it.
func (b *Backend) Follow(ctx context.Context, model, branch string) {
	_, _ = b.Live.View(ctx, model, branch)
}

// BranchView returns the current state of a branch, for a caller who may read it.
func (b *Backend) BranchView(ctx context.Context, c *mcp.Call, model, branch string) (*projections.View, error) {
	missing := state.Errorf(state.NotFound, "no model %q with a branch %q: list_models names yours", model,
		branch).With("model_id", model).With("branch", branch)
	if scope, ok := c.Principal.Scope(mcp.OpRead); !ok || !scope.AllowsBranch(branch) {
		return nil, missing
	}
	if err := b.CheckAccess(ctx, c, model); err != nil {
		if state.CodeOf(err) == state.NotFound {
			err = missing
		}
		return nil, err
	}
	v, err := b.Live.View(ctx, model, branch)
	if state.CodeOf(err) == state.NotFound {
		err = missing
	}
	return v, err
}

// View returns the current state that a call is about. A model of another owner is not found, like one that is not
// there: that is found out before anything of it is read, so that its size does not tell of it either.
func (b *Backend) View(ctx context.Context, c *mcp.Call) (*projections.View, error) {
	model, err := b.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	var v *projections.View
	owner, err := b.Live.OwnerOf(ctx, model)
	if err == nil {
		err = b.admit(ctx, c, model, BranchOf(c), owner)
	}
	if err == nil {
		v, err = b.Live.View(ctx, model, BranchOf(c))
	}
	if err == nil || state.CodeOf(err) != state.NotFound {
		return v, err
	}
	return nil, state.Errorf(state.NotFound, "no model %q with a branch %q: list_models names yours", model,
		BranchOf(c)).
		With("model_id", model).With("branch", BranchOf(c))
}

// ModelOf returns a model of the principal by its id or name.
func (b *Backend) ModelOf(ctx context.Context, p mcp.Principal, reference string) (projections.ModelEntry, error) {
	models, err := b.Models(ctx, p)
	if err != nil {
		return projections.ModelEntry{}, err
	}
	i := slices.IndexFunc(models, func(m projections.ModelEntry) bool {
		return m.ID == reference ||
			m.Name == reference
	})
	if i < 0 {
		return projections.ModelEntry{}, wire.ErrNoResource
	}
	return models[i], nil
}

// Over returns a backend over a store that lies over this one's: what is done by it leaves nothing.
func (b *Backend) Over(store eventstore.Store) *Backend {
	text, fault := b.partToken()
	out := &Backend{
		Store: store, Live: b.Live.Over(store), OutDir: b.OutDir, InDirs: b.InDirs, UploadDir: b.UploadDir,
		Version: b.Version, DefaultModel: b.DefaultModel, Engine: b.Engine, Location: b.Location,
		Connection: b.Connection, Quotas: b.Quotas, Served: b.Served, Invocable: b.Invocable, Lists: b.Lists,
		Enable:    func(mcp.Principal, []string) ([]string, error) { return []string{}, nil },
		SkillDirs: b.SkillDirs, Checkers: b.Checkers, Tools: b.Tools,
	}
	out.token.once.Do(func() { out.token.text, out.token.fault = text, fault })
	return out
}

// Servers are the five servers that the tools are divided among.
var Servers = []string{"geometry", "spatial", "validation", "documentation", "coordination"}
