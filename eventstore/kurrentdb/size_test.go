package kurrentdb

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// sized returns an append of one event with the given number of bytes of data.
func sized(stream string, n int) eventstore.Append {
	p := storetest.Part(stream, eventstore.Any, fmt.Sprint(stream, n))
	p.Events[0].Data = fmt.Appendf(nil, `{"x":"%s"}`, bytes.Repeat([]byte("y"), n-len(`{"x":""}`)))
	return p
}

// TestAnAppendOverTheBoundTakesSeveralCalls writes one event that is larger than a call, and an append of many events
// that is larger than a call.
func TestAnAppendOverTheBoundTakesSeveralCalls(t *testing.T) {
	d := server(t, double.Options{MaxAppendSize: 10_000})
	s, other := open(t, d.URL(), Options{MaxAppendBytes: 10_000}), open(t, d.URL(), Options{})
	large := sized("walls", 95_000)
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprint("many ", i))
	}
	if _, err := s.Append(t.Context(), large, storetest.Part("doors", eventstore.NoStream, many...)); err != nil {
		t.Fatal(err)
	}
	if n := d.Calls(double.Append); n < 10 {
		t.Errorf("%d calls", n)
	}
	for _, store := range []*Store{s, other} {
		got, err := storetest.Drain(store.ReadAll(t.Context(), 0))
		if err != nil || len(got) != 101 || !bytes.Equal(got[0].Data, large.Events[0].Data) ||
			got[100].Position != 101 {
			t.Errorf("%d events, %v", len(got), err)
		}
	}
}

// TestAnAppendOverTheServersBound uses a server with a lower limit than configured. The client does not report that an
// append is too large. The store must find out the limit, and the append must succeed.
func TestAnAppendOverTheServersBound(t *testing.T) {
	for name, n := range map[string]int{"seen while sending": 3 << 20, "seen at the end": 1<<20 + 10} {
		t.Run(name, func(t *testing.T) {
			s := open(t, server(t, double.Options{}).URL(), Options{MaxAppendBytes: 8 << 20})
			failures := make(chan error, 1)
			go func() {
				_, err := s.Append(t.Context(), sized("walls", n))
				failures <- err
			}()
			for i := range 20 { // neighbours that may share its call
				if _, err := s.Append(t.Context(), sized("doors", 100+i)); err != nil {
					t.Error(err)
				}
			}
			if err := <-failures; err != nil {
				t.Errorf("error %v: the store learns what the server takes", err)
			}
			if heads, err := s.Streams(t.Context(), ""); err != nil || len(heads) != 2 || heads[0].Revision != 19 {
				t.Errorf("streams %v, %v", heads, err)
			}
		})
	}
}

// TestTheContractsLargestAppend writes one event of almost 16 MiB to a server that accepts it.
func TestTheContractsLargestAppend(t *testing.T) {
	s := open(t, server(t, double.Options{MaxAppendSize: 64 << 20}).URL(), Options{MaxAppendBytes: 17 << 20})
	p := sized("walls", eventstore.MaxAppendBytes-200)
	if _, err := s.Append(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	got, err := storetest.Drain(s.Read(t.Context(), "walls", 0))
	if err != nil || len(got) != 1 || !bytes.Equal(got[0].Data, p.Events[0].Data) {
		t.Errorf("%d events, %v", len(got), err)
	}
}
