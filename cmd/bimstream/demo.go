package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/domain/text"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/client"
	"github.com/bimstream/bimstream/mcp/script"
	"github.com/bimstream/bimstream/mcp/tools/files"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/testdata"
)

func demoCommand() *cobra.Command {
	var file, data, store string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Build a house over MCP, edit and question it, export it, replay it",
		Args:  cobra.NoArgs,
	}
	c.Flags().StringVar(&file, "script", "", "JSON lines of tool calls; default the two-storey house")
	c.Flags().StringVar(&data, "data", filepath.Join("out", "demo"),
		"folder of the demonstration's store and files; an earlier demonstration there is replaced")
	c.Flags().StringVar(&store, "store", "", stores.StoreUsage+
		"; the demonstration goes into a namespace of its own unless the string names one")
	c.RunE = func(c *cobra.Command, _ []string) error {
		text := testdata.House
		if file != "" {
			read, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			text = read
		}
		steps, err := script.Parse(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("script: %w", err)
		}
		connection, err := (&stores.Place{Data: data, Store: store}).Connection()
		if err != nil {
			return err
		}
		return demonstrate(c.Context(), c.OutOrStdout(), steps, stores.Place{Data: data,
			Store: demoNamespace(connection)})
	}
	return c
}

// demoMark is the name of a file that marks the folder of an earlier demonstration, so that no other folder is ever
// cleared.
const demoMark = ".bimstream-demo"

// freshFolder makes an empty folder with a demoMark. It clears the folder of an earlier demonstration, and refuses any
// other folder with content.
func freshFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, demoMark)); err != nil {
			return fmt.Errorf(
				"%s is not empty and not an earlier demonstration's: name another folder with --data", dir)
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, demoMark), nil, 0o600)
}

// demoNamespace adds a new namespace to a connection string that names none.
func demoNamespace(connection string) string {
	if connection == "" || strings.Contains(strings.ToLower(connection), "namespace=") {
		return connection
	}
	separator := "?"
	if strings.Contains(connection, "?") {
		separator = "&"
	}
	return connection + separator + "namespace=demo." + strings.ToLower(rand.Text()[:8])
}

// demonstrate runs a script against the real server, then rebuilds the server's state from the log.
func demonstrate(ctx context.Context, w io.Writer, steps []script.Step, at stores.Place) error {
	if err := freshFolder(at.Data); err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	var log bytes.Buffer
	// The environment passes the connection string, because a password must not appear in a command line.
	server, err := client.Start(ctx, &log, []string{stores.StoreVariable + "=" + at.Store}, program,
		"mcp", "all", "--data", at.Data)
	if err != nil {
		return fmt.Errorf("%w\n%s", err, log.String())
	}
	live, exports, err := build(ctx, w, server, steps)
	if err := errors.Join(err, server.Close()); err != nil {
		return fmt.Errorf("%w\n%s", err, log.String())
	}
	return rebuild(ctx, w, at, live, exports)
}

// exported is a file that the server wrote during the script.
type exported struct {
	ModelID  string `json:"model_id"`
	Revision uint64 `json:"revision"`
	Path     string `json:"path"`
	Schema   string `json:"schema"`
	Target   string `json:"target"`
}

// state is the state that the running server reported for a model at the end.
type state struct {
	ModelID   string `json:"model_id"`
	Revision  uint64 `json:"revision"`
	StateHash string `json:"state_hash"`
}

// build runs the script and returns the states of the models and the files that it made.
func build(ctx context.Context, w io.Writer, server *client.Client, steps []script.Step) ([]state, []exported, error) {
	values := script.Values{}
	var exports []exported
	progress := newProgress(w, len(steps))
	began := time.Now()
	refused := 0
	err := script.Run(ctx, server, steps, values, func(d script.Done) {
		progress.step(d)
		if d.Step.Expect.IsError {
			refused++
		}
		if d.Step.Call == "export_ifc" {
			var answer struct{ Data exported }
			if json.Unmarshal(d.Envelope, &answer) == nil {
				exports = append(exports, answer.Data)
			}
		}
	})
	progress.done()
	if err != nil {
		return nil, nil, err
	}
	_, _ = console.Say(w, "\n%d tool calls in %s, %d of them refused as they should be\n\n", len(steps),
		time.Since(began).Round(time.Millisecond), refused)
	live, err := states(ctx, server)
	return live, exports, err
}

