package projections

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/signing"
)

// Checkpoint is a signed record of where all streams of a store ended at a time. Kept outside the store, it reveals
// changes that the chains of hashes cannot reveal: streams or their ends that were removed, streams rewritten from some
// event on, and a store that was replaced or set back.
type Checkpoint struct {
	Form    int              `json:"form"` // version of this shape, 1
	At      string           `json:"at"`   // RFC 3339
	Streams []CheckpointHead `json:"streams"`
	// Key is the Ed25519 public key. Signature is the signature over the checkpoint without the signature itself. Both
	// are in hexadecimal.
	Key       string `json:"key"`
	Signature string `json:"signature,omitempty"`
}

// CheckpointHead is the end of a stream.
type CheckpointHead struct {
	Stream   string `json:"stream"`
	Revision uint64 `json:"revision"`
	Hash     string `json:"hash"`
}

// checkpointForm is the version of the shape of checkpoints.
const checkpointForm = 1

// NewCheckpoint reads the ends of all streams of a store and signs them.
func NewCheckpoint(ctx context.Context, store eventstore.Store, at string,
	key ed25519.PrivateKey) (*Checkpoint, error) {
	heads, err := store.Streams(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("list the streams of the store: %w", err)
	}
	public, ok := key.Public().(ed25519.PublicKey)
	if !ok {
		return nil, errors.New("the key has no public half")
	}
	c := &Checkpoint{Form: checkpointForm, At: at, Streams: []CheckpointHead{}, Key: hex.EncodeToString(public)}
	for _, h := range heads {
		c.Streams = append(c.Streams, CheckpointHead{h.Stream, h.Revision, hex.EncodeToString(h.Hash[:])})
	}
	c.Signature = hex.EncodeToString(ed25519.Sign(key, c.signed()))
	return c, nil
}

// signed returns the text that is signed.
func (c *Checkpoint) signed() []byte {
	bare := *c
	bare.Signature = ""
	text, err := json.Marshal(bare)
	if err != nil { // texts and numbers always encode
		return nil
	}
	return text
}

// ReadCheckpoint parses a checkpoint and checks its signature. trusted, if given, is the key that must have signed it.
// Without it, the signature only shows that the file is undamaged.
func ReadCheckpoint(text []byte, trusted string) (*Checkpoint, error) {
	var c Checkpoint
	if err := json.Unmarshal(text, &c); err != nil || c.Form != checkpointForm {
		return nil, state.Errorf(state.SchemaValidationFailed, "this is no checkpoint of form %d", checkpointForm)
	}
	key, err := hex.DecodeString(c.Key)
	signature, failed := hex.DecodeString(c.Signature)
	if err != nil || failed != nil || len(key) != ed25519.PublicKeySize || !ed25519.Verify(key, c.signed(), signature) {
		return nil, state.Errorf(state.StoreCorrupt,
			"the checkpoint does not have the signature of its key: it was changed")
	}
	if trusted != "" && trusted != c.Key {
		return nil, state.Errorf(state.StoreCorrupt,
			"the checkpoint is signed by the key %s, not by the one that is trusted", c.Key)
	}
	return &c, nil
}

// FaultCut is the fault of a stream whose end is missing, or of a missing stream.
const FaultCut FaultKind = "cut"

// Compare compares a store with a checkpoint. Streams may have grown since. It reads each stream up to its end in the
// checkpoint and recomputes its chain.
func (c *Checkpoint) Compare(ctx context.Context, store eventstore.Store) ([]StreamReport, error) {
	var out []StreamReport
	missing, signed := 0, 0
	for _, was := range c.Streams {
		report, err := was.compare(ctx, store)
		if err != nil {
			return nil, err
		}
		switch {
		case strings.HasPrefix(was.Stream, signing.StreamPrefix):
			signed++ // this stream is named after a key, which also signs other stores
		case report.Events == 0:
			missing++
		}
		out = append(out, report)
	}
	if missing > 0 && missing+signed == len(c.Streams) {
		for i := range out {
			if len(out[i].Faults) == 0 {
				continue
			}
			out[i].Faults[0].Reason = "the store has none of the checkpoint's streams: it is another store"
		}
	}
	return out, nil
}

func (was CheckpointHead) compare(ctx context.Context, store eventstore.Store) (StreamReport, error) {
	v := verification{report: StreamReport{Stream: was.Stream}}
	fault := func(kind FaultKind, revision uint64, reason string, args ...any) {
		v.report.Faults = append(v.report.Faults, Fault{Kind: kind, Revision: revision,
			Reason: fmt.Sprintf(reason, args...)})
	}
	var chain eventstore.Verifier
	for r, err := range store.Read(ctx, was.Stream, 0) {
		switch {
		case errors.Is(err, eventstore.ErrStreamNotFound):
			fault(FaultCut, 0, "the stream had %d events and is gone: it was deleted, or the store was set back "+
				"or replaced", was.Revision+1)
			return v.report, nil
		case errors.Is(err, eventstore.ErrCorrupt):
			fault(FaultChanged, v.report.Events, "its chain does not hold: %v", err)
			return v.report, nil
		case err != nil:
			return v.report, fmt.Errorf("read %s: %w", was.Stream, err)
		}
		if err := chain.Verify(r); err != nil {
			fault(FaultChanged, r.Revision, "its chain does not hold: %v", err)
			return v.report, nil
		}
		v.count(r)
		if r.Revision == was.Revision {
			if hex.EncodeToString(r.Hash[:]) != was.Hash {
				fault(FaultChanged, r.Revision,
					"its event has another hash than the checkpoint: the stream was rewritten")
			}
			return v.report, nil
		}
	}
	fault(FaultCut, v.report.Events,
		"it ends at revision %d and had revision %d: its end was cut off, or the store was set back",
		int64(v.report.Events)-1, was.Revision)
	return v.report, nil
}

// Faulty reports whether any of the reports has faults.
func Faulty(reports []StreamReport) bool {
	return slices.ContainsFunc(reports, func(r StreamReport) bool { return len(r.Faults) > 0 })
}
