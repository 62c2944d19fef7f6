package governance

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/bimstream/bimstream/domain/sessions"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/approving"
	"github.com/bimstream/bimstream/projections/sessionlog"
)

type finaliseSession struct {
	SessionID string `json:"session_id"`
	mcp.MutationArguments
}

type finalisedData struct {
	ModelID   string         `json:"model_id"`
	SessionID string         `json:"session_id"`
	Size      int            `json:"size" jsonschema:"records in the tree"`
	Root      string         `json:"root" jsonschema:"keep it elsewhere"`
	Events    []app.EventRef `json:"events"`
}

type merkleRoot struct {
	SessionID string `json:"session_id"`
	Size      int    `json:"size,omitempty" zero:"refused" jsonschema:"over the first records; default all"`
	ModelID   string `json:"model_id,omitempty"`
}

type rootData struct {
	ModelID   string         `json:"model_id"`
	SessionID string         `json:"session_id"`
	State     sessions.State `json:"state"`
	Size      int            `json:"size"`
	Root      string         `json:"root"`
}

type merkleProof struct {
	SessionID string `json:"session_id"`
	EventID   string `json:"event_id,omitempty" jsonschema:"of the record to prove, or of an event of the change, as element_history shows it"`
	Index     *int   `json:"index,omitempty" jsonschema:"of the record, in its place"`
	FromSize  int    `json:"from_size,omitempty" zero:"refused" jsonschema:"of the smaller tree"`
	Size      int    `json:"size,omitempty" zero:"refused" jsonschema:"of the tree; default all records"`
	ModelID   string `json:"model_id,omitempty"`
}

// proofData is a proof of RFC 6962, section 2.1. Hashes are in hexadecimal.
type proofData struct {
	ModelID   string   `json:"model_id"`
	SessionID string   `json:"session_id"`
	Kind      string   `json:"kind" jsonschema:"inclusion or consistency"`
	Size      int      `json:"size"`
	Root      string   `json:"root"`
	Path      []string `json:"path" jsonschema:"hashes, from the leaf up"`
	Index     *int     `json:"index,omitempty"`
	LeafInput string   `json:"leaf_input,omitempty" jsonschema:"the record; the leaf is SHA-256 of a zero byte and this text"`
	LeafHash  string   `json:"leaf_hash,omitempty"`
	FromSize  int      `json:"from_size,omitempty"`
	FromRoot  string   `json:"from_root,omitempty"`
}

func (r *trails) finalise(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a finaliseSession
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, state, err := r.trail(ctx, c)
	if err != nil {
		return nil, err
	}
	tree := state.Is.Tree(a.SessionID)
	root, err := tree.Root(tree.Size())
	if err != nil {
		return nil, err
	}
	e, err := state.Is.Book.Finalise(sessions.SessionFinalised{SessionID: a.SessionID, By: c.Principal.Party(),
		Root: hex.EncodeToString(root), At: approving.At(c.Now)})
	if err != nil {
		return nil, err
	}
	s, _ := state.Is.Book.Session(a.SessionID)
	if err := checkRecords(c, s); err != nil {
		return nil, err
	}
	return r.recorded(c, model, state, e, func(refs []app.EventRef) any {
		return finalisedData{model, e.SessionID, e.Records, e.Root, refs}
	}), nil
}

// sized returns the size of the tree that is asked for, where 0 means all records, and the root at that size.
func sized(tree sessionlog.Tree, asked int, parameter string) (size int, root string, err error) {
	if size = asked; size == 0 {
		size = tree.Size()
	}
	if size < 1 || size > tree.Size() {
		return 0, "", state.Errorf(state.OutOfRange, "%s is %d: the session has %d records", parameter, size,
			tree.Size()).With("parameter", parameter)
	}
	hash, err := tree.Root(size)
	return size, hex.EncodeToString(hash), err
}

func (r *trails) root(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a merkleRoot
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, s, tree, err := r.session(ctx, c, a.SessionID)
	if err != nil {
		return nil, err
	}
	size, root, err := sized(tree, a.Size, "size")
	if err != nil {
		return nil, err
	}
	return &mcp.Outcome{Data: rootData{model, s.SessionID, s.StateAt(approving.At(c.Now)), size, root}}, nil
}

