package stores

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
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

// StoreVariable is the environment variable with the connection string of the store's server.
const StoreVariable = "BIMSTREAM_STORE"

// Place is the location of a store: in a folder, or on a server with its mirror in the folder.
type Place struct{ Data, Store string }

// StoreUsage explains the flag that names the server of a store.
const StoreUsage = "connection string of a KurrentDB store (esdb://...) instead of the embedded one, or @FILE with " +
	"it in; its mirror is kept in --data (or " + StoreVariable + ")"

// Flags adds the flags for the location of the store to a command.
func Flags(c *cobra.Command) *Place {
	p := &Place{}
	p.AddFlags(c.Flags())
	return p
}

// AddFlags adds the flags for the location of the store to a set.
func (p *Place) AddFlags(f *pflag.FlagSet) {
	f.StringVar(&p.Data, "data", DefaultData(), "folder of the event store (or "+DataVariable+")")
	f.StringVar(&p.Store, "store", "", StoreUsage)
}

// Connection returns the connection string from the flag, the file that the flag names, or the variable; "" means the
// embedded store.
func (p *Place) Connection() (string, error) {
	text, from := p.Store, "--store"
	if text == "" {
		text, from = os.Getenv(StoreVariable), StoreVariable
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

// Engine is an open store with the data about it that server_health reports. Either Embedded or Server is set.
type Engine struct {
	eventstore.Store
	Name, Location string
	Embedded       *sqlite.Store
	Server         *kurrentdb.Store
	Installation   *signing.Installation
}

// Open opens the store. The first change creates an embedded store.
func (p *Place) Open() (Engine, error) {
	connection, err := p.Connection()
	if err != nil {
		return Engine{}, err
	}
	if connection == "" {
		return OpenFolder(p.Data)
	}
	return openServer(connection, p.Data)
}

// OpenFolder opens the embedded store of a folder. The first change creates the store.
func OpenFolder(dir string) (Engine, error) {
	store, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		return Engine{}, err
	}
	in := InstallationOf(dir)
	return Engine{Store: signed(store, in, store.Path()), Name: "sqlite", Location: store.Path(), Embedded: store,
		Installation: in}, nil
}

func openServer(connection, data string) (Engine, error) {
	store, err := kurrentdb.Open(connection, kurrentdb.Options{MirrorDir: filepath.Join(data, "mirror")})
	if err != nil {
		return Engine{}, err
	}
	in := InstallationOf(data)
	return Engine{Store: signed(store, in, store.MirrorPath()), Name: "kurrentdb", Location: store.MirrorPath(),
		Server: store, Installation: in}, nil
}

// OpenExisting opens a store that must exist, because a command that only reads must not create one. It reports at once
// if a server cannot be reached.
func (p *Place) OpenExisting(ctx context.Context) (Engine, error) {
	e, err := p.Open()
	if err != nil {
		return Engine{}, err
	}
	if err := e.MustBeThere(ctx, p.Data); err != nil {
		return Engine{}, errors.Join(err, e.Close())
	}
	return e, nil
}

// MustBeThere returns an error if the store does not exist or its server does not answer.
func (e Engine) MustBeThere(ctx context.Context, dir string) error {
	if e.Server != nil {
		return e.Server.Connect(ctx)
	}
	if _, err := os.Stat(e.Embedded.Path()); err != nil {
		return fmt.Errorf("no event store in %s: name its folder with --data, or make one with bimstream demo", dir)
	}
	return nil
}

// LimitsDir returns the folder of the files that count limits: for a store on a server, the folder of its namespace.
func LimitsDir(e Engine, data string) string {
	if e.Server != nil {
		return filepath.Join(data, "limits", filepath.Base(filepath.Dir(e.Server.MirrorPath())))
	}
	return filepath.Join(data, "limits")
}

// Backup copies the store into a new file.
func (e Engine) Backup(ctx context.Context, file string) error {
	if e.Server != nil {
		return e.Server.Backup(ctx, file)
	}
	return e.Embedded.Backup(ctx, file)
}

// Connection returns the state of the connection to the store's server.
func (e Engine) Connection(ctx context.Context) (*app.Connection, error) {
	h, err := e.Server.Health(ctx)
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

// Words returns the flags with which a command finds the same store. It leaves out a connection string, which may hold
// a password: that stays in its variable or file.
func (p *Place) Words() string {
	folder, err := filepath.Abs(p.Data)
	if err != nil {
		folder = p.Data
	}
	out := "--data " + mcp.Quoted(folder)
	if file, isFile := strings.CutPrefix(p.Store, "@"); isFile {
		out += " --store " + mcp.Quoted("@"+file)
	}
	return out
}

// DataVariable is the environment variable with the folder of the store.
const DataVariable = "BIMSTREAM_DATA"

// DefaultData returns the default folder of the store: from the variable, or the user's folder for application data.
func DefaultData() string {
	if dir := os.Getenv(DataVariable); dir != "" {
		return dir
	}
	home, err := os.UserHomeDir()
	switch {
	case err != nil:
		return "bimstream-data"
	case os.Getenv("XDG_DATA_HOME") != "":
		return filepath.Join(os.Getenv("XDG_DATA_HOME"), "bimstream")
	case runtime.GOOS == "windows" && os.Getenv("LOCALAPPDATA") != "":
		return filepath.Join(os.Getenv("LOCALAPPDATA"), "bimstream")
	case runtime.GOOS == "darwin":
		return filepath.Join(home, "Library", "Application Support", "bimstream")
	}
	return filepath.Join(home, ".local", "share", "bimstream")
}
