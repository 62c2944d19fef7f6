package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/ifc/export"
	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
	"github.com/bimstream/bimstream/ifc/ids/check"
	"github.com/bimstream/bimstream/mcp/app"
)

// listedFailures is how many failures of a requirement are listed by default; --max changes it.
const listedFailures = 100

// checkIDSOptions are the flags of check-ids.
type checkIDSOptions struct {
	asJSON, lenient  bool
	html, at, schema string
	bcf              string
	check            check.Options
}

func checkIDSCommand() *cobra.Command {
	var o checkIDSOptions
	c := &cobra.Command{
		Use:   "check-ids FILE.ids [FILE.ifc]",
		Short: "Check an IFC file, or the model as it is or was, against an IDS document",
		Long: "Check an IFC file against a document of buildingSMART IDS 1.0; without a file the model of --data, in " +
			"the form that\n" +
			"export would write. The status is 1 when a specification fails, 2 when the document itself is " +
			"faulty; its\n" +
			"specifications are judged all the same unless its form is wrong. It is 3 when nothing fails and " +
			"some were skipped,\nand 4 when nothing was judged, such as when a file cannot be read.",
		Args: cobra.RangeArgs(1, 2),
	}
	s := selectionFlags(c)
	f := c.Flags()
	f.BoolVar(&o.asJSON, "json", false, "report as one JSON object, whose status is pass, fail, incomplete or invalid")
	f.StringVar(&o.html, "html", "", "also write the report as HTML to this file")
	f.StringVar(&o.bcf, "bcf", "", "also write what fails as topics of BCF 2.1 to this file")
	f.StringVar(&o.at, "at", "", "without FILE.ifc: revision, RFC 3339 time or tag; default the last revision")
	f.StringVar(&o.schema, "schema", export.SchemaIFC4,
		"without FILE.ifc: IFC schema, "+strings.Join(export.Schemas(), ", "))
	f.BoolVar(&o.lenient, "lenient", false, "read a document without namespace")
	f.BoolVar(&o.check.SkipOtherVersions, "skip-other-versions", false,
		"leave out specifications for other versions of IFC than the model's")
	f.IntVar(&o.check.MaxFailures, "max", listedFailures,
		"failures to list of each requirement, 0 for all; all are counted")
	c.RunE = func(c *cobra.Command, args []string) error {
		report, err := checkIDS(c.Context(), s, args, o)
		if err != nil {
			return &exitError{status: notChecked, reason: err.Error(), cause: err}
		}
		if err := writeChecked(report, args, o); err != nil {
			return &exitError{status: notChecked, reason: err.Error(), cause: err}
		}
		return printChecked(c.OutOrStdout(), report, o)
	}
	return c
}

func checkIDS(ctx context.Context, s selection, args []string, o checkIDSOptions) (*check.Report, error) {
	text, err := os.ReadFile(args[0])
	if err != nil {
		return nil, err
	}
	d, faults := audit.Audit(text, ids.ReadOptions{Lenient: o.lenient})
	if faults.Status == audit.StructureError {
		return check.Refused(d, faults), nil
	}
	data, err := modelBytes(ctx, s, args[1:], o)
	if err != nil {
		return nil, err
	}
	m, err := check.Open(data)
	if err != nil {
		return nil, err
	}
	return check.Run(d, faults, m, o.check), nil
}

// modelBytes returns the content of the given file. Without a file it writes the model of the store in memory, with the
// same bytes as export.
func modelBytes(ctx context.Context, s selection, files []string, o checkIDSOptions) ([]byte, error) {
	if len(files) == 1 {
		return os.ReadFile(files[0])
	}
	store, live, model, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	view, err := live.View(ctx, model.ID, *s.branch)
	if err != nil {
		return nil, err
	}
	if view, err = app.ViewAt(ctx, live, view, o.at); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = app.WriteIFC(ctx, store, view, &b, app.ExportOptions{Schema: o.schema, Version: version})
	return b.Bytes(), err
}

// notChecked is the exit status of check-ids if a file cannot be read, so that nothing was checked.
const notChecked = 4

// exitError ends the program with a status; cause is the underlying error, if there is one.
type exitError struct {
	status int
	reason string
	cause  error
}

func (e *exitError) Unwrap() error { return e.cause }

func (e *exitError) Error() string { return e.reason }

func printChecked(w io.Writer, r *check.Report, o checkIDSOptions) error {
	var err error
	if o.asJSON {
		err = printJSON(w, r)
	} else {
		_, err = io.WriteString(w, checkedText(r))
	}
	switch {
	case err != nil:
		return err
	case r.Status == check.Invalid:
		return &exitError{status: 2, reason: "the document is invalid"}
	case r.Status == check.Fail:
		return &exitError{status: 1, reason: "the model does not satisfy the document"}
	case r.Status == check.Incomplete:
		return &exitError{status: 3, reason: "specifications were skipped, and nothing is known of what they ask"}
	}
	return nil
}

// writeChecked writes a report to the files that the flags name. BCF topics carry the time of this call, because they
// describe the check.
func writeChecked(r *check.Report, args []string, o checkIDSOptions) error {
	model := "model.ifc"
	if len(args) > 1 {
		model = filepath.Base(args[1])
	}
	for _, file := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{o.html, r.WriteHTML},
		{o.bcf, func(w io.Writer) error { return r.WriteBCF(w, model, time.Now().UTC().Truncate(time.Second)) }},
	} {
		if file.path == "" {
			continue
		}
		if err := writeWhole(file.path, outputMode, file.write); err != nil {
			return err
		}
	}
	return nil
}

// checkedText returns a report as text for a terminal.
func checkedText(r *check.Report) string {
	var b strings.Builder
	for _, f := range r.Audit {
		console.Say(&b, "document %s\n", f)
	}
	for _, w := range r.Warnings {
		console.Say(&b, "warning: %s\n", w)
	}
	for _, s := range r.Specifications {
		specificationText(&b, s)
	}
	console.Say(&b, "%s: %d specifications: %d passed (%d of them applied to nothing), %d failed, %d skipped\n",
		r.Status, r.Counts.Specifications,
		r.Counts.Passed, r.Counts.NothingApplies, r.Counts.Failed, r.Counts.Skipped)
	return b.String()
}

func specificationText(b *strings.Builder, s check.Specification) {
	status := string(s.Status)
	if status == "" {
		status = "skip"
	}
	console.Say(b, "%-4s  %d. %s: %d applicable, %d passed, %d failed", status, s.Index, s.Name,
		s.Applicable, s.Passed, s.Failed)
	if s.Message != "" {
		console.Say(b, " (%s)", s.Message)
	}
	b.WriteByte('\n')
	for _, q := range s.Requirements {
		if q.Failed == 0 {
			continue
		}
		console.Say(b, "      %s, %s: %d failed\n", q.Text, q.Cardinality, q.Failed)
		for _, f := range q.Failures {
			console.Say(b, "        #%d %s %s %q: %s\n", f.Instance, f.Class, f.GlobalID, f.Name, f.Message)
		}
		if q.Omitted > 0 {
			console.Say(b, "        and %d more (--max)\n", q.Omitted)
		}
	}
}
