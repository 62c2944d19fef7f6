package kurrentdb

import (
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

// server starts a double that ends with the test.
func server(t testing.TB, options double.Options) *double.Server {
	t.Helper()
	d, err := double.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Stop)
	return d
}

// open opens a store that ends with the test.
func open(t testing.TB, url string, options Options) *Store {
	t.Helper()
	if options.MirrorDir == "" {
		options.MirrorDir = t.TempDir()
	}
	if options.CallTimeout == 0 {
		options.CallTimeout = 10 * time.Second
	}
	s, err := Open(url, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
	})
	return s
}

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) eventstore.Store {
		return open(t, server(t, double.Options{}).URL(), Options{})
	})
}
