package kurrentdb

import (
	"errors"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func TestOurOwnFormIsScanned(t *testing.T) {
	for _, meta := range []string{"", `{}`, `{"actor":"a","x":"\"}"}`, `{"correlation_id":"c","causation_id":"d"}`} {
		r := record(meta)
		b, err := encodeEnvelope(&r, envelope{More: 3, Commit: "w.1", Known: 7})
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := scanEnvelope(b, nil); !ok || string(e.Meta) != meta || e.More != 3 ||
			e.Stream != r.Stream || e.ID != r.ID {
			t.Errorf("%s was read as %+v, %v", b, e, ok)
		}
	}
	for _, b := range []string{
		``, `{}`, `{"id":"a"`, `{"id":"a\n","stream":"s"}`, `{"id":"a","stream":"s","revision":-1}`,
		`{"id":"a","stream":"s","revision":1,"schema":1,"more":00,"prev_hash":"","hash":""}`,
		`{"id":"a","stream":"s","revision":9999999999999999999,"schema":1,"more":0,"prev_hash":"","hash":""}`,
		`{"id":"a","stream":"s","revision":1,"schema":1,"more":0,"prev_hash":"","hash":"","meta":`,
	} {
		if e, ok := scanEnvelope([]byte(b), nil); ok {
			t.Errorf("%s was read as %+v", b, e)
		}
	}
}

// FuzzDecode changes the metadata of an event. Whatever is accepted must be what encoding/json makes of the same bytes.
func FuzzDecode(f *testing.F) {
	for _, meta := range []string{"", `{}`, `{"actor":"a"}`, ` {"a":1}`, `{"correlation_id":"c"}`} {
		r := record(meta)
		b, err := encodeEnvelope(&r, envelope{More: 2, Commit: "w.1"})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, []byte(`{"name":"wall"}`))
		f.Add(append(b[:len(b)-1:len(b)-1], `,"id":"x"}`...), []byte(`{"name":"wall"}`))
	}
	f.Fuzz(func(t *testing.T, metadata, data []byte) {
		r := record("")
		r.Data = data
		sent, err := encode(&r, 0, "w.1")
		if err != nil {
			t.Skip()
		}
		e := stored(sent, r)
		e.UserMetadata = metadata
		got, err := decode(e, nil)
		want, wantErr := unmarshalled(e)
		same := got.kind == want.kind && got.more == want.more && got.commit == want.commit &&
			storetest.SameRecord(got.record, want.record)
		if (err == nil) != (wantErr == nil) || (err == nil && !same) {
			t.Errorf("decoded as %+v, %v; encoding/json says %+v, %v", got, err, want, wantErr)
		}
		if err != nil && !errors.Is(err, eventstore.ErrCorrupt) {
			t.Errorf("error %v", err)
		}
	})
}
