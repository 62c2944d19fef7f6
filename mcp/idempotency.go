package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/google/uuid"
)

const (
	idempotencyPrefix  = "idempotency."
	eventCallCompleted = "call.completed"
	completedSchema    = 1
)

// completed is the only record in the stream of an idempotency key: the first result of the call.
type completed struct {
	Tool        string          `json:"tool"`
	InputSHA256 string          `json:"input_sha256"`
	Envelope    json.RawMessage `json:"envelope"`
	// Seal is the code over this record and its stream, under the key of the installation that wrote it.
	Seal string `json:"seal,omitempty"`
}

// Seals creates and verifies codes with a key that is stored outside the store.
type Seals interface {
	Seal(purpose string, texts ...[]byte) string
	Holds(seal, purpose string, texts ...[]byte) bool
	Whose(seal string) string // describes who made a code that is not valid
}

// sealReply is the purpose of the codes over stored replies.
const sealReply = "reply"

// sealed returns the bytes over which the seal of a stored reply is computed.
func (c completed) sealed() ([]byte, error) {
	c.Seal = ""
	return json.Marshal(c)
}

// commandSpace is the name space of command ids that derive from an idempotency key.
var commandSpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("bimstream:command"))

// keyOf returns a permanent name for an idempotency key. Keys of different principals or tools never collide.
func keyOf(principal, tool, key string) []byte {
	text, _ := json.Marshal([3]string{principal, tool, key}) // strings always encode
	return text
}

// idempotencyStream returns the stream of a key.
func idempotencyStream(principal, tool, key string) string {
	return idempotencyPrefix + hashBytes(keyOf(principal, tool, key))
}

// commandID returns the id of the command for an idempotency key.
func commandID(principal, tool, key string) string {
	return uuid.NewSHA1(commandSpace, keyOf(principal, tool, key)).String()
}

// earlier returns the stored result for the call's key, or nil if there is none yet. The error is IDEMPOTENCY_MISMATCH
// if the key was used for another call.
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
			return nil, state.Errorf(state.IdempotencyMismatch,
				"this idempotency key was used with other arguments; nothing was changed; repeat the first call "+
					"exactly, or take a new key").
				With("idempotency_key", cc.call.Common.IdempotencyKey)
		}
		return c.Envelope, cc.believed(c)
	}
	return nil, nil
}

// believed returns an error for a stored reply that this installation has not written. The call is not repeated,
// because it may have been made already.
func (cc *chainCall) believed(c completed) error {
	seals := cc.server.config.Seals
	if seals == nil {
		return nil
	}
	text, err := c.sealed()
	if err != nil {
		return fmt.Errorf("%w: the record of an idempotency key: %w", eventstore.ErrCorrupt, err)
	}
	if seals.Holds(c.Seal, sealReply, []byte(cc.keyStream()), text) {
		return nil
	}
	return state.Errorf(state.IllegalState,
		"the reply that is kept under this idempotency key is not believed: %s. The call is not made again, because "+
			"it may have been made; look at the history for what it did, and take a new key to make it once more",
		seals.Whose(c.Seal)).
		With("idempotency_key", cc.call.Common.IdempotencyKey).With("command_id", cc.call.CommandID).
		With("state", "reply_not_believed").With("allowed", []string{"a new idempotency_key"})
}

// keyed reports whether the call's result is stored under a key. The result of a dry run is not.
func (cc *chainCall) keyed() bool {
	return cc.call.Common.IdempotencyKey != "" && !cc.call.DryRun() && cc.entry.properties["idempotency_key"]
}

func (cc *chainCall) keyStream() string {
	return idempotencyStream(cc.call.Principal.identity(), cc.entry.Name, cc.call.Common.IdempotencyKey)
}

// completion returns the append that stores a result under the call's key. Its event has a new id in every attempt, so
// that another process with the same key causes a conflict.
func (cc *chainCall) completion(envelope []byte) (eventstore.Append, error) {
	c := completed{Tool: cc.entry.Name, InputSHA256: cc.keyedHash, Envelope: envelope}
	if seals := cc.server.config.Seals; seals != nil {
		text, err := c.sealed()
		if err != nil {
			return eventstore.Append{}, fmt.Errorf("keep the result: %w", err)
		}
		c.Seal = seals.Seal(sealReply, []byte(cc.keyStream()), text)
	}
	data, err := json.Marshal(c)
	if err != nil {
		return eventstore.Append{}, fmt.Errorf("keep the result: %w", err)
	}
	return eventstore.Append{Stream: cc.keyStream(), Expected: eventstore.NoStream, Events: []eventstore.Event{{
		ID: cc.server.newID(), Type: eventCallCompleted, Schema: completedSchema, Data: data,
	}}}, nil
}
