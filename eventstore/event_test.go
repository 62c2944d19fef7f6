package eventstore

import (
	"encoding/hex"
	"errors"
	"testing"
)

func sample() Event {
	return Event{
		ID: "0190d3a8-7c1e-8a3b-9f00-000000000001", Type: "element.created", Schema: 1,
		Data: []byte(`{"a":1}`), Meta: []byte(`{"b":2}`),
	}
}

// TestChainHashIsFrozen checks the hash that is written into stores. A change would make every existing store look
// forged.
func TestChainHashIsFrozen(t *testing.T) {
	const want = "e6ff53945898176df34aeae7486c0d4117dfe2c78fdb0e3988986a51df49f330"
	h := ChainHash(Hash{1}, "walls", 7, sample())
	if got := hex.EncodeToString(h[:]); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

func TestChainHashCoversEveryField(t *testing.T) {
	base := ChainHash(Hash{}, "walls", 7, sample())
	changed := func(change func(*Event)) Hash {
		e := sample()
		change(&e)
		return ChainHash(Hash{}, "walls", 7, e)
	}
	for name, h := range map[string]Hash{
		"predecessor":       ChainHash(Hash{1}, "walls", 7, sample()),
		"stream":            ChainHash(Hash{}, "doors", 7, sample()),
		"revision":          ChainHash(Hash{}, "walls", 8, sample()),
		"id":                changed(func(e *Event) { e.ID = "0190d3a8-7c1e-8a3b-9f00-000000000002" }),
		"type":              changed(func(e *Event) { e.Type = "element.moved" }),
		"schema":            changed(func(e *Event) { e.Schema = 2 }),
		"data":              changed(func(e *Event) { e.Data = []byte(`{"a":2}`) }),
		"metadata":          changed(func(e *Event) { e.Meta = nil }),
		"a moved boundary":  changed(func(e *Event) { e.Data, e.Meta = []byte(`{"a":1}{`), []byte(`"b":2}`) }),
		"type and id glued": changed(func(e *Event) { e.ID, e.Type = e.ID+"e", e.Type[1:] }),
	} {
		if h == base {
			t.Errorf("%s: the hash did not change", name)
		}
	}
	if ChainHash(Hash{}, "walls", 7, sample()) != base {
		t.Error("the same event has two hashes")
	}
}

// chain records events of one stream as an engine would.
func chain(n int) []Recorded {
	var out []Recorded
	var prev Hash
	for i := range n {
		r := Recorded{Event: sample(), Stream: "walls", Revision: uint64(i), Position: uint64(2*i + 3), PrevHash: prev}
		r.ID = r.ID[:35] + string("0123456789"[i])
		r.Hash = ChainHash(prev, r.Stream, r.Revision, r.Event)
		prev = r.Hash
		out = append(out, r)
	}
	return out
}

func TestVerifierNamesTheDamagedEvent(t *testing.T) {
	verify := func(events []Recorded) (*Verifier, error) {
		var v Verifier
		for _, r := range events {
			if err := v.Verify(r); err != nil {
				return &v, err
			}
		}
		return &v, nil
	}
	whole := chain(5)
	v, err := verify(whole)
	if err != nil || v.Count() != 5 || v.Hash() != whole[4].Hash || v.Position() != whole[4].Position {
		t.Fatalf("a whole chain: %+v, %v", v, err)
	}
	for name, c := range map[string]struct {
		damage   func(events []Recorded) []Recorded
		revision uint64
	}{
		"changed data": {func(e []Recorded) []Recorded { e[2].Data = []byte(`{}`); return e }, 2},
		"removed":      {func(e []Recorded) []Recorded { return append(e[:2], e[3:]...) }, 3},
		"repeated":     {func(e []Recorded) []Recorded { return append(e[:3], e[2]) }, 2},
		"first cut":    {func(e []Recorded) []Recorded { return e[1:] }, 1},
		"renumbered":   {func(e []Recorded) []Recorded { e[3].Position = 1; return e }, 3},
		"rehashed": {func(e []Recorded) []Recorded {
			e[2].Data = []byte(`{}`)
			e[2].Hash = ChainHash(e[2].PrevHash, e[2].Stream, e[2].Revision, e[2].Event)
			return e
		}, 3},
	} {
		_, err := verify(c.damage(chain(5)))
		var corrupt *CorruptError
		if !errors.As(err, &corrupt) || !errors.Is(err, ErrCorrupt) || corrupt.Revision != c.revision {
			t.Errorf("%s: %v, want a CorruptError at revision %d", name, err, c.revision)
		}
	}
}