func (r *trails) prove(ctx context.Context, c *mcp.Call) (*mcp.Outcome, error) {
	var a merkleProof
	if err := c.Decode(&a); err != nil {
		return nil, err
	}
	model, s, tree, err := r.session(ctx, c, a.SessionID)
	if err != nil {
		return nil, err
	}
	asked := 0
	for _, given := range []bool{a.EventID != "", a.Index != nil, a.FromSize != 0} {
		if given {
			asked++
		}
	}
	if asked != 1 {
		return nil, state.Errorf(state.InvalidInput,
			"give one of event_id, index (a record in the session) and from_size (a smaller tree)").With("parameter",
			"event_id")
	}
	data := proofData{ModelID: model, SessionID: s.SessionID}
	if data.Size, data.Root, err = sized(tree, a.Size, "size"); err != nil {
		return nil, err
	}
	if a.FromSize != 0 {
		return data.consistency(tree, a.FromSize)
	}
	if err := a.ofChange(ctx, r.backend.Store, model, tree); err != nil {
		return nil, err
	}
	index, err := a.record(tree, data.Size)
	if err != nil {
		return nil, err
	}
	return data.inclusion(ctx, r.backend.Store, model, tree, index)
}

// ofChange replaces the id of an event of a change by the id of the record of that change in the session.
func (a *merkleProof) ofChange(ctx context.Context, store eventstore.Store, model string, tree sessionlog.Tree) error {
	if a.EventID == "" {
		return nil
	}
	if _, is := tree.IndexOf(a.EventID); is {
		return nil
	}
	for r, err := range store.Read(ctx, sessionlog.Stream(model), 0) {
		if err != nil {
			return err
		}
		e, err := sessions.Decode(r.Type, r.Schema, r.Data)
		if err != nil {
			return err
		}
		if c, ok := e.(*sessions.ChangeRecorded); ok && c.SessionID == a.SessionID && hasEvent(c, a.EventID) {
			a.EventID = r.ID
			return nil
		}
	}
	return nil // record returns the error
}

// hasEvent reports whether an id is the id of an event of a change, or of the record of the change.
func hasEvent(c *sessions.ChangeRecorded, id string) bool {
	for i := range c.Events {
		if projections.EventID(c.CommandID, i) == id {
			return true
		}
	}
	return c.EventID == id
}

// record returns the index of the record that the call asks a proof for.
func (a *merkleProof) record(tree sessionlog.Tree, size int) (int, error) {
	index, found := 0, true
	if a.Index != nil {
		index = *a.Index
	} else {
		index, found = tree.IndexOf(a.EventID)
	}
	switch {
	case !found:
		return 0, state.Errorf(state.NotFound, "no record %q is in the session, and no change with such an event",
			a.EventID).With("event_id", a.EventID)
	case index < 0 || index >= size:
		return 0, state.Errorf(state.OutOfRange, "a tree of %d records has no record %d", size,
			index).With("parameter", "index")
	}
	return index, nil
}

func (d proofData) inclusion(ctx context.Context, store eventstore.Store, model string, tree sessionlog.Tree,
	index int) (*mcp.Outcome, error) {
	path, err := tree.Inclusion(index, d.Size)
	if err != nil {
		return nil, err
	}
	hash, revision := tree.Leaf(index)
	for r, err := range store.Read(ctx, sessionlog.Stream(model), revision) {
		if err != nil {
			return nil, err
		}
		input, err := sessionlog.Input(r.Event)
		if err != nil {
			return nil, err
		}
		d.Kind, d.Index, d.Path, d.LeafInput, d.LeafHash = "inclusion", &index, hexes(path),
			string(input), hex.EncodeToString(hash)
		return &mcp.Outcome{Data: d}, nil
	}
	return nil, errors.New("the record of a leaf is not in its stream")
}

func (d proofData) consistency(tree sessionlog.Tree, from int) (*mcp.Outcome, error) {
	_, root, err := sized(tree, from, "from_size")
	if err != nil {
		return nil, err
	}
	if from > d.Size {
		return nil, state.Errorf(state.OutOfRange, "from_size is %d, and the tree has %d records", from,
			d.Size).With("parameter", "from_size")
	}
	path, err := tree.Consistency(from, d.Size)
	if err != nil {
		return nil, err
	}
	d.Kind, d.FromSize, d.FromRoot, d.Path = "consistency", from, root, hexes(path)
	return &mcp.Outcome{Data: d}, nil
}

func hexes(hashes [][]byte) []string {
	out := make([]string, len(hashes))
	for i, h := range hashes {
		out[i] = hex.EncodeToString(h)
	}
	return out
}
