package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/files"
	"github.com/bimstream/bimstream/projections"
)

// importOptions are the flags of bimstream import.
type importOptions struct {
	stores.Place
	model, branch, name, key string
	dryRun                   bool
	list                     int
}

func importCommand() *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "import FILE.ifc",
		Short: "Read an IFC file into a new model, or into one that holds nothing yet",
		Long: "Read an IFC file (IFC2X3, IFC4, IFC4X3) into a new model, or into one that holds only its site and " +
			"building. Elements get\n" +
			"parameters where the file's representation allows it, else a fixed body; what is left out or simplified " +
			"is reported.\n" +
			"The import is stored in steps. One that was stopped goes on when the same command is given again.",
		Args: cobra.ExactArgs(1),
	}
	f := c.Flags()
	o.AddFlags(c.Flags())
	f.StringVar(&o.model, "model", "", "id or name of an empty model to import into; default a new model")
	f.StringVar(&o.branch, "branch", projections.MainBranch, "branch of the empty model")
	f.StringVar(&o.name, "name", "", "name of the new model; default the project's in the file")
	f.StringVar(&o.key, "key", "", "tells two imports of one file apart; default none: the same file goes into one "+
		"new model once")
	f.BoolVar(&o.dryRun, "dry-run", false, "report what would be imported, and store nothing")
	f.IntVar(&o.list, "list", 20, "how many of the things left out or simplified to list; the counts are "+
		"always complete")
	c.RunE = func(c *cobra.Command, args []string) error {
		store, err := o.Open()
		if err != nil {
			return err
		}
		err = importFile(c.Context(), c.OutOrStdout(), store, o, args[0])
		return errors.Join(err, store.Close())
	}
	return c
}

// readForImport reads a file within the size and memory bounds of an import.
func readForImport(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil {
		if err := app.CheckImportMemory(info.Size()); err != nil {
			return nil, err
		}
	}
	data, err := app.ReadWithin(path, files.MaxImportBytes)
	if err != nil {
		return nil, err
	}
	return data, files.CheckUnpacked(data)
}

func importFile(ctx context.Context, w io.Writer, store eventstore.Store, o importOptions, path string) error {
	data, err := readForImport(path)
	if err != nil {
		return err
	}
	live := stores.Live(store, o.Data)
	q := files.ImportRequest{
		Data: data, FileName: filepath.Base(path), Branch: o.branch, Name: o.name, Owner: "local",
		Meta: projections.Meta{Tool: "bimstream import", UserID: "local", OccurredAt: time.Now().UTC()},
	}
	if o.model != "" {
		model, err := selectModel(ctx, live, o.model)
		if err != nil {
			return err
		}
		q.ModelID = model.ID
	}
	q.ID = importID(data, q.ModelID, o)
	progress := console.NewCounter(w)
	stage := ""
	q.Progress = func(doing string, done, total int) {
		if doing != stage {
			stage = doing
			progress.Done()
		}
		progress.Say(fmt.Sprintf("%s %d of %d", doing, done, total))
	}
	m, err := files.PrepareImport(ctx, store, live, q)
	if err == nil && !o.dryRun {
		err = m.Run(ctx, nil)
	}
	progress.Done()
	if err != nil {
		return err
	}
	live.Settle()
	return printImport(w, m, o)
}

// importID derives the id of an import from the file and its target, so that the same command resumes the same import.
func importID(data []byte, model string, o importOptions) string {
	sum := sha256.Sum256(data)
	return string(modelstate.DeriveID(fmt.Sprintf("bimstream import %s %s %s %s %s", hex.EncodeToString(sum[:]), model,
		o.branch, o.name, o.key), 0))
}

// printImport prints the result of an import.
func printImport(w io.Writer, m *files.Import, o importOptions) error {
	verb := "imported"
	if o.dryRun {
		verb = "would import"
	}
	_, err := console.Say(w, "%s %d elements into model %s (branch %s), %s, %d appends\n", verb, m.Plan.Elements,
		m.ModelID, m.Branch, m.Plan.Schema, len(m.Plan.Steps)+2)
	for _, t := range m.Plan.Report.Taken {
		_, _ = console.Say(w, "  %6d %s as %s\n", t.Count, t.Class, t.Category)
	}
	counts := m.Plan.Report.Counts()
	if len(counts) > 0 {
		_, _ = fmt.Fprintln(w, "left out or simplified:")
	}
	for _, c := range counts {
		_, _ = console.Say(w, "  %6d %s, %s\n", c.Count, c.Class, c.Reason)
	}
	for i, l := range m.Plan.Report.Left {
		if i == o.list {
			_, _ = console.Say(w, "  ... and %d more, --list N lists them\n", len(m.Plan.Report.Left)-i)
			break
		}
		_, _ = console.SayLine(w, "  "+leftLine(l))
	}
	return err
}

// leftLine returns a line that names an instance that was left out or simplified, or their number, with the reason.
func leftLine(l importer.Left) string {
	which := fmt.Sprintf("%d %s", max(1, l.Count), l.Class)
	if l.Number > 0 {
		which = fmt.Sprintf("#%d %s", l.Number, l.Class)
	}
	if l.Name != "" {
		which += fmt.Sprintf(" %q", l.Name)
	}
	return strings.TrimSpace(fmt.Sprintf("%s: %s: %s %s", which, l.Kind, l.Reason, l.Detail))
}
