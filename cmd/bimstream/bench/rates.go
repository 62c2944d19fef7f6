package bench

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/google/uuid"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/mcp"
)

// LiftRates removes the call rates of people from a store, because they would stop the loop of a benchmark.
func LiftRates(ctx context.Context, store eventstore.Store) error {
	a := &mcp.Approver{Store: store, Who: mcp.LocalHuman(), Now: time.Now,
		NewID: func() string { return uuid.Must(uuid.NewV7()).String() }}
	for _, category := range []mcp.Category{mcp.CategoryRead, mcp.CategoryMutation, mcp.CategoryExecution} {
		if _, err := a.Configure(ctx, "rate.people."+string(category)+".per_minute", "unlimited"); err != nil {
			return err
		}
	}
	return nil
}

// liftRates removes the call rates of people from the store in a folder, which it creates if there is none.
func (b *bench) liftRates(data string) error {
	store, err := stores.OpenFolder(data)
	if err != nil {
		return err
	}
	return errors.Join(LiftRates(b.ctx, store), store.Close())
}

// liftRates removes the call rates of people from the server's store.
func (s *serverBench) liftRates() error {
	store, err := kurrentdb.Open(s.store, kurrentdb.Options{MirrorDir: filepath.Join(s.dir, "rates")})
	if err != nil {
		return err
	}
	return errors.Join(LiftRates(s.ctx, store), store.Close())
}
