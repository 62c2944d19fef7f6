package governance

import (
	"context"
	"fmt"
	"strings"

	"github.com/bimstream/bimstream/domain/settings"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/tasks"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/governing"
)

// configuration holds the tools for the settings of the store.
type configuration struct {
	backend *Backend
	log     *governing.Log
}

type configGet struct {
	Key string `json:"key,omitempty" jsonschema:"default all"`
}

type configData struct {
	Settings []settingEntry `json:"settings"`
	Revision int            `json:"revision" jsonschema:"counts the changes"`
}

type settingEntry struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Says    string `json:"says"`
}

type configSet struct {
	Key   string `json:"key" jsonschema:"see config_get"`
	Value string `json:"value"`
	mcp.MutationArguments
}

type configChanged struct {
	Key    string         `json:"key"`
	Value  string         `json:"value"`
	Was    string         `json:"was"`
	Events []app.EventRef `json:"events"`
}

func configTools(b *Backend) []mcp.Tool {
	r := &configuration{backend: b, log: governing.New(b.Store)}
	return []mcp.Tool{
		{Name: "config_get", Title: "Settings", Server: "coordination", Set: mcp.SetFull, Category: mcp.CategoryRead,
			Operation: mcp.OpApprove, People: true, Idempotent: true,
			Description: "What governs this store: what approvals take, rates and limits of agents. For people.",
			Input:       configGet{}, Output: configData{}, Handle: r.get},
		{Name: "config_set", Title: "Set a setting", Server: "coordination", Set: mcp.SetFull,
			Category: mcp.CategoryMutation, Operation: mcp.OpApprove, People: true, Idempotent: true,
			Description: "Sets what governs this store, from the next call of every process on. For people with " +
				"APPROVE everywhere.", Input: configSet{}, Output: configChanged{}, Handle: r.set},
	}
}

// settingEntries returns the settings of a store, or only the named one.
func settingEntries(s *settings.Settings, only string) []settingEntry {
	out := []settingEntry{}
	for _, k := range settings.Keys() {
		if only == "" || k.Name == only {
			value, _ := s.Get(k.Name)
			usual, _ := settings.Default().Get(k.Name)
			out = append(out, settingEntry{k.Name, value, usual, k.Says})
		}
	}
	return out
}

func (r *configuration) get(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a configGet
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if err := governs(c); err != nil {
		return nil, err
	}
	state, err := r.log.Read(ctx, governing.Stream)
	if err != nil {
		return nil, err
	}
	data := configData{settingEntries(state.Is.Settings, a.Key), state.Is.Revision}
	if len(data.Settings) == 0 {
		return nil, modelstate.Errorf(modelstate.NotFound, "there is no setting %q: config_get without key names them",
			a.Key).With("key", a.Key)
	}
	return &mcp.Outcome{Data: data}, nil
}

// SettingReference returns the table of settings for the documentation.
func SettingReference() string {
	var b strings.Builder
	b.WriteString("| key | default | what it is |\n|---|---|---|\n")
	for _, e := range settingEntries(settings.Default(), "") {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", e.Key, e.Default, e.Says)
	}
	return b.String()
}

// check refuses a model or branch that the caller may not see. The call need not name any, because settings apply to
// the whole store.
func (r *configuration) check(ctx context.Context, c *mcp.Call, a *configSet) error {
	if a.ModelID == "" && a.Branch == "" {
		return nil
	}
	model, err := r.backend.ModelID(ctx, c)
	if err == nil {
		err = r.backend.CheckAccess(ctx, c, model)
	}
	if err == nil {
		err = tasks.New(r.backend.Backend).CheckBranch(ctx, c, model)
	}
	return err
}

// governs refuses callers who may not decide about the whole store.
func governs(c *mcp.Call) error {
	s, ok := c.Principal.Scope(mcp.OpApprove)
	if c.Principal.Kind != mcp.KindHuman || !ok || s.Bounded() || len(s.BranchPatterns) > 0 {
		return modelstate.Errorf(modelstate.PermissionDenied,
			"settings are for people who may APPROVE everywhere, and %q may not",
			c.Principal.ID).With("operation", mcp.OpApprove)
	}
	return nil
}

func (r *configuration) set(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a configSet
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	if err := governs(c); err != nil {
		return nil, err
	}
	if err := r.check(ctx, c, &a); err != nil {
		return nil, err
	}
	state, err := r.log.Read(ctx, governing.Stream)
	if err != nil {
		return nil, err
	}
	if want := a.ExpectedRevision; want != nil && uint64(*want) != state.Count {
		return nil, modelstate.Errorf(modelstate.RevisionConflict, "the settings are at revision %d, not %d",
			state.Count,
			uint64(*want)).With("revision", state.Count)
	}
	e, err := state.Is.Set(a.Key, a.Value, c.Principal.Party(), approving.At(c.Now))
	if err != nil {
		return nil, err
	}
	data := configChanged{e.Key, e.Value, e.Was, []app.EventRef{}}
	out := &mcp.Outcome{Data: data, Reach: func() []mcp.Reached { return nil },
		Plan: &mcp.Plan{Branch: app.BranchOf(c), Digest: "setting " + e.Key + " was " + e.Was}}
	if e.Value == e.Was {
		return out, nil
	}
	events := governing.Events(app.MetaOf(c, 0), e)
	refs := app.RefsOf(events)
	refs[0].Revision = state.Count
	data.Events = refs
	out.Data, out.EventID, out.Commit = data, events[0].ID, r.backend.Storing(governing.Stream, state.Expected, events)
	return out, nil
}
