package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

// readiness returns the readiness of a server, which must be the same at both of its addresses.
func (s *httpServer) readiness() (status int, text string) {
	s.t.Helper()
	c := s.as("")
	s.eventually("the same at both addresses", func() bool {
		var said []int
		for _, base := range []string{strings.TrimSuffix(s.url, "/mcp"), s.operations} {
			r, err := http.Get(base + "/readyz")
			if err != nil {
				s.t.Fatal(err)
			}
			status, text = r.StatusCode, c.text(r)
			said = append(said, status)
		}
		return said[0] == said[1]
	})
	return status, text
}

// TestAServerWithoutItsStoreIsNotReady takes away the store of running servers: the files of one, and the KurrentDB
// server of another. They must report that they are alive but not ready, without naming the location of the store. They
// must be ready again when the store is back.
func TestAServerWithoutItsStoreIsNotReady(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	node := startDouble(t, double.Options{})
	for name, c := range map[string]struct {
		server     *httpServer
		take, back func() error
	}{
		"files that were moved away": {
			serveTeam(t, data), func() error {
				return os.Rename(filepath.Join(data, "bimstream.db"),
					filepath.Join(data, "away"))
			},
			func() error { return os.Rename(filepath.Join(data, "away"), filepath.Join(data, "bimstream.db")) },
		},
		"a store's server that is gone": {
			serveTeam(t, t.TempDir(), "--store", node.URL()), func() error { node.Stop(); return nil }, node.Restart,
		},
	} {
		s := c.server
		ann := s.begin(annsToken)
		ann.must("create_model", arguments{"name": "House"}, nil)
		if status, text := s.readiness(); status != http.StatusOK {
			t.Errorf("%s, before: %d %s", name, status, text)
		}
		if err := c.take(); err != nil {
			t.Fatal(err)
		}
		s.eventually(name+": not ready", func() bool {
			status, _ := s.readiness()
			return status == http.StatusServiceUnavailable
		})
		if _, text := s.readiness(); strings.Contains(text, s.data) || strings.Contains(text, node.Address()) {
			t.Errorf("%s: %s", name, text)
		}
		if r, err := http.Get(s.operations + "/healthz"); err != nil || r.StatusCode != http.StatusOK {
			t.Errorf("%s: the process is alive, and says %v %v", name, r, err)
		}
		if r, err := http.Get(s.operations + "/metrics"); err != nil ||
			!strings.Contains(ann.text(r), "bimstream_store_up 0") {
			t.Errorf("%s: the metrics say that the store is up", name)
		}
		if a := ann.ask("create_model", arguments{"name": "Second"}); a.Success || !a.Error.Retryable {
			t.Errorf("%s: a change is answered %s", name, a.Text)
		}
		if err := c.back(); err != nil {
			t.Fatal(err)
		}
		s.eventually(name+": ready again", func() bool { status, _ := s.readiness(); return status == http.StatusOK })
		ann.must("create_model", arguments{"name": "Third"}, nil)
	}
}
