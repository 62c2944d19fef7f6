package signing

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/eventstore"
)

// StreamPrefix begins the names of the streams of signed heads, one per key.
const StreamPrefix = "heads."

const (
	eventSigned = "heads.signed"
	headSchema  = 1
	// streamsPerHead is the maximum number of streams in one event. If more streams moved, several events are written.
	streamsPerHead = 1000
)

// StreamOf returns the name of the stream of heads signed by a key.
func StreamOf(public ed25519.PublicKey) string { return StreamPrefix + KeyID(public) }

// Head records the ends of streams at a moment. It covers each stream that has changed since the previous head, except
// the stream of heads. It is the data of an event.
type Head struct {
	Seq      uint64 `json:"seq"`      // its revision in the stream of the key
	Previous string `json:"previous"` // hash of the event of the previous head, "" for none
	At       string `json:"at"`       // RFC 3339
	// Through is the position of the last event that the head covers, and Last is the hash of that event. A copy of the
	// store may have other positions, so that the event at Through may have another hash there.
	Through uint64      `json:"through"`
	Last    string      `json:"last"`
	Streams []StreamEnd `json:"streams"`
	// Key is the Ed25519 public key and Signature the signature over all other fields, both in hexadecimal.
	Key       string `json:"key"`
	Signature string `json:"signature,omitempty"`
}

// StreamEnd is the last event of a stream.
type StreamEnd struct {
	Stream   string `json:"stream"`
	Revision uint64 `json:"revision"`
	Hash     string `json:"hash"`
}

// signedText returns the text to sign. It includes the name of the stream, so that a head cannot be used as the head of
// another key.
func (h Head) signedText(stream string) []byte {
	h.Signature = ""
	text, err := json.Marshal(h)
	if err != nil { // texts and numbers can always be encoded
		return nil
	}
	return slices.Concat([]byte("bimstream signed head 1\n"+stream+"\n"), text)
}

// check returns the fault in the head of an event, or "" if there is none.
func (h Head) check(r eventstore.Recorded) string {
	key, err := hex.DecodeString(h.Key)
	signature, failed := hex.DecodeString(h.Signature)
	previous := ""
	if r.Revision > 0 {
		previous = hex.EncodeToString(r.PrevHash[:])
	}
	switch {
	case err != nil || failed != nil || len(key) != ed25519.PublicKeySize || StreamOf(key) != r.Stream:
		return "it is not signed by the key that the stream is named after"
	case !ed25519.Verify(key, h.signedText(r.Stream), signature):
		return "its signature does not hold: it was changed or put in"
	case h.Seq != r.Revision || h.Previous != previous:
		return "it was signed for another place: signed heads before it were taken away, or it was moved"
	}
	return ""
}

func decodeHead(r eventstore.Recorded) (Head, error) {
	var h Head
	if r.Type != eventSigned || json.Unmarshal(r.Data, &h) != nil {
		return h, errors.New("it is no signed head")
	}
	return h, nil
}

// placed is a head with its place in the store.
type placed struct {
	Head
	event eventstore.Recorded
}

