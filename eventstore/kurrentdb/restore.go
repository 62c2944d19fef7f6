package kurrentdb

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// Restoration brings back what a server lost that was set back to an older copy. Make one with OpenRestoration.
type Restoration struct {
	Mirror *sqlite.Store // what this machine has
	Server *Store        // what the server has now, over a mirror of its own
	Lost   []eventstore.Missing

	connection string
	options    Options
	fresh      string // the folder of the server's mirror
}

// OpenRestoration compares this machine's mirror with the server. It writes nothing.
func OpenRestoration(ctx context.Context, connectionString string, options Options) (r *Restoration, err error) {
	_, complete, err := configure(connectionString, options)
	if err != nil {
		return nil, err
	}
	r = &Restoration{connection: connectionString, options: complete}
	if r.fresh, err = os.MkdirTemp("", "bimstream-restore-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	if r.Mirror, err = sqlite.Open(r.mirrorFolder(), sqlite.Options{Refetchable: true}); err != nil {
		return r, err
	}
	fresh := options
	fresh.MirrorDir = r.fresh
	if r.Server, err = Open(connectionString, fresh); err != nil {
		return r, err
	}
	if err := r.Server.Connect(ctx); err != nil {
		return r, err
	}
	if err := r.Server.flush(ctx); err != nil { // what is compared are the two mirrors
		return r, err
	}
	r.Lost, err = eventstore.MissingFrom(ctx, r.Server.mirror, r.Mirror)
	return r, err
}

func (r *Restoration) mirrorFolder() string {
	return filepath.Join(r.options.MirrorDir, r.options.Namespace)
}

// Outcome is what a restoration did.
type Outcome struct {
	Appended uint64 // events that are on the server again
	// events of streams that went on otherwise, in the namespace Namespace with all that the mirror has
	Kept      uint64
	Namespace string // "" when there were none
	Aside     string // where the mirror of before is now; "" when there was none
}

// Restore appends what the server lost where its streams did not go on otherwise. Where they did, the whole of the
// mirror is written to a namespace of its own. Then the mirror is put aside, and a new one is fetched by the next use.
func (r *Restoration) Restore(ctx context.Context, now time.Time) (out Outcome, err error) {
	wanted, diverged := map[string]bool{}, uint64(0)
	for _, l := range r.Lost {
		if l.Diverged {
			diverged += l.Events
			continue
		}
		wanted[l.Stream] = true
	}
	copied, err := eventstore.Copy(ctx, r.Mirror, r.Server,
		eventstore.CopyOptions{Wants: func(stream string) bool { return wanted[stream] }})
	out.Appended = copied.Written
	if err != nil {
		return out, err
	}
	stamp := now.UTC().Format("20060102.150405.000")
	if diverged > 0 {
		if out.Kept, out.Namespace, err = diverged, r.options.Namespace+".kept."+stamp,
			r.keep(ctx, r.options.Namespace+".kept."+stamp); err != nil {
			return out, err
		}
	}
	if err := r.Mirror.Close(); err != nil {
		return out, err
	}
	r.Mirror = nil
	if _, err := os.Stat(r.mirrorFolder()); errors.Is(err, os.ErrNotExist) {
		return out, nil // this machine has never read the log
	}
	out.Aside = r.mirrorFolder() + ".before-" + stamp
	return out, os.Rename(r.mirrorFolder(), out.Aside)
}

// keep writes all of the mirror to another namespace of the server.
func (r *Restoration) keep(ctx context.Context, namespace string) (err error) {
	options := r.options
	options.MirrorDir = filepath.Join(r.fresh, "kept")
	kept, err := Open(InNamespace(r.connection, namespace), options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	_, err = eventstore.Copy(ctx, r.Mirror, kept, eventstore.CopyOptions{})
	return err
}

// Close ends the comparison.
func (r *Restoration) Close() error {
	var errs []error
	if r.Mirror != nil {
		errs = append(errs, r.Mirror.Close())
	}
	if r.Server != nil {
		errs = append(errs, r.Server.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(r.fresh))...)
}

// InNamespace returns a connection string for another namespace of the same server.
func InNamespace(connectionString, namespace string) string {
	return withSetting(connectionString, namespaceSetting, namespace)
}
