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

// Backend holds the store, the projections and the settings that the handlers use.
type Backend struct {
	Store  eventstore.Store
	Live   *projections.Live
	OutDir string   // where exported files go; files elsewhere are refused
	InDirs []string // folders beside OutDir whose files may be read; absolute
	// UploadDir is the folder of the files that callers send, with a subfolder for each owner. If it is "", no files
	// are accepted.
	UploadDir string
	Version   string // of this program
	// DefaultModel is the model of calls that name none; "" means the only model.
	DefaultModel string
	// Engine and Location describe the store in the reply of server_health.
	Engine, Location string
	// Heads compares the store with its signed heads; nil if nothing is signed.
	Heads func(context.Context) (*signing.Report, error)
	// Connection returns the state of the connection to the store's server; nil if the store has no server.
	Connection func(context.Context) (*Connection, error)
	// Quotas returns what a principal has left of its limits; nil if there are no limits.
	Quotas func(context.Context, mcp.Principal) (mcp.Quotas, error)
	// Served are the tools of the server. Lists reports whether a caller's tool list shows a tool, and Enable adds
	// tools to that list.
	Served *mcp.Registry
	// Tools returns the tool table of a backend, for a run that is first tried on a separate store.
	Tools func(*Backend) []mcp.Tool
	// Invocable are the tools that batches and runs may use in their steps; nil means all.
	Invocable *mcp.Registry
	Lists     func(mcp.Principal, string) bool
	Enable    func(mcp.Principal, []string) ([]string, error)
	// SkillDirs are folders of skills beside the built-in ones.
	SkillDirs []string
	// Checkers are the external programs that the operator allows checks to run.
	Checkers external.Checkers
	// LockRun takes the lock of a run for this process. free is false if another process of this machine holds the
	// lock. LockRun is nil if there is only one process.
	LockRun func(runID string) (release func(), free bool, err error)

	// PartsDir holds one lock file for each process that writes files; "" if no other process writes to OutDir. TryLock
	// takes such a lock, and free is false if another process holds it.
	PartsDir string
	TryLock  func(path string) (release func(), free bool, err error)

	token    processToken
	Ways     ways.Index // floors that people walk on, kept from call to call
	Listened listeners  // lists to whose changes a client has subscribed

	checked checkLog
	books   struct {
		once sync.Once
		log  *approving.Log
	}
	Known knownFiles
	Drawn drawnBodies

	composed composedViews // with linked models
}

// knownFiles caches the digests of exported files and the records of the files that tools wrote.
type knownFiles struct {
	digests digests
	Made    madeFiles
}

// drawnBodies caches the bodies that were sent to viewers. The store is created at the first request.
type drawnBodies struct {
	once      sync.Once
	store     *bodies.Store
	Documents Documents
}

// bodies returns the store of the bodies that were sent to viewers.
func (b *Backend) bodies() *bodies.Store {
	b.Drawn.once.Do(func() { b.Drawn.store = bodies.NewStore() })
	return b.Drawn.store
}

// checkLog holds the log of the checks of models, which is created at the first use.
type checkLog struct {
	once sync.Once
	log  *validation.Log
}

// Checks returns the log of the checks of models.
func (b *Backend) Checks() *validation.Log {
	b.checked.once.Do(func() { b.checked.log = validation.NewLog(b.Store) })
	return b.checked.log
}

// User returns the user on whose behalf a principal acts, who owns the models that the principal creates.
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

// noModel returns the error for a caller without a readable model. It distinguishes a store without models from a store
// whose models all belong to others.
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

// ModelNamed returns the id of the model with a name, or the reference itself if the caller reads no model of that
// name. Names are unique among the models of an owner: the caller's own model takes precedence over shared models.
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

// ambiguous returns the error of a call that may concern several models.
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

// NewestView returns the state that a change is decided on: the state that the previous call has published, if any,
// otherwise the stored state. The store refuses a change that was decided on another state than the stored one.
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

// Follow updates the view of a branch from the store. It ignores errors, because the next call that reads the branch
// reports them.
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

// View returns the current state of the branch that a call concerns. For a model that the caller may not see the error
// is that of a missing model. Access is checked before anything is read, so that the response time does not reveal the
// model's size.
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

// ModelOf returns the model with an id or name that the principal may see.
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

// Over returns a backend on a store that is layered over this one's store, so that its changes leave no trace here.
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
