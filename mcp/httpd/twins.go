package httpd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections"
)

// The record that a provider's id was admitted. It is the only event of a stream that is named after the shape of the
// id. Of two ids that look the same, only one is therefore admitted by all processes on the store.
const (
	identityPrefix = "identity."
	eventSeen      = "identity.seen"
	seenSchema     = 1
)

// identitySeen is the data of the record.
type identitySeen struct {
	ID string `json:"id"`
}

// errIdentities means that the store cannot be asked whether an id is known.
var errIdentities = errors.New("the ids that are known cannot be read")

// maxTwins bounds the ids that a process caches; other ids are read from the store each time.
const maxTwins = 100_000

// twins caches the ids of providers by their shape. It is safe for concurrent use.
type twins struct {
	store eventstore.Store // nil if only this process remembers the ids

	mu   sync.Mutex
	seen map[string]string
}

func newTwins(store eventstore.Store) *twins { return &twins{store: store, seen: map[string]string{}} }

// check returns an error for an id that looks like another id that was admitted before.
func (t *twins) check(ctx context.Context, id string, now time.Time) error {
	shape := mcp.TwinOf(id)
	t.mu.Lock()
	other, known := t.seen[shape]
	t.mu.Unlock()
	if !known {
		var err error
		if other, err = t.first(ctx, shape, id, now); err != nil {
			return fmt.Errorf("%w: %w", errIdentities, err)
		}
		t.remember(shape, other)
	}
	if other != id {
		return fmt.Errorf("%q looks like %q, who called before", id, other)
	}
	return nil
}

func (t *twins) remember(shape, id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.seen) < maxTwins {
		t.seen[shape] = id
	}
}

// first returns the first id with a shape: the recorded id, or this id, which it then records.
func (t *twins) first(ctx context.Context, shape, id string, now time.Time) (string, error) {
	if t.store == nil {
		return id, nil
	}
	sum := sha256.Sum256([]byte(shape))
	stream := identityPrefix + hex.EncodeToString(sum[:])
	for {
		known, err := t.recorded(ctx, stream)
		if known != "" || err != nil {
			return known, err
		}
		data, err := json.Marshal(identitySeen{ID: id})
		if err != nil {
			return "", err
		}
		command := uuid.Must(uuid.NewV7()).String()
		_, err = t.store.Append(ctx, eventstore.Append{Stream: stream, Expected: eventstore.NoStream,
			Events: []eventstore.Event{{ID: command, Type: eventSeen, Schema: seenSchema, Data: data,
				Meta: projections.EncodeMeta(projections.Meta{CommandID: command, CorrelationID: command,
					CausationID: command, Tool: "principals", UserID: id, OccurredAt: now})}}})
		if !errors.Is(err, eventstore.ErrWrongExpected) {
			return id, err
		}
	}
}

// recorded returns the id that a stream records, or "" if there is none.
func (t *twins) recorded(ctx context.Context, stream string) (string, error) {
	for r, err := range t.store.Read(ctx, stream, 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return "", nil
		}
		if err != nil {
			return "", err
		}
		var e identitySeen
		if err := json.Unmarshal(r.Data, &e); err != nil || e.ID == "" {
			return "", fmt.Errorf("%w: the record of an id in %s", eventstore.ErrCorrupt, stream)
		}
		return e.ID, nil
	}
	return "", nil
}
