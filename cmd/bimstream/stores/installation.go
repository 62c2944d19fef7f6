package stores

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/signing"
)

// SignLog receives warnings about failed signatures and untrusted states.
var SignLog = slog.New(slog.NewJSONHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))

// installations holds the installations in use by their folders, so that each key is read once.
var installations sync.Map

// InstallationOf returns the installation whose key signs a store.
func InstallationOf(data string) *signing.Installation {
	in, _ := installations.LoadOrStore(signing.Folder(data), signing.In(signing.Folder(data)))
	found, _ := in.(*signing.Installation) // the map holds nothing else
	return found
}

// signed wraps a store so that an installation signs its appends.
func signed(store eventstore.Store, in *signing.Installation, place string) *signing.Store {
	return signing.Wrap(store, in, signing.Options{Place: place, Log: SignLog})
}

// Bare returns the store without signing, for a copy that also copies the signed heads of its source.
func (e Engine) Bare() eventstore.Store {
	if s, ok := e.Store.(*signing.Store); ok {
		return s.Store
	}
	return e.Store
}

// Heads compares the store with its signed heads, and reports events that were changed or cut off.
func (e Engine) Heads(ctx context.Context) (*signing.Report, error) {
	return signing.Verify(ctx, e.Store, e.Installation, e.Location)
}

// Accept records that the current state of the store is intended: heads that are missing now are no longer reported.
func (e Engine) Accept(ctx context.Context) error {
	return e.Installation.Accept(ctx, e.Store, e.Location, time.Now().UTC().Format(time.RFC3339))
}
