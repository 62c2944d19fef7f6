package bench

import (
	"encoding/json"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/geometry/csg/cases"
)

// CasesCommand returns the command "cases", which runs a file of boolean and clash cases.
func CasesCommand() *cobra.Command {
	var lasting time.Duration
	c := &cobra.Command{
		Use:   "cases FILE.json",
		Short: "Run a file of boolean and clash cases with expected results",
		Long: "Run a file of boolean and clash cases with expected results: one JSON line per case on standard " +
			"output,\n" +
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
			if lasting > 0 {
				return timeCases(f, lasting, out)
			}
			sum, err := f.Run(func(r cases.Result) error { return out.Encode(r) })
			if err != nil {
				return err
			}
			_, err = console.SayLine(c.ErrOrStderr(), sum)
			return err
		},
	}
	c.Flags().DurationVar(&lasting, "time", 0,
		"instead, evaluate every boolean case for this long and print its mean processor time")
	return c
}

// timeCases prints a JSON line for each boolean case.
func timeCases(f cases.File, lasting time.Duration, out *json.Encoder) error {
	for _, c := range f.Cases {
		if c.Op == "clash" {
			continue
		}
		if err := out.Encode(c.Time(lasting, processorTime)); err != nil {
			return err
		}
	}
	return nil
}
