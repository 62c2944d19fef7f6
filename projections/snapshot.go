package projections

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/geometry/processors"
)

// snapshotMagic begins every snapshot. Its number is the version of the file format; ReducerVersion is the version of
// the contents.
const snapshotMagic = "bimstream snapshot 2\n"

// snapshotHeader is the second line of a snapshot, as JSON: the identity of the state, and a digest of everything.
type snapshotHeader struct {
	Reducer  string          `json:"reducer"`
	Stream   string          `json:"stream"`
	Revision uint64          `json:"revision"`
	Hash     string          `json:"hash"` // hash of the event at the revision; it also covers all earlier events
	At       time.Time       `json:"at"`
	Meta     json.RawMessage `json:"meta"`
	Model    int             `json:"model_bytes"`
	History  int             `json:"history_bytes"`
	Digest   string          `json:"sha256"` // digest of the model, the history and this header without the digest
	// Seal is the code of the digest under the key of the installation that wrote the snapshot.
	Seal string `json:"seal,omitempty"`
}

// Seals makes and checks codes under a key that is kept outside of the store and of the folder of snapshots.
type Seals interface {
	Seal(purpose string, texts ...[]byte) string
	Holds(seal, purpose string, texts ...[]byte) bool
	Own(seal string) bool     // reports whether the code claims to be made with this key
	Whose(seal string) string // returns in words whose key made an invalid code
}

// sealSnapshot is the purpose of the codes of snapshots.
const sealSnapshot = "snapshot"

var errNotASnapshot = errors.New("not a snapshot of this stream by this version")

// unbelieved is the error of a snapshot without the code of this installation.
type unbelieved struct{ why string }

func (e *unbelieved) Error() string { return e.why }

// encodeSnapshot encodes a stored view, with a code if there are seals.
func encodeSnapshot(v *View, seals Seals) []byte {
	model, past := v.Model.Pack(), v.history.pack()
	h := snapshotHeader{
		Reducer: state.ReducerVersion(), Stream: StreamName(v.ModelID, v.Branch), Revision: v.Revision,
		Hash: hex.EncodeToString(v.Hash[:]),
		At:   v.At, Meta: EncodeMeta(v.LastMeta), Model: len(model), History: len(past),
	}
	h.Digest = h.digest(model, past)
	if seals != nil {
		h.Seal = seals.Seal(sealSnapshot, []byte(h.Digest))
	}
	return bytes.Join([][]byte{[]byte(snapshotMagic), h.encode(), {'\n'}, model, past}, nil)
}

func (h snapshotHeader) encode() []byte {
	line, err := json.Marshal(h)
	if err != nil { // a header always encodes: its metadata is JSON
		panic("projections: the header of a snapshot: " + err.Error())
	}
	return line
}

func (h snapshotHeader) digest(parts ...[]byte) string {
	h.Digest, h.Seal = "", ""
	sum := sha256.New()
	sum.Write(h.encode())
	for _, p := range parts {
		sum.Write(p)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// decodeSnapshot decodes a snapshot of a stream to a draft for the following events. A late draft makes the indexes of
// the elements on first use.
func decodeSnapshot(data []byte, stream string, late bool, seals Seals) (*draft, error) {
	h, body, err := splitSnapshot(data)
	if err != nil || h.Reducer != state.ReducerVersion() || h.Stream != stream || h.digest(body) != h.Digest {
		return nil, errNotASnapshot
	}
	if seals != nil && !seals.Holds(h.Seal, sealSnapshot, []byte(h.Digest)) {
		return nil, &unbelieved{seals.Whose(h.Seal)}
	}
	hash, err := hex.DecodeString(h.Hash)
	if err != nil || len(hash) != len(eventstore.Hash{}) {
		return nil, errNotASnapshot
	}
	meta, err := DecodeMeta(h.Meta)
	if err != nil {
		return nil, errNotASnapshot
	}
	var once func(func()) func()
	if late {
		once = sync.OnceFunc
	}
	model, past, err := unpackBoth(body[:h.Model], body[h.Model:], once)
	if err != nil {
		return nil, err
	}
	return &draft{late: late, model: model, history: past, next: h.Revision + 1,
		hash: eventstore.Hash(hash), at: h.At, meta: meta}, nil
}

// splitSnapshot parses the header and returns it with the rest.
func splitSnapshot(data []byte) (h snapshotHeader, body []byte, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(snapshotMagic))
	line, body, found := bytes.Cut(rest, []byte{'\n'})
	if !ok || !found || json.Unmarshal(line, &h) != nil || h.Model < 0 || h.History < 0 ||
		h.Model+h.History != len(body) {
		return snapshotHeader{}, nil, errNotASnapshot
	}
	return h, body, nil
}

// unpackBoth decodes the model and the history concurrently.
func unpackBoth(model, past []byte, once func(func()) func()) (*state.Model, history, error) {
	var busy sync.WaitGroup
	var h history
	var historyErr error
	busy.Go(func() { h, historyErr = unpackHistory(past) })
	m, err := state.Unpack(model, processors.Together, once)
	busy.Wait()
	if err == nil {
		m.Remembering(oneAtATime)
	}
	return m, h, errors.Join(err, historyErr)
}
