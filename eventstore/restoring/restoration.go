package restoring

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/eventstore/sqlite"
)

// Restoration restores the events that a server lost when it was set back to an older copy. Make one with Open.
type Restoration struct {
	Mirror *sqlite.Store    // the content of this machine
	Server *kurrentdb.Store // the content of the server, over a separate mirror
	Lost   []eventstore.Missing

	connection string
	options    kurrentdb.Options
	fresh      string // the folder of the server's mirror
}

// Open compares this machine's mirror with the server. It writes nothing to either.
func Open(ctx context.Context, connectionString string, options kurrentdb.Options) (r *Restoration, err error) {
	r = &Restoration{connection: connectionString, options: options}
	if r.fresh, err = os.MkdirTemp("", "bimstream-restore-"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
		}
	}()
	fresh := options
	fresh.MirrorDir = r.fresh
	if r.Server, err = kurrentdb.Open(connectionString, fresh); err != nil {
		return r, err
	}
	if r.Mirror, err = sqlite.Open(r.mirrorFolder(), sqlite.Options{Refetchable: true}); err != nil {
		return r, err
	}
	if err := r.Server.Connect(ctx); err != nil {
		return r, err
	}
	known, _ := eventstore.Optimistic(ctx) // the server was asked just now
	r.Lost, err = eventstore.MissingFrom(known, r.Server, r.Mirror)
	return r, err
}

func (r *Restoration) mirrorFolder() string {
	return filepath.Join(r.options.MirrorDir, r.Server.Namespace())
}

// Outcome is the result of a restoration.
type Outcome struct {
	Appended uint64 // events that were written to the server again
	// the number of events of streams that diverged; the namespace Namespace has the whole content of the mirror
	Kept      uint64
	Namespace string // "" when there were none
	Aside     string // new path of the old mirror; "" if there was none
}

// Restore appends the lost events of streams that did not diverge. If other streams diverged, it writes the whole
// mirror to a separate namespace. Then it moves the mirror aside, and the next use fetches a new one.
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
		if out.Kept, out.Namespace, err = diverged, r.Server.Namespace()+".kept."+stamp,
			r.keep(ctx, r.Server.Namespace()+".kept."+stamp); err != nil {
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

// keep writes the whole mirror to another namespace of the server.
func (r *Restoration) keep(ctx context.Context, namespace string) (err error) {
	options := r.options
	options.MirrorDir = filepath.Join(r.fresh, "kept")
	kept, err := kurrentdb.Open(kurrentdb.InNamespace(r.connection, namespace), options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	_, err = eventstore.Copy(ctx, r.Mirror, kept, eventstore.CopyOptions{})
	return err
}

// Close releases the resources of the comparison.
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
