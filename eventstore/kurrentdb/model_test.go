package kurrentdb

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/eventstore/storetest/modeltest"
)

// fresh returns a function that opens a new store at each call. The stores alternate between a server with batch
// appends, a server without them, and a server that notifies subscribers of an append before it answers the writer.
func fresh(t *testing.T) func() eventstore.Store {
	servers, n := []*double.Server{server(t, double.Options{}), server(t, double.Options{NoBatches: true}),
		server(t, double.Options{ToldFirst: true})}, 0
	return func() eventstore.Store {
		n++
		s, err := Open(servers[n%len(servers)].URL(), Options{
			MirrorDir: t.TempDir(), Namespace: fmt.Sprint("model", n), CallTimeout: 10 * time.Second,
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func TestSameAnswersAsMemory(t *testing.T) {
	t.Parallel()
	modeltest.Run(t, fresh(t), func() eventstore.Store { return memory.New() })
}

// TestSameAnswersAsSQLite runs only in soak tests, because SQLite's own tests compare it with memory.
func TestSameAnswersAsSQLite(t *testing.T) {
	if os.Getenv("BIMSTREAM_SOAK") == "" {
		t.Skip("in the long run only: set BIMSTREAM_SOAK=1")
	}
	modeltest.Run(t, fresh(t), func() eventstore.Store {
		s, err := sqlite.Open(t.TempDir(), sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}
