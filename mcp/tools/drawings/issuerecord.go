package drawings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/drawings"
)

// TaggedState describes the state that a tag names. A caller who may not read its branch does not learn the branch.
func TaggedState(c *mcp.Call, t projections.Tag) string {
	if read, may := c.Principal.Scope(mcp.OpRead); !may || !read.AllowsBranch(t.At.Branch) {
		return "a state of a branch that this scope leaves out"
	}
	return fmt.Sprintf("revision %d of branch %q", t.At.Revision, t.At.Branch)
}

// CheckTagName refuses an invalid tag name, and also a name that `at` would read as a time.
func CheckTagName(name string) error {
	if _, err := strconv.ParseUint(name, 10, 64); err == nil {
		return shape.CheckTagName(name)
	}
	if _, err := mcp.ParseInstant(name); err == nil {
		return state.Errorf(state.OutOfRange,
			"a tag that is a time would be taken for one: choose another name").With("parameter", "name")
	}
	return shape.CheckTagName(name)
}

// issueStream returns the name of the stream of a model's issues. It does not belong to a branch, because an issue
// changes no revision.
func issueStream(modelID string) string { return "model." + modelID + ".issues" }

// sheetsIssued is the record of an issue. Parameters holds the arguments of the call, so that the definitions of the
// sheets and views stay with the record.
type sheetsIssued struct {
	ModelID    string          `json:"model_id"`
	Branch     string          `json:"branch"`
	Revision   uint64          `json:"revision"`
	Hash       string          `json:"hash"` // of the revision's event
	Index      string          `json:"index"`
	Purpose    string          `json:"purpose,omitempty"`
	Date       string          `json:"date"`
	By         string          `json:"by"`
	Change     string          `json:"change"`
	Set        issuedFile      `json:"set"`
	Sheets     []issuedSheet   `json:"sheets"`
	Parameters json.RawMessage `json:"parameters,omitempty"`
	// Sections are the section lines of the usual set. The next issue uses the same ones, whatever has moved.
	Sections []drawings.SectionLine `json:"sections,omitempty"`
}

// issuedSchema is the version of the structure of sheetsIssued.
const issuedSchema = 1

// event returns the record as the first event of a call.
func (s sheetsIssued) event(c *mcp.Call) eventstore.Event {
	data, err := json.Marshal(s)
	if err != nil {
		panic("tools: the record of an issue does not encode: " + err.Error())
	}
	return eventstore.Event{
		ID: projections.EventID(c.CommandID, 0), Type: mcp.EventSheetsIssued, Schema: issuedSchema, Data: data,
		Meta: projections.EncodeMeta(app.MetaOf(c, s.Revision)),
	}
}

// pastIssue is an earlier issue of a model.
type pastIssue struct {
	sheetsIssued
	row drawings.RevisionRow
}

// pastIssues returns the issues of a state, the oldest first: those of its branch, and those of its ancestors up to the
// forks. Issues of branches that the caller may not read are left out.
func (b *Backend) pastIssues(ctx context.Context, c *mcp.Call, v *projections.View) ([]pastIssue, error) {
	until := map[string]uint64{} // the last revision of each ancestor that the state includes
	for _, part := range v.Lineage() {
		until[part.Branch] = part.Revision
	}
	until[v.Branch] = math.MaxUint64 // every earlier issue, also of later revisions
	read, _ := c.Principal.Scope(mcp.OpRead)
	all, err := b.Issues(ctx, v.ModelID)
	return slices.DeleteFunc(all, func(p pastIssue) bool {
		last, has := until[p.Branch]
		return !has || p.Revision > last || p.Branch != v.Branch && !read.AllowsBranch(p.Branch)
	}), err
}

// Issues returns the issues of a model, the oldest first.
func (b *Backend) Issues(ctx context.Context, model string) ([]pastIssue, error) {
	var out []pastIssue
	for r, err := range b.Store.Read(ctx, issueStream(model), 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		var p pastIssue
		if err := json.Unmarshal(r.Data, &p.sheetsIssued); err != nil {
			return nil, state.Errorf(state.StoreCorrupt, "the record of an issue does not decode: %w", err)
		}
		p.row = drawings.RevisionRow{Index: p.Index, Date: p.Date, Change: p.Change, By: p.By}
		out = append(out, p)
	}
	return out, nil
}
