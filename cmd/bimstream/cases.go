package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/geometry/csg/cases"
)

func casesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "cases FILE.json",
		Short: "Run a file of boolean and clash cases with expected results",
		Long: "Run a file of boolean and clash cases with expected results: one JSON line per case on standard output,\n" +
			"a summary on standard error. The exit status is 0 when the file could be run, right or wrong.",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer func() { _ = file.Close() }()
			f, err := cases.Read(file)
			if err != nil {
				return err
			}
			out := json.NewEncoder(c.OutOrStdout())
			sum, err := f.Run(func(r cases.Result) error { return out.Encode(r) })
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.ErrOrStderr(), sum)
			return err
		},
	}
}
