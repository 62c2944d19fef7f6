package governance

import (
	"cmp"
	"context"

	"github.com/bimstream/bimstream/domain/sessions"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	modeltools "github.com/bimstream/bimstream/mcp/tools/model"
	"github.com/bimstream/bimstream/projections/approving"
)

type recordThought struct {
	SessionID string               `json:"session_id" jsonschema:"a live one of yours"`
	Thought   string               `json:"thought" jsonschema:"in your own words"`
	Kind      sessions.ThoughtKind `json:"kind,omitempty" jsonschema:"default plan"`
	Elements  []modelstate.ID      `json:"element_ids,omitempty"`
	mcp.MutationArguments
}

type thoughtData struct {
	ModelID   string         `json:"model_id"`
	SessionID string         `json:"session_id"`
	ThoughtID string         `json:"thought_id"`
	Index     int            `json:"index" jsonschema:"of its record in the session"`
	Events    []app.EventRef `json:"events"`
}

type listThoughts struct {
	SessionID string    `json:"session_id,omitempty" jsonschema:"default all"`
	ModelID   string    `json:"model_id,omitempty"`
	Limit     mcp.Limit `json:"limit,omitempty"`
	Cursor    string    `json:"cursor,omitempty"`
}

type thoughtList struct {
	ModelID  string             `json:"model_id"`
	Sessions []sessionEntry     `json:"sessions" jsonschema:"the last one first"`
	Thoughts []app.ThoughtEntry `json:"thoughts" jsonschema:"of the last session first, the oldest first in each"`
	app.Paging
}

func (r *trails) think(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a recordThought
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, state, err := r.trail(ctx, c)
	if err != nil {
		return nil, err
	}
	e, err := state.Is.Book.Think(c.Principal.Party(), sessions.ThoughtRecorded{
		SessionID: a.SessionID, ThoughtID: string(modelstate.DeriveID(c.CommandID+"/thought", 0)),
		Kind: cmp.Or(a.Kind, sessions.Plan), Text: a.Thought, At: approving.At(c.Now),
	})
	if err != nil {
		return nil, err
	}
	s, _ := state.Is.Book.Session(a.SessionID)
	if err := checkRecords(c, s); err != nil {
		return nil, err
	}
	if e.Elements, err = r.cited(ctx, c, &a); err != nil {
		return nil, err
	}
	return r.recorded(c, model, state, e, func(refs []app.EventRef) any {
		return thoughtData{model, e.SessionID, e.ThoughtID, s.Records, refs}
	}), nil
}

// cited returns the elements that a thought names; an unknown element is an error.
func (r *trails) cited(ctx context.Context, c *mcp.Call, a *recordThought) ([]modelstate.ID, error) {
	if len(a.Elements) == 0 {
		return nil, nil
	}
	v, err := r.backend.View(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := app.NameKnown(v.Model, a, app.KnownTo(c, v)); err != nil {
		return nil, err
	}
	bounds := app.ReadBounds(c)
	for _, id := range a.Elements {
		if !app.Has(v.Model, id) || !app.Tells(bounds, v, id) {
			return nil, modelstate.Errorf(modelstate.NotFound, "no element %q on branch %q: query_elements lists them",
				id,
				v.Branch).With("element_id", id)
		}
	}
	return a.Elements, nil
}

// sessionsShown bounds the sessions of a list: further sessions are found by their thoughts.
const sessionsShown = 20

func (r *trails) list(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a listThoughts
	p, err := app.DecodePaged(c, &a)
	if err != nil {
		return nil, err
	}
	model, state, err := r.trail(ctx, c)
	if err != nil {
		return nil, err
	}
	if a.SessionID != "" {
		if _, _, _, err := r.session(ctx, c, a.SessionID); err != nil {
			return nil, err
		}
	}
	owner, err := r.backend.Live.OwnerOf(ctx, model)
	if err != nil {
		return nil, err
	}
	data := thoughtList{ModelID: model, Sessions: []sessionEntry{}}
	var all []app.ThoughtEntry
	for _, s := range state.Is.Book.All() {
		if !seesSession(c, s, owner) || a.SessionID != "" && s.SessionID != a.SessionID {
			continue
		}
		if len(data.Sessions) < sessionsShown {
			data.Sessions = append(data.Sessions, sessionEntryOf(s, approving.At(c.Now)))
		}
		for _, t := range s.Thoughts {
			all = append(all, modeltools.ThoughtEntryOf(state.Is.Tree(s.SessionID).EventID(t.Index), t))
		}
	}
	if p.Resumed { // records added since the first page would shift the list
		all = all[max(0, len(all)-int(min(p.Revision, uint64(len(all))))):]
	}
	p.Revision = uint64(len(all))
	// a fifth of a reply is reserved for the sessions
	data.Thoughts, data.Paging = app.Take(p, all, func(e app.ThoughtEntry) int {
		return app.BytesOf(e) +
			app.BytesOf(e)/4
	})
	return &mcp.Outcome{Data: data}, nil
}
