package main

import (
	"errors"
	"io"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/ifc/ids"
	"github.com/bimstream/bimstream/ifc/ids/audit"
)

// auditIDSOptions are the flags of audit-ids.
type auditIDSOptions struct{ asJSON, lenient, list bool }

func auditIDSCommand() *cobra.Command {
	var o auditIDSOptions
	c := &cobra.Command{
		Use:   "audit-ids FILE...",
		Short: "Say whether IDS documents make sense, with the codes of buildingSMART's audit tool",
		Long: "Audit IDS documents and report on stdout. The status is 8 when the form of a document is wrong, 16 " +
			"when its content\n" +
			"is, 24 for both among several files, as of buildingSMART's audit tool. FILE - reads standard input.",
	}
	f := c.Flags()
	f.BoolVar(&o.asJSON, "json", false, "report as JSON, an array with an entry for each file")
	f.BoolVar(&o.lenient, "lenient", false, "read documents without namespace")
	f.BoolVar(&o.list, "list-codes", false, "list the codes, and audit nothing")
	c.RunE = func(c *cobra.Command, files []string) error {
		return auditIDS(c.OutOrStdout(), c.InOrStdin(), files, o)
	}
	return c
}

// audited is the report on one file.
type audited struct {
	File string `json:"file"`
	*audit.Report
}

func auditIDS(w io.Writer, in io.Reader, files []string, o auditIDSOptions) error {
	if o.list {
		return listCodes(w, o.asJSON)
	}
	if len(files) == 0 {
		return errors.New("name at least one file, or - for standard input")
	}
	status := 0
	var all []audited
	for _, name := range files {
		data, err := readNamed(name, in)
		if err != nil {
			return err
		}
		_, report := audit.Audit(data, ids.ReadOptions{Lenient: o.lenient})
		all = append(all, audited{name, report})
		status |= report.Status.ExitCode()
	}
	if err := printAudited(w, all, o.asJSON); err != nil {
		return err
	}
	if status != 0 {
		return &exitError{status: status, reason: "some documents are faulty"}
	}
	return nil
}

func readNamed(name string, in io.Reader) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(io.LimitReader(in, ids.MaxSize+1))
	}
	return os.ReadFile(name)
}

func printAudited(w io.Writer, all []audited, asJSON bool) error {
	if asJSON {
		return printJSON(w, all)
	}
	for _, a := range all {
		for _, f := range a.Findings {
			if _, err := console.Say(w, "%s:%s\n", a.File, f); err != nil {
				return err
			}
		}
		for _, text := range a.Warnings {
			if _, err := console.Say(w, "%s: warning: %s\n", a.File, text); err != nil {
				return err
			}
		}
		if _, err := console.Say(w, "%s: %s\n", a.File, a.Status); err != nil {
			return err
		}
	}
	return nil
}

func listCodes(w io.Writer, asJSON bool) error {
	if asJSON {
		return printJSON(w, audit.Codes())
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range audit.Codes() {
		_, _ = console.Say(t, "%d\t%s\n", c.Code, c.Text)
	}
	return t.Flush()
}
