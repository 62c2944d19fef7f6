package tools

import (
	"context"
	"slices"
	"sync"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/signing"
	"github.com/bimstream/bimstream/mcp"
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
	// LockRun takes the lock of a run, which no other process of this machine has then; free is false when one has it.
	// Nil where there is one process only.
	LockRun func(runID string) (release func(), free bool, err error)

	// PartsDir holds a lock of every process that writes files, which TryLock takes, free saying whether no other has
	// it; "" where nobody else writes to OutDir.
	PartsDir string
	TryLock  func(path string) (release func(), free bool, err error)

	token    processToken
	ways     ways.Index // floors that people walk on, kept from call to call
	listened listeners  // lists that somebody listens for

	checked checkLog
	books   struct {
		once sync.Once
		log  *approving.Log
	}
	known knownFiles
	drawn drawnBodies

	composed composedViews // with linked models
}

// knownFiles is what is known of files: the digests of those that are given out, and which were made of what.
type knownFiles struct {
	digests digests
	made    madeFiles
}

// drawnBodies keep what viewers were sent, once one has asked.
type drawnBodies struct {
	once      sync.Once
	store     *bodies.Store
	documents documents
}

// bodies returns the store of what viewers were sent.
func (b *Backend) bodies() *bodies.Store {
	b.drawn.once.Do(func() { b.drawn.store = bodies.NewStore() })
	return b.drawn.store
}

// checkLog is the log of the checks of models, once it was asked for.
type checkLog struct {
	once sync.Once
	log  *validation.Log
}

// checks returns the log of the checks of models.
func (b *Backend) checks() *validation.Log {
	b.checked.once.Do(func() { b.checked.log = validation.NewLog(b.Store) })
	return b.checked.log
}

// user returns on whose behalf a principal acts: the owner of what it makes.
func user(p mcp.Principal) string {
	if p.Kind == mcp.KindAgent || p.OnBehalfOf != "" {
		return p.OnBehalfOf
	}
	return p.ID
}

// models returns the models that a principal may see, sorted by name and id.
func (b *Backend) models(ctx context.Context, p mcp.Principal) ([]projections.ModelEntry, error) {
	all, err := b.Live.Models(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(m projections.ModelEntry) bool {
		return !accessOf(m,
			user(p)).Includes(domain.AccessRead)
	}), nil
}

// modelID returns the model that a call is about.
func (b *Backend) modelID(ctx context.Context, c *mcp.Call) (string, error) {
	if c.Common.ModelID != "" {
		return b.modelNamed(ctx, c.Principal, c.Common.ModelID)
	}
	if b.DefaultModel != "" {
		return b.DefaultModel, nil
	}
	ids, err := b.Live.ModelsOf(ctx, user(c.Principal))
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
		return domain.Errorf(domain.NotFound, "there is no model yet: call create_model first")
	}
	return domain.Errorf(domain.NotFound,
		"no model is yours or shared with you: call create_model, or ask an owner for share_model")
}

// modelNamed returns the id of the model of a name; what is none of the caller's comes back as it is. Names are unique
// among the models of an owner: the caller's own comes before those that others have shared.
func (b *Backend) modelNamed(ctx context.Context, p mcp.Principal, reference string) (string, error) {
	if looksLikeID(reference) {
		return reference, nil
	}
	models, err := b.models(ctx, p)
	if err != nil {
		return "", err
	}
	models = slices.DeleteFunc(models, func(m projections.ModelEntry) bool { return m.Name != reference })
	if own := slices.IndexFunc(models, func(m projections.ModelEntry) bool { return m.Owner == user(p) }); own >= 0 {
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
	models, err := b.models(ctx, p)
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
	return domain.Errorf(domain.InvalidInput, "there are %d models: say which one by model_id",
		len(models)).With("models", choices)
}

// branchOf returns the branch that a call is about.
func branchOf(c *mcp.Call) string {
	if c.Common.Branch == "" {
		return projections.MainBranch
	}
	return c.Common.Branch
}

// newestView returns the state that a change is decided on: the state that the call before has published, where there
// is one, else what is stored. The store refuses a change that was decided on another state than the stored one.
func (b *Backend) newestView(ctx context.Context, c *mcp.Call) (*projections.View, error) {
	model, err := b.modelID(ctx, c)
	if err != nil {
		return nil, err
	}
	v, _ := c.SpeculativeState.(*projections.View)
	if v == nil || v.ModelID != model || v.Branch != branchOf(c) {
		return b.view(ctx, c)
	}
	return v, b.admit(ctx, c, v.ModelID, v.Branch, v.Model.Info().Owner)
}

// Follow takes in what the store has of a branch. What is wrong with it meets the call that asks for it.
func (b *Backend) Follow(ctx context.Context, model, branch string) {
	_, _ = b.Live.View(ctx, model, branch)
}

// branchView returns the current state of a branch, for a caller who may read it.
func (b *Backend) branchView(ctx context.Context, c *mcp.Call, model, branch string) (*projections.View, error) {
	missing := domain.Errorf(domain.NotFound, "no model %q with a branch %q: list_models names yours", model,
		branch).With("model_id", model).With("branch", branch)
	if scope, ok := c.Principal.Scope(mcp.OpRead); !ok || !scope.AllowsBranch(branch) {
		return nil, missing
	}
	if err := b.checkAccess(ctx, c, model); err != nil {
		if domain.CodeOf(err) == domain.NotFound {
			err = missing
		}
		return nil, err
	}
	v, err := b.Live.View(ctx, model, branch)
	if domain.CodeOf(err) == domain.NotFound {
		err = missing
	}
	return v, err
}

// view returns the current state that a call is about. A model of another owner is not found, like one that is not.
func (b *Backend) view(ctx context.Context, c *mcp.Call) (*projections.View, error) {
	model, err := b.modelID(ctx, c)
	if err != nil {
		return nil, err
	}
	v, err := b.Live.View(ctx, model, branchOf(c))
	if err == nil {
		err = b.admit(ctx, c, v.ModelID, v.Branch, v.Model.Info().Owner)
	}
	if err == nil || domain.CodeOf(err) != domain.NotFound {
		return v, err
	}
	return nil, domain.Errorf(domain.NotFound, "no model %q with a branch %q: list_models names yours", model,
		branchOf(c)).
		With("model_id", model).With("branch", branchOf(c))
}
