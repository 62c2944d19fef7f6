package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp"
)

// transcriptCommand returns the command that prints the calls of a session with their failures.
func transcriptCommand() *cobra.Command {
	var session string
	var list, asJSON bool
	c := &cobra.Command{
		Use:   "transcript",
		Short: "Print a session's calls, with failures by tool and code, bytes and time, from the record of calls",
		Args:  cobra.NoArgs,
	}
	at := stores.Flags(c)
	c.Flags().StringVar(&session, "session", "", "id of a server's run, or its beginning; default the last")
	c.Flags().BoolVar(&list, "list", false, "list the sessions instead, the last at the end")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.RunE = func(c *cobra.Command, _ []string) error {
		store, err := at.OpenExisting(c.Context())
		if err != nil {
			return err
		}
		defer func() { _ = store.Close() }()
		sessions, err := mcp.Sessions(c.Context(), store)
		if err != nil {
			return err
		}
		if list {
			return printSessions(c.OutOrStdout(), sessions)
		}
		id, err := sessionOf(sessions, session)
		if err != nil {
			return err
		}
		t, err := mcp.ReadTranscript(c.Context(), store, id)
		if err != nil {
			return err
		}
		if asJSON {
			return json.NewEncoder(c.OutOrStdout()).Encode(t)
		}
		return printTranscript(c.OutOrStdout(), t)
	}
	return c
}

func printSessions(w io.Writer, sessions []string) error {
	for _, s := range sessions {
		if _, err := console.SayLine(w, s); err != nil {
			return err
		}
	}
	return nil
}

// sessionOf returns the only session whose id begins with a text, or the last session for "".
func sessionOf(sessions []string, text string) (string, error) {
	found := slices.DeleteFunc(slices.Clone(sessions), func(s string) bool { return !strings.HasPrefix(s, text) })
	switch {
	case len(sessions) == 0:
		return "", fmt.Errorf("no call is on record here yet")
	case text == "":
		return sessions[len(sessions)-1], nil
	case len(found) == 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d sessions begin with %q: bimstream transcript --list has all", len(found), text)
}

// printTranscript prints the calls, followed by totals by tool and by error.
func printTranscript(out io.Writer, t mcp.Transcript) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var failures, bytes int
	var took int64
	fmt.Fprintln(w, "call\tat\tcaller\ttool\toutcome\tbytes\tms\tchanged\treasoning")
	for _, c := range t.Calls {
		outcome := c.Outcome
		if c.Error != "" {
			outcome, failures = c.Error, failures+1
		}
		if c.DryRun {
			outcome += " (dry run)"
		}
		console.Say(w, "%d\t%s\t%s\t%s\t%s\t%d\t%s\t%d\t%s\n", c.Seq, c.At.UTC().Format(time.DateTime), c.Caller,
			c.Tool, outcome, c.Bytes, milli(c.US), c.Affected, oneLine(c.Reasoning))
		bytes, took = bytes+c.Bytes, took+c.US
	}
	console.Say(w, "\nSession %s: %d calls, %d failed, %d bytes of replies, %s ms\n", t.Session, len(t.Calls),
		failures, bytes, milli(took))
	printSums(w, "tool", t.ByTool())
	printSums(w, "failure", t.ByError())
	return w.Flush()
}

func printSums(w io.Writer, title string, lines []mcp.TranscriptLine) {
	if len(lines) == 0 {
		return
	}
	console.Say(w, "\n%s\tcalls\tfailed\tbytes\tms\n", title)
	for _, l := range lines {
		console.Say(w, "%s\t%d\t%d\t%d\t%s\n", l.Name, l.Calls, l.Failures, l.Bytes, milli(l.US))
	}
}

func milli(us int64) string { return fmt.Sprintf("%.1f", float64(us)/1000) }

// oneLine returns a caller's text for a terminal: on one line, without control characters, cut at shownReasoning.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || (r >= 0x80 && r < 0xa0) {
			return ' '
		}
		return r
	}, s)
	if r := []rune(s); len(r) > shownReasoning {
		return string(r[:shownReasoning]) + "..."
	}
	return s
}

// shownReasoning bounds the characters of a reason in a line.
const shownReasoning = 80
