package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/google/uuid"
)

const (
	idempotencyPrefix  = "idempotency."
	eventCallCompleted = "call.completed"
	completedSchema    = 1
)

// completed is the only record in the stream of a key: the first result of the call.
type completed struct {
	Tool        string          `json:"tool"`
	InputSHA256 string          `json:"input_sha256"`
	Envelope    json.RawMessage `json:"envelope"`
}

// commandSpace is the name space of command ids that derive from an idempotency key.
var commandSpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("bimstream:command"))

// keyOf names an idempotency key for ever: keys of different principals or tools never meet.
func keyOf(principal, tool, key string) []byte {
	text, _ := json.Marshal([3]string{principal, tool, key}) // strings always encode
	return text
}

// idempotencyStream returns the stream of a key.
func idempotencyStream(principal, tool, key string) string {
	return idempotencyPrefix + hashBytes(keyOf(principal, tool, key))
}

// commandID returns the id of the command that a key stands for.
func commandID(principal, tool, key string) string {
	return uuid.NewSHA1(commandSpace, keyOf(principal, tool, key)).String()
}

// earlier returns the result that the key stands for, nil when there is none yet. The record of another call under the
// same key is IDEMPOTENCY_MISMATCH.
func (cc *chainCall) earlier(ctx context.Context) (json.RawMessage, error) {
	if !cc.keyed() {
		return nil, nil
	}
	for recorded, err := range cc.server.store.Read(ctx, cc.keyStream(), 0) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("look up the idempotency key: %w", err)
		}
		var c completed
		if err := json.Unmarshal(recorded.Data, &c); err != nil {
			return nil, fmt.Errorf("%w: the record of an idempotency key: %w", eventstore.ErrCorrupt, err)
		}
		if c.InputSHA256 != cc.keyedHash && c.InputSHA256 != hashWritten(cc.parsed, cc.call.Arguments) {
			return nil, domain.Errorf(domain.IdempotencyMismatch,
				"this idempotency key was used with other arguments; nothing was changed; repeat the first call "+
					"exactly, or take a new key").
				With("idempotency_key", cc.call.Common.IdempotencyKey)
		}
		return c.Envelope, nil
	}
	return nil, nil
}

// keyed reports whether the call's result is kept under a key. A dry run has no result to keep.
func (cc *chainCall) keyed() bool {
	return cc.call.Common.IdempotencyKey != "" && !cc.call.DryRun() && cc.entry.properties["idempotency_key"]
}

func (cc *chainCall) keyStream() string {
	return idempotencyStream(cc.call.Principal.identity(), cc.entry.Name, cc.call.Common.IdempotencyKey)
}

// completion is the append that keeps a result under the call's key. Its event has an id of its own in every attempt:
// another process that got there first is a conflict, never the same fact.
func (cc *chainCall) completion(envelope []byte) (eventstore.Append, error) {
	data, err := json.Marshal(completed{cc.entry.Name, cc.keyedHash, envelope})
	if err != nil {
		return eventstore.Append{}, fmt.Errorf("keep the result: %w", err)
	}
	return eventstore.Append{Stream: cc.keyStream(), Expected: eventstore.NoStream, Events: []eventstore.Event{{
		ID: cc.server.newID(), Type: eventCallCompleted, Schema: completedSchema, Data: data,
	}}}, nil
}
