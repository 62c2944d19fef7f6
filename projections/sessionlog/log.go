package sessionlog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/bimstream/bimstream/domain/sessions"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/ledger"
)

// Stream returns the stream of the sessions of a model.
func Stream(modelID string) string { return "model." + modelID + ".sessions" }

// Trail is the state of the stream of a model's sessions.
type Trail struct {
	Book  *sessions.Book
	trees map[string]Tree
}

// Log reads the trails of models.
type Log = ledger.Log[*Trail]

// New returns the log of the trails of a store.
func New(store eventstore.Store) *Log {
	return ledger.New(store, ledger.Kind[*Trail]{New: NewTrail, Clone: (*Trail).clone,
		Note: func(t *Trail, r eventstore.Recorded, _ projections.Meta) error { return t.Note(r) }})
}

// NewTrail returns the trail of a stream without events.
func NewTrail() *Trail { return &Trail{Book: sessions.NewBook(), trees: map[string]Tree{}} }

func (t *Trail) clone() *Trail {
	return &Trail{Book: t.Book.Clone(), trees: maps.Clone(t.trees)}
}

// Note adds a record to the trail.
func (t *Trail) Note(r eventstore.Recorded) error {
	e, err := sessions.Decode(r.Type, r.Schema, r.Data)
	if err != nil {
		return err
	}
	takes := t.Book.Takes(e)
	if _, ends := e.(*sessions.SessionFinalised); takes && !ends {
		input, err := Input(r.Event)
		if err != nil {
			return err
		}
		tree := t.trees[e.Session()]
		tree.leaves = append(slices.Clip(tree.leaves), hasher.HashLeaf(input))
		tree.events = append(slices.Clip(tree.events), place{r.ID, r.Revision})
		t.trees[e.Session()] = tree
	}
	t.Book.Fold(e)
	return nil
}

// Tree returns the tree of a session's records.
func (t *Trail) Tree(sessionID string) Tree { return t.trees[sessionID] }

// Input returns the input of a leaf's hash: the record as JSON, without white space and with its fields in a fixed
// order. It does not depend on the place of the record in the store, so that a copy of a store has the same roots.
func Input(e eventstore.Event) ([]byte, error) {
	var b bytes.Buffer
	encode := json.NewEncoder(&b)
	encode.SetEscapeHTML(false)
	err := encode.Encode(struct {
		ID     string          `json:"id"`
		Type   string          `json:"type"`
		Schema int             `json:"schema"`
		Data   json.RawMessage `json:"data"`
		Meta   json.RawMessage `json:"meta,omitempty"`
	}{e.ID, e.Type, e.Schema, e.Data, e.Meta})
	if err != nil {
		return nil, fmt.Errorf("a record of a session is no JSON: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// Events returns the stored form of events of one command. Their ids differ from the ids of the command's other events.
func Events(meta projections.Meta, events ...sessions.Event) []eventstore.Event {
	meta.BaseRevision = nil
	return ledger.Events(meta, sessions.Encode, events)
}

// Digest returns the SHA-256 of the contents of events: their types, versions and data. It does not depend on where the
// events are stored.
func Digest(events []eventstore.Event) (string, error) {
	type said struct {
		Type   string          `json:"type"`
		Schema int             `json:"schema"`
		Data   json.RawMessage `json:"data"`
	}
	all := make([]said, len(events))
	for i, e := range events {
		all[i] = said{e.Type, e.Schema, e.Data}
	}
	text, err := json.Marshal(all)
	if err != nil {
		return "", fmt.Errorf("the data of an event is no JSON: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
