package runs

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/bimstream/bimstream/domain/runs"
	"github.com/bimstream/bimstream/domain/shape"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/schema"
	"github.com/bimstream/bimstream/mcp/tools/branches"
	"github.com/bimstream/bimstream/mcp/tools/checks"
	"github.com/bimstream/bimstream/projections/runlog"
)

func (a *listWork) takes(run *runs.Run) bool {
	return (len(a.States) == 0 || slices.Contains(a.States, run.State)) &&
		strings.Contains(strings.ToLower(run.Config.Name), strings.ToLower(a.Name)) &&
		(a.Branch == "" || a.Branch == run.Config.Branch) && (a.Owner == "" || a.Owner == run.Owner)
}

func lastFirst(entries []workEntry) {
	slices.SortFunc(entries, func(a, b workEntry) int {
		return cmp.Or(-cmp.Compare(a.CreatedAt, b.CreatedAt), cmp.Compare(a.RunID, b.RunID))
	})
}

type runStart struct {
	Configuration  runConfiguration `json:"configuration" jsonschema:"{name, steps: [{name, tool, args}], gates: [{name, tool, args}], auto_fix ...}; schema in bim://docs/run-configuration"`
	IdempotencyKey string           `json:"idempotency_key,omitempty"`
	steering
}

// runConfiguration is checked by the tool itself against the schema of configurations: the error for a mismatch is
// SCHEMA_VALIDATION_FAILED.
type runConfiguration json.RawMessage

// JSONSchema admits any object.
func (runConfiguration) JSONSchema() string { return `{"type":"object"}` }

// UnmarshalJSON keeps the JSON unchanged.
func (c *runConfiguration) UnmarshalJSON(b []byte) error {
	*c = append((*c)[:0], b...)
	return nil
}

// ConfigurationSchema is the schema of the configuration of a run.
var ConfigurationSchema = sync.OnceValue(func() json.RawMessage {
	text, err := schema.ForInput(reflect.TypeFor[runs.Config](), nil)
	if err != nil {
		panic("tools: the configuration of a run has no schema: " + err.Error())
	}
	return text
})

var configurationValidator = sync.OnceValue(func() *schema.Validator {
	v, err := schema.Compile(ConfigurationSchema())
	if err != nil {
		panic("tools: the schema of the configuration of a run does not compile: " + err.Error())
	}
	return v
})

// configured parses and checks a configuration.
func (r *executions) configured(c *mcp.Call, text runConfiguration, id string) (runs.Config, []byte, error) {
	var config runs.Config
	if issues := configurationValidator().Check(json.RawMessage(text)); len(issues) > 0 {
		return config, nil, modelstate.Errorf(modelstate.SchemaValidationFailed,
			"the configuration does not match its schema, bim://docs/run-configuration: %s: %s",
			issues[0].Pointer, issues[0].Reason).
			With("issues", issues[:min(len(issues), app.CandidatesShown)])
	}
	plain := configurationValidator().PlainWholes(text)
	if err := json.Unmarshal(plain, &config); err != nil {
		if found, ok := mcp.TypeIssue(plain, err); ok {
			return config, nil, runs.Invalid(found.Pointer, "%s", found.Reason)
		}
		return config, nil, modelstate.Errorf(modelstate.SchemaValidationFailed, "the configuration cannot be read: %w",
			err)
	}
	config, err := config.Filled(id).Expanded()
	if err == nil {
		err = config.Check()
	}
	if err == nil {
		err = r.checkTools(c, config)
	}
	if err != nil {
		return config, nil, err
	}
	if err := shape.CheckBranchName(config.Branch); err != nil {
		return config, nil, runs.Invalid("/branch", "%s", err.Error())
	}
	canonical, err := json.Marshal(config)
	return config, canonical, err
}

