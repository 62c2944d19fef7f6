package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/mcp"
)

// Figure is one measurement: its name, its value, the floor that the same run measured, and their ratio.
type Figure struct {
	Name    string  `json:"name"`
	Value   float64 `json:"value"`
	Unit    string  `json:"unit"`
	Floor   string  `json:"floor,omitempty"` // what the value is compared with
	FloorIs float64 `json:"floor_value,omitempty"`
	Ratio   float64 `json:"ratio,omitempty"`
	Aim     string  `json:"aim,omitempty"`
	Note    string  `json:"note,omitempty"`
}

// Program describes the program to measure: its version, its source revision, and a function that makes the server of a
// principal over the store in a folder.
type Program struct {
	Version, Revision string
	Serve             func(store stores.Engine, folder string, p mcp.Principal) (*mcp.Server, error)
}

// bench is a run of measurements in a folder that is removed afterwards.
type bench struct {
	ctx     context.Context
	log     io.Writer
	dir     string
	program string
	events  uint64
	large   int
	lasting time.Duration // of each measurement that repeats an operation
	only    []string      // words of the steps to run; all if empty
	beside  string        // another build, whose server over HTTP is measured in turns with this one's
	store   string        // the connection string of the server to measure; "" for the embedded store
	build   Program
	figures []Figure
}

// Command returns the command "bench", which measures a program.
func Command(of Program) *cobra.Command {
	b := &bench{build: of}
	var asJSON string
	var at stores.Place
	c := &cobra.Command{
		Use:   "bench",
		Short: "Measure this machine: each figure as a ratio to a floor measured in the same run",
		Long: "Measure this machine: each figure as a ratio to a floor measured in the same run.\n\n" +
			"With --store (or " + stores.StoreVariable +
			") the server of a store is measured instead, in a namespace of its own (bench.<random>), whose\n" +
			"stream stays on the server: use one for trials.",
		Args: cobra.NoArgs,
	}
	f := c.Flags()
	f.Uint64Var(&b.events, "events", 100_000, "length of the history that is replayed")
	f.IntVar(&b.large, "elements", largeElements,
		"elements of the large model; of the tower that is judged where it is given, else 100,000")
	f.DurationVar(&b.lasting, "lasting", 2*time.Second, "how long a measurement lasts that repeats something")
	f.StringSliceVar(&b.only, "only", nil, "measure only these: "+strings.Join(benchWords(), ", "))
	f.StringVar(&b.beside, "beside", "",
		"program of another build, to measure its server over HTTP by turns with this one's")
	f.StringVar(&b.dir, "dir", "", "folder on the disk to measure; default the system's for temporary files")
	f.StringVar(&at.Store, "store", "",
		"connection string of a KurrentDB server (esdb://...) to measure instead, or @FILE with it in (or "+
			stores.StoreVariable+")")
	f.StringVar(&asJSON, "json", "", "also write the figures as JSON lines to this file")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		if b.store, err = at.Connection(); err != nil {
			return err
		}
		dir, err := os.MkdirTemp(b.dir, "bimstream-bench-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		b.ctx, b.log, b.dir = c.Context(), c.ErrOrStderr(), dir
		if b.program, err = os.Executable(); err != nil {
			return err
		}
		if err := b.run(); err != nil {
			return err
		}
		if err := b.print(c.OutOrStdout()); err != nil || asJSON == "" {
			return err
		}
		return b.write(asJSON)
	}
	c.AddCommand(appendCommand())
	return c
}

// largeElements is the default size of the large model.
const largeElements = 20_000

// benchSteps are the measurements in their order: the word that selects a measurement, its name in the progress, and
// its function.
var benchSteps = []struct {
	word, name string
	measure    func(*bench) error
}{
	{"commands", "commands by tool call", (*bench).commands},
	{"processes", "four processes on one branch", (*bench).processes},
	{"http", "fifty clients over HTTP", (*bench).http},
	{"sessions", "sessions over HTTP that do nothing", (*bench).sessions},
	{"bodies", "a client over HTTP beside many slow ones", (*bench).bodies},
	{"appends", "the store without tools", (*bench).appends},
	{"histories", "replay, snapshots and time travel", (*bench).histories},
	{"first", "first answers about parts of a large model", (*bench).firstAnswers},
	{"edits", "edits in a small and a large model", (*bench).edits},
	{"effects", "what a change reaches", (*bench).effects},
	{"clashes", "clash tests of a large model", (*bench).clashes},
	{"rules", "checks of rules on a tower", (*bench).judging},
	{"pictures", "shaded pictures of a large model", (*bench).pictures},
	{"plans", "plans of storeys, and sheets", (*bench).plans},
	{"branches", "branches and merges", (*bench).branches},
	{"tasks", "next actions among many tasks", (*bench).tasks},
	{"export", "export to IFC", (*bench).exports},
	{"solids", "booleans of solids", (*bench).solids},
	{"governance", "what governance costs", (*bench).governed},
}

// benchWords returns the words that select measurements.
func benchWords() []string {
	var words []string
	for _, step := range benchSteps {
		words = append(words, step.word)
	}
	return words
}

func (b *bench) run() error {
	for _, word := range b.only {
		if !slices.Contains(benchWords(), word) {
			return fmt.Errorf("there is no measurement %q: choose among %s", word, strings.Join(benchWords(), ", "))
		}
	}
	if b.store != "" {
		return b.server()
	}
	for _, step := range benchSteps {
		if len(b.only) > 0 && !slices.Contains(b.only, step.word) {
			continue
		}
		_, _ = console.Say(b.log, "measuring %s\n", step.name)
		if err := step.measure(b); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	return nil
}

func (b *bench) add(f Figure) {
	if f.FloorIs != 0 {
		f.Ratio = f.Value / f.FloorIs
	}
	b.figures = append(b.figures, f)
}

// surroundings describes when and on what machine the figures were measured.
func (m Program) surroundings() string {
	text := fmt.Sprintf("%s, bimstream %s %s, %s %s/%s, %d CPUs", time.Now().UTC().Format(time.RFC3339), m.Version,
		m.Revision, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		text += ", load " + strings.Join(strings.Fields(string(load))[:3], " ")
	}
	return text
}

func (b *bench) print(w io.Writer) error {
	_, _ = console.Say(w, "%s\n\n", b.build.surroundings())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(t, "FIGURE\tVALUE\tRATIO\tTO\tAIM\t")
	for _, f := range b.figures {
		ratio, floor := "", ""
		if f.FloorIs != 0 {
			ratio, floor = brief(f.Ratio), fmt.Sprintf("%s (%s)", f.Floor, brief(f.FloorIs))
		}
		_, _ = console.Say(t, "%s\t%s %s\t%s\t%s\t%s\t%s\n", f.Name, brief(f.Value), f.Unit,
			ratio, floor, f.Aim, f.Note)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(w)
	return b.lines(w)
}

// brief returns a number with three digits.
func brief(v float64) string {
	switch {
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// lines writes the figures as JSON lines.
func (b *bench) lines(w io.Writer) error {
	encoder := json.NewEncoder(w)
	for _, f := range b.figures {
		if err := encoder.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) write(file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := b.lines(f); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// quantile returns the time below which a fraction of the times lies; it sorts the times in place.
func quantile(times []time.Duration, part float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	slices.Sort(times)
	return times[min(len(times)-1, int(float64(float64(len(times))*part)))]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
