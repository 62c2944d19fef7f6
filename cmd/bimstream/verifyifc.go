package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/ifc/verify"
)

// errFindings ends the program with status 1; the report on stdout gives the reasons.
var errFindings = errors.New("findings at or above the severity asked for")

// verifyOptions are the flags of verify-ifc.
type verifyOptions struct {
	asJSON, list bool
	severity     string
	rules        []string
	most         int
}

func verifyIFCCommand() *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:   "verify-ifc FILE...",
		Short: "Check IFC files against ISO 10303-21, their schema with its rules, and the implementers' agreements",
		Long: "Check IFC files and report on stdout. The status is 1 when a file has findings at or above " +
			"--severity.\n" +
			"FILE - reads standard input.",
	}
	f := c.Flags()
	f.BoolVar(&o.asJSON, "json", false, "report as JSON, an array with an entry for each file")
	f.BoolVar(&o.list, "list-rules", false, "list the rules that are carried, and check nothing")
	f.StringVar(&o.severity, "severity", string(verify.Proposition), "fail from this severity on: "+severityNames())
	f.StringSliceVar(&o.rules, "rules", nil, "run these rules only (ids with commas)")
	f.IntVar(&o.most, "max", verify.DefaultMaxPerRule, "findings to report of each rule")
	c.RunE = func(c *cobra.Command, files []string) error {
		return verifyIFC(c.Context(), c.OutOrStdout(), c.InOrStdin(), files, o)
	}
	return c
}

func severityNames() string {
	var names []string
	for _, s := range verify.Severities() {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

// verified is the report on one file.
type verified struct {
	File string `json:"file"`
	*verify.Report
}

func verifyIFC(ctx context.Context, w io.Writer, in io.Reader, files []string, o verifyOptions) error {
	switch {
	case o.list:
		return listRules(w, o.asJSON)
	case len(files) == 0:
		return errors.New("name at least one file, or - for standard input")
	case !slices.Contains(verify.Severities(), verify.Severity(o.severity)):
		return fmt.Errorf("no severity %q: use one of %s", o.severity, severityNames())
	}
	var all []verified
	bad := false
	for _, name := range files {
		report, err := verifyFile(ctx, name, in, verify.Options{Rules: o.rules, MaxPerRule: o.most})
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		bad = bad || report.Worst(verify.Severity(o.severity))
		all = append(all, verified{name, report})
	}
	if err := printVerified(w, all, o.asJSON); err != nil {
		return err
	}
	if bad {
		return errFindings
	}
	return nil
}

func verifyFile(ctx context.Context, name string, in io.Reader, o verify.Options) (*verify.Report, error) {
	if name == "-" {
		return verify.Read(ctx, in, o)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return verify.Bytes(ctx, data, o)
}

func printVerified(w io.Writer, all []verified, asJSON bool) error {
	if asJSON {
		return printJSON(w, all)
	}
	for _, v := range all {
		if err := v.print(w); err != nil {
			return err
		}
	}
	return nil
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// print writes the findings, the rules that could not be evaluated, and a summary.
func (v verified) print(w io.Writer) error {
	var b strings.Builder
	for _, f := range v.Findings {
		console.Say(&b, "%s: %s\n", v.File, f)
	}
	if v.Omitted > 0 {
		console.Say(&b, "%s: %d more findings are left out (--max)\n", v.File, v.Omitted)
	}
	for _, u := range v.NotRun {
		console.Say(&b, "%s: not evaluated: %s: %s\n", v.File, u.Rule, u.Reason)
	}
	statuses := map[verify.Status]int{}
	for _, o := range v.Rules {
		statuses[o.Status]++
		if o.Status == verify.NotEvaluated {
			console.Say(&b, "%s: not evaluated: %s: %s\n", v.File, o.ID, o.Reason)
		}
	}
	console.Say(&b, "%s: %s, %d instances; rules: %d passed, %d failed, %d not applicable, %d not evaluated", v.File,
		v.Schema,
		v.Instances, statuses[verify.Passed], statuses[verify.Failed], statuses[verify.NotApplied],
		statuses[verify.NotEvaluated])
	for _, c := range v.Counts {
		if c.Findings > 0 {
			console.Say(&b, "; %d %s", c.Findings, c.Severity)
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

func listRules(w io.Writer, asJSON bool) error {
	rules := verify.Rules()
	if asJSON {
		return printJSON(w, rules)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rules {
		_, _ = console.Say(t, "%s\t%s\t%s\t%s\n", r.ID, r.Severity, strings.Join(r.Schemas, " "), r.Title)
	}
	return t.Flush()
}
