package sqlite

import (
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) eventstore.Store { return open(t, t.TempDir(), Options{}) })
}

// open returns a store in a directory below dir that does not exist yet.
func open(t testing.TB, dir string, options Options) *Store {
	t.Helper()
	s, err := Open(filepath.Join(dir, "data"), options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