// start begins a run and works on it. The id of the run derives from the command's, so that the same key finds it
// again.
func (r *executions) start(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a runStart
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	id := string(modelstate.DeriveID(c.CommandID, 0))
	config, canonical, err := r.configured(c, a.Configuration, id)
	if err != nil {
		return nil, err
	}
	model, err := r.backend.ModelID(ctx, c)
	if err != nil {
		return nil, err
	}
	base, err := r.backend.BranchView(ctx, c, model, config.Base)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(canonical)
	created := &runs.RunCreated{
		RunID: id, Owner: app.User(c.Principal), Principal: c.Principal.ID, ModelID: model, Config: canonical,
		ConfigSHA256: hex.EncodeToString(sum[:]), BaseRevision: base.Revision,
	}
	state, err := r.log.Read(ctx, runlog.Stream(model, id))
	if err != nil {
		return nil, err
	}
	if state.Is.ID == "" {
		if err := checkLevels(base, config); err != nil {
			return nil, err
		}
		if c.DryRun() {
			return r.foresee(ctx, c, func(over *executions, call *mcp.Call) (*mcp.Outcome, error) {
				refs, err := over.begin(ctx, call, model, created, config)
				if err != nil {
					return nil, err
				}
				return over.work(ctx, call, model, id, refs, false)
			})
		}
		refs, err := r.begin(ctx, c, model, created, config)
		if err == nil {
			return r.goOnOrFollow(ctx, c, model, id, refs)
		}
		meanwhile, failed := r.log.Read(ctx, runlog.Stream(model, id))
		if failed != nil || meanwhile.Is.ID == "" {
			return nil, err
		}
		state = meanwhile // a call with the same key came first, which may be the cause
	}
	if state.Is.ConfigSHA256 != created.ConfigSHA256 && !sameConfiguration(state.Is.Config, config) {
		return nil, modelstate.Errorf(modelstate.IdempotencyMismatch,
			"this idempotency key began a run with another configuration: take a new key for a new run").With(
			"run_id", id)
	}
	if c.DryRun() {
		return r.answer(ctx, c, model, id, nil)
	}
	return r.goOnOrFollow(ctx, c, model, id, nil)
}

// sameConfiguration reports whether two configurations are equal, whatever the order of their arguments and the
// notation of their numbers.
func sameConfiguration(a, b runs.Config) bool {
	plain := func(c runs.Config) []byte {
		text, ok := schema.Parse(app.MustEncode(c)).Canonical()
		if !ok {
			return nil
		}
		return schema.PlainNumbers(text)
	}
	one := plain(a)
	return one != nil && bytes.Equal(one, plain(b))
}

// gateFiles returns the hashes of the files that gates name, so that no later check uses a changed file.
func (r *executions) gateFiles(ctx context.Context, c *mcp.Call, config runs.Config) ([]runs.GateFile, error) {
	files := []runs.GateFile{}
	for _, name := range config.GateFiles() {
		content, err := r.backend.ReadFile(ctx, c, name, max(checks.MaxIDS, checks.MaxRules))
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(content)
		files = append(files, runs.GateFile{File: name, SHA256: hex.EncodeToString(sum[:])})
	}
	return files, nil
}

// begin checks that a run can begin and stores its creation.
func (r *executions) begin(ctx context.Context, c *mcp.Call, model string, created *runs.RunCreated,
	config runs.Config) (refs []app.EventRef, err error) {
	if created.Files, err = r.gateFiles(ctx, c, config); err != nil {
		return nil, err
	}
	if !c.Principal.ReadsBranch(config.Branch) {
		return nil, app.UnreadBranch(c, config.Branch)
	}
	said, err := r.backend.Live.Annotations(ctx, model)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(app.CheckInUse(said, config.Base), branches.New(r.backend.Backend).CheckBranchFree(ctx, model,
		config.Branch)); err != nil {
		return nil, err
	}
	fresh := runs.New()
	fresh.Evolve(created, runlog.Time(app.MetaOf(c, 0)))
	events := runlog.Events(fresh, "run", []runs.Event{created}, r.meta(c, fresh))
	_, err = r.backend.Store.Append(ctx, eventstore.Append{Stream: runlog.Stream(model, fresh.ID),
		Expected: eventstore.NoStream, Events: events})
	return app.RefsOf(events), err
}
