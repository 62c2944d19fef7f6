package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/kurrentdb"
	"github.com/bimstream/bimstream/eventstore/signing"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
)

// storeVariable names the environment variable that says which server has the store.
const storeVariable = "BIMSTREAM_STORE"

// storePlace is where a store is: in a folder, or on a server, with its mirror in the folder.
type storePlace struct{ data, store string }

const storeUsage = "connection string of a KurrentDB store (esdb://...) instead of the embedded one, or @FILE with " +
	"it in; its mirror is kept in --data (or " + storeVariable + ")"

// placeFlags adds the flags that say where the store is.
func placeFlags(c *cobra.Command) *storePlace {
	p := &storePlace{}
	p.flags(c.Flags())
	return p
}

func (p *storePlace) flags(f *pflag.FlagSet) {
	f.StringVar(&p.data, "data", defaultData(), "folder of the event store (or "+dataVariable+")")
	f.StringVar(&p.store, "store", "", storeUsage)
}

// connection returns the connection string that the flag, its file or the variable has; "" for the embedded store.
func (p *storePlace) connection() (string, error) {
	text, from := p.store, "--store"
	if text == "" {
		text, from = os.Getenv(storeVariable), storeVariable
	}
	if file, isFile := strings.CutPrefix(text, "@"); isFile {
		content, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("%s: %w", from, err)
		}
		text = strings.TrimSpace(string(content))
	}
	if text != "" && !kurrentdb.IsConnectionString(text) {
		return "", fmt.Errorf("%s takes a connection string such as esdb://host:2113, or @FILE with one in; the "+
			"embedded store's folder is --data", from)
	}
	return text, nil
}

// engine is a store with what server_health says of it. One of local and remote is not nil.
type engine struct {
	eventstore.Store
	name, location string
	local          *sqlite.Store
	remote         *kurrentdb.Store
	installation   *signing.Installation
}

// open opens the store. An embedded one is made by the first change.
func (p *storePlace) open() (engine, error) {
	connection, err := p.connection()
	if err != nil {
		return engine{}, err
	}
	if connection == "" {
		return openFolder(p.data)
	}
	return openServer(connection, p.data)
}

func openFolder(dir string) (engine, error) {
	store, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		return engine{}, err
	}
	in := installationOf(dir)
	return engine{Store: signed(store, in, store.Path()), name: "sqlite", location: store.Path(), local: store,
		installation: in}, nil
}

func openServer(connection, data string) (engine, error) {
	store, err := kurrentdb.Open(connection, kurrentdb.Options{MirrorDir: filepath.Join(data, "mirror")})
	if err != nil {
		return engine{}, err
	}
	in := installationOf(data)
	return engine{Store: signed(store, in, store.MirrorPath()), name: "kurrentdb", location: store.MirrorPath(),
		remote: store, installation: in}, nil
}

// openExisting opens a store that must be there: a command that only reads does not make one, and one that is for a
// person says at once what is wrong with a server.
func (p *storePlace) openExisting(ctx context.Context) (engine, error) {
	e, err := p.open()
	if err != nil {
		return engine{}, err
	}
	if err := e.mustBeThere(ctx, p.data); err != nil {
		return engine{}, errors.Join(err, e.Close())
	}
	return e, nil
}

func (e engine) mustBeThere(ctx context.Context, dir string) error {
	if e.remote != nil {
		return e.remote.Connect(ctx)
	}
	if _, err := os.Stat(e.local.Path()); err != nil {
		return fmt.Errorf("no event store in %s: name its folder with --data, or make one with bimstream demo", dir)
	}
	return nil
}

// limitsDir is the folder of the files that count limits: on a server those of its namespace.
func limitsDir(e engine, data string) string {
	if e.remote != nil {
		return filepath.Join(data, "limits", filepath.Base(filepath.Dir(e.remote.MirrorPath())))
	}
	return filepath.Join(data, "limits")
}

// backup copies the store into a new file.
func (e engine) backup(ctx context.Context, file string) error {
	if e.remote != nil {
		return e.remote.Backup(ctx, file)
	}
	return e.local.Backup(ctx, file)
}

// connection says how the store stands to its server.
func (e engine) connection(ctx context.Context) (*app.Connection, error) {
	h, err := e.remote.Health(ctx)
	if err != nil {
		return nil, err
	}
	c := &app.Connection{
		State: h.State, Problem: h.Problem, Node: h.Node, Version: h.Version, Log: h.Log,
		LogEvents: h.LogEvents, Mirrored: h.MirrorEvents,
		VoidAppends: h.VoidAppends, VoidEvents: h.VoidEvents, Strangers: h.Strangers,
		First: h.FirstStranger, Position: h.Position,
	}
	if !h.Since.IsZero() {
		since := h.Since.UTC()
		c.Since = &since
	}
	return c, nil
}

// words are those by which a command finds the same store. A connection string may hold a password: it is left to the
// variable or the file that the person has it in.
func (p *storePlace) words() string {
	folder, err := filepath.Abs(p.data)
	if err != nil {
		folder = p.data
	}
	out := "--data " + mcp.Quoted(folder)
	if file, isFile := strings.CutPrefix(p.store, "@"); isFile {
		out += " --store " + mcp.Quoted("@"+file)
	}
	return out
}