func states(ctx context.Context, server *client.Client) ([]state, error) {
	var list struct {
		Data struct {
			Models []struct {
				ModelID string `json:"model_id"`
			} `json:"models"`
		} `json:"data"`
	}
	if err := server.Ask(ctx, "list_models", map[string]any{}, &list); err != nil {
		return nil, err
	}
	var out []state
	for _, m := range list.Data.Models {
		var overview struct {
			Data state `json:"data"`
		}
		if err := server.Ask(ctx, "model_overview", map[string]any{"model_id": m.ModelID, "include_state_hash": true},
			&overview); err != nil {
			return nil, err
		}
		out = append(out, overview.Data)
	}
	return out, nil
}

// rebuild folds every model's log from its first event. It compares the result with the state that the server had, and
// a second export with the first.
func rebuild(ctx context.Context, w io.Writer, at stores.Place, live []state, exports []exported) error {
	store, err := at.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	for _, s := range live {
		began := time.Now()
		view, err := projections.NewLive(store).At(ctx, s.ModelID, projections.MainBranch, s.Revision)
		if err != nil {
			return err
		}
		took := time.Since(began)
		hash := view.Model.Hash()
		if hash != s.StateHash {
			return fmt.Errorf("replay gives state %s, the server had %s", hash, s.StateHash)
		}
		if err := printBuilt(w, view); err != nil {
			return err
		}
		_, _ = console.Say(w, "\nreplay of %d events in %s: state hash %s, the same as the server's\n", view.Revision+1,
			took.Round(time.Microsecond), hash)
	}
	for _, e := range exports {
		if err := exportAgain(ctx, w, store, at.Data, e); err != nil {
			return err
		}
	}
	return printFiles(w, at.Data)
}

// exportAgain exports a replayed state and compares the file with the one that the server wrote.
func exportAgain(ctx context.Context, w io.Writer, store eventstore.Store, data string, e exported) error {
	view, err := projections.NewLive(store).At(ctx, e.ModelID, projections.MainBranch, e.Revision)
	if err != nil {
		return err
	}
	again := filepath.Join(data, "replayed-"+filepath.Base(e.Path))
	summary, err := files.ExportIFC(ctx, store, view, again,
		app.ExportOptions{Schema: e.Schema, Target: e.Target, Version: version})
	if err != nil {
		return err
	}
	first, err := os.ReadFile(e.Path)
	if err != nil {
		return err
	}
	second, err := os.ReadFile(again)
	if err != nil {
		return err
	}
	if !bytes.Equal(first, second) {
		return fmt.Errorf("%s and %s differ, although they show one revision", e.Path, again)
	}
	_, _ = console.Say(w, "export of the replayed state: %d bytes, sha256 %s, byte for byte %s\n", summary.Size,
		summary.SHA256, filepath.Base(e.Path))
	return nil
}

func printFiles(w io.Writer, data string) error {
	_, _ = fmt.Fprintln(w, "\nfiles")
	return filepath.WalkDir(data, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") {
			_, _ = console.SayLine(w, "  "+path)
		}
		return err
	})
}

// progress shows the progress of a run: on a terminal one line that is overwritten, elsewhere the sections.
type progress struct {
	w        io.Writer
	total    int
	terminal bool
}

func newProgress(w io.Writer, total int) *progress {
	f, ok := console.Steering(w).(*os.File)
	return &progress{w, total, ok && isatty.IsTerminal(f.Fd())}
}

func (p *progress) step(d script.Done) {
	if p.terminal {
		_, _ = console.Say(console.Steering(p.w), "\r\033[K%d/%d %s", d.Index+1, p.total, d.Step.Call)
	}
	if d.Step.Note != "" {
		if p.terminal {
			_, _ = fmt.Fprint(console.Steering(p.w), "\r\033[K")
		}
		_, _ = console.Say(p.w, "%3d/%d  %s\n", d.Index+1, p.total, d.Step.Note)
	}
}

func (p *progress) done() {
	if p.terminal {
		_, _ = fmt.Fprint(console.Steering(p.w), "\r\033[K")
	}
}

// printBuilt prints the table of the elements that were built.
func printBuilt(w io.Writer, v *projections.View) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "ELEMENT\tCATEGORY\tLEVEL\tNET VOLUME m3\tNET AREA m2")
	for _, row := range files.BuiltTable(v) {
		for i := range row {
			row[i] = text.Escape(row[i])
		}
		_, _ = fmt.Fprintln(t, strings.Join(row, "\t"))
	}
	return t.Flush()
}
