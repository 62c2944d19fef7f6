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

// LiftRates takes the rates of people off a store: a benchmark is the loop that they are there to end.
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

// LiftRates takes the rates of people off the store in a folder, which is made where there is none.
func (b *bench) liftRates(data string) error {
	store, err := stores.OpenFolder(data)
	if err != nil {
		return err
	}
	return errors.Join(LiftRates(b.ctx, store), store.Close())
}

// LiftRates takes the rates of people off the server's store.
func (s *serverBench) liftRates() error {
	store, err := kurrentdb.Open(s.store, kurrentdb.Options{MirrorDir: filepath.Join(s.dir, "rates")})
	if err != nil {
		return err
	}
	return errors.Join(LiftRates(s.ctx, store), store.Close())
}