// lastHead returns the newest head of a key, or nil if there is none.
func lastHead(ctx context.Context, store eventstore.Store, stream string) (*placed, error) {
	for r, err := range store.ReadBackward(ctx, stream) {
		if errors.Is(err, eventstore.ErrStreamNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		h, err := decodeHead(r)
		if err != nil {
			return nil, fmt.Errorf("%w: %s, revision %d: %w", eventstore.ErrCorrupt, stream, r.Revision, err)
		}
		return &placed{h, r}, nil
	}
	return nil, nil
}

// manyEvents is the number of new events above which a query for the ends of all streams costs less than reading the
// events.
const manyEvents = 10_000

// moved returns the ends of the streams that have changed since a head, except the stream of heads itself. It also
// returns the position and the hash of the last event that the ends cover.
func moved(ctx context.Context, store eventstore.Store, since *placed,
	own string) (ends []StreamEnd, through uint64, last string, err error) {
	until, err := store.Position(ctx)
	if err != nil {
		return nil, 0, "", err
	}
	from, err := followed(ctx, store, since)
	if err != nil {
		return nil, 0, "", err
	}
	found := map[string]StreamEnd{}
	if from > until || until-from > manyEvents {
		return allEnds(ctx, store, from, own)
	}
	for r, err := range store.ReadAll(ctx, from) {
		if err != nil {
			return nil, 0, "", err
		}
		if r.Position > until {
			break
		}
		last = hex.EncodeToString(r.Hash[:])
		if r.Stream != own {
			found[r.Stream] = StreamEnd{r.Stream, r.Revision, last}
		}
	}
	return sorted(found), until, last, nil
}

// followed returns the position in a store up to which a head covers the events. It returns 0 for a copy with other
// positions.
func followed(ctx context.Context, store eventstore.Store, since *placed) (uint64, error) {
	if since == nil || since.Through == 0 {
		return 0, nil
	}
	for r, err := range store.ReadAll(ctx, since.Through-1) {
		if err != nil {
			return 0, err
		}
		if r.Position == since.Through && hex.EncodeToString(r.Hash[:]) == since.Last {
			return since.Through, nil
		}
		break
	}
	return 0, nil // a copy with different positions
}

// allEnds implements moved for many events.
func allEnds(ctx context.Context, store eventstore.Store, from uint64,
	own string) (ends []StreamEnd, through uint64, last string, err error) {
	heads, err := store.Streams(ctx, "")
	if err != nil {
		return nil, 0, "", err
	}
	found := map[string]StreamEnd{}
	for _, h := range heads {
		if h.Position > through {
			through, last = h.Position, hex.EncodeToString(h.Hash[:])
		}
		if h.Stream != own && h.Position > from {
			found[h.Stream] = StreamEnd{h.Stream, h.Revision, hex.EncodeToString(h.Hash[:])}
		}
	}
	return sorted(found), through, last, nil
}

func sorted(ends map[string]StreamEnd) []StreamEnd {
	return slices.SortedFunc(maps.Values(ends), func(a, b StreamEnd) int { return cmp.Compare(a.Stream, b.Stream) })
}

// headSpace is the UUID name space for the ids of heads.
var headSpace = uuid.NewSHA1(uuid.NameSpaceURL, []byte("bimstream:head"))

// signEnds returns the append of signed heads for the given ends, following the head since.
func signEnds(key ed25519.PrivateKey, since *placed, ends []StreamEnd, through uint64, last string,
	at time.Time) eventstore.Append {
	stream := StreamOf(publicOf(key))
	part := eventstore.Append{Stream: stream, Expected: eventstore.NoStream}
	h := Head{At: at.UTC().Format(time.RFC3339Nano), Through: through, Last: last,
		Key: hex.EncodeToString(publicOf(key))}
	var previous eventstore.Hash
	if since != nil {
		part.Expected, part.PrevHash = eventstore.At(since.event.Revision), since.event.Hash
		h.Seq, previous = since.event.Revision+1, since.event.Hash
	}
	for some := range slices.Chunk(ends, streamsPerHead) {
		h.Streams, h.Previous = some, ""
		if h.Seq > 0 {
			h.Previous = hex.EncodeToString(previous[:])
		}
		h.Signature = hex.EncodeToString(ed25519.Sign(key, h.signedText(stream)))
		data, err := json.Marshal(h)
		if err != nil { // texts and numbers can always be encoded
			data = []byte("{}")
		}
		e := eventstore.Event{ID: uuid.NewSHA1(headSpace, []byte(h.Signature)).String(), Type: eventSigned,
			Schema: headSchema, Data: data}
		previous = eventstore.ChainHash(previous, stream, h.Seq, e)
		part.Events = append(part.Events, e)
		h.Seq++
	}
	return part
}
