package script

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Step is one call of a script.
type Step struct {
	Note   string            `json:"note,omitempty"` // begins a section of the report
	Call   string            `json:"call"`
	Args   map[string]any    `json:"args"`
	Save   map[string]string `json:"save,omitempty"`
	Expect Expectation       `json:"expect,omitzero"`
	line   int
}

// Expectation describes the answer that a step must get. By default, the call must succeed.
type Expectation struct {
	IsError bool               `json:"isError,omitempty"`
	Match   map[string]any     `json:"match,omitempty"` // path: value
	Near    map[string]float64 `json:"near,omitempty"`  // path: number, within nearTolerance
}

// nearTolerance is the allowed difference of a number, because measures are rounded to six decimals.
const nearTolerance = 1e-7

// Caller is a connection to a server.
type Caller interface {
	Call(ctx context.Context, tool string, arguments any) (json.RawMessage, error)
}

// maxLine is the greatest length of a step in bytes.
const maxLine = 16 << 20

// Parse reads a script. It skips empty lines and lines that start with #, and refuses unknown names.
func Parse(r io.Reader) ([]Step, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxLine)
	var steps []Step
	for line := 1; scanner.Scan(); line++ {
		text := bytes.TrimSpace(scanner.Bytes())
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		d.UseNumber()
		step := Step{line: line}
		if err := d.Decode(&step); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if step.Call == "" {
			return nil, fmt.Errorf("line %d: a step needs a call", line)
		}
		steps = append(steps, step)
	}
	return steps, scanner.Err()
}

// Done is a step that was run.
type Done struct {
	Step     Step
	Index    int
	Envelope json.RawMessage
	Took     time.Duration
}

// Values holds the saved values of a run by name.
type Values map[string]any

// Run runs the steps in order and stops at the first that fails. It calls report after each successful step.
func Run(ctx context.Context, c Caller, steps []Step, values Values, report func(Done)) error {
	for i, step := range steps {
		arguments, err := substitute(step.Args, values)
		if err != nil {
			return fmt.Errorf("line %d, %s: %w", step.line, step.Call, err)
		}
		began := time.Now()
		envelope, err := c.Call(ctx, step.Call, arguments)
		if err != nil {
			return fmt.Errorf("line %d: %w", step.line, err)
		}
		took := time.Since(began)
		if err := settle(step, envelope, values); err != nil {
			return fmt.Errorf("line %d, %s: %w", step.line, step.Call, err)
		}
		report(Done{step, i, envelope, took})
	}
	return nil
}

// settle compares an answer with the step's expectations and saves values from it.
func settle(step Step, envelope json.RawMessage, values Values) error {
	var answer any
	d := json.NewDecoder(bytes.NewReader(envelope))
	d.UseNumber()
	if err := d.Decode(&answer); err != nil {
		return fmt.Errorf("the answer is not JSON: %w", err)
	}
	if success, _ := at(answer, "success"); success != !step.Expect.IsError {
		return fmt.Errorf("success is %v: %s", success, envelope)
	}
	if err := step.Expect.check(answer); err != nil {
		return err
	}
	for name, path := range step.Save {
		value, ok := at(answer, path)
		if !ok {
			return fmt.Errorf("nothing at %s to save as %s", path, name)
		}
		values[name] = value
	}
	return nil
}

func (e Expectation) check(answer any) error {
	for _, path := range sortedKeys(e.Match) {
		want := e.Match[path]
		got, ok := at(answer, path)
		if !ok || !reflect.DeepEqual(fmt.Sprint(got), fmt.Sprint(want)) {
			return fmt.Errorf("%s is %v, expected %v", path, got, want)
		}
	}
	for _, path := range sortedKeys(e.Near) {
		want := e.Near[path]
		got, _ := at(answer, path)
		number, err := strconv.ParseFloat(fmt.Sprint(got), 64)
		if err != nil || math.Abs(number-want) > nearTolerance {
			return fmt.Errorf("%s is %v, expected %v", path, got, want)
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// at returns the value at a dotted path.
func at(value any, path string) (any, bool) {
	for key := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			next, ok := v[key]
			if !ok {
				return nil, false
			}
			value = next
		case []any:
			i, err := strconv.Atoi(key)
			switch {
			case key == "length":
				value = json.Number(strconv.Itoa(len(v)))
			case err != nil || i < 0 || i >= len(v):
				return nil, false
			default:
				value = v[i]
			}
		default:
			return nil, false
		}
	}
	return value, true
}

var whole = regexp.MustCompile(`^\$\{([A-Za-z0-9_.]+)\}$`)
var part = regexp.MustCompile(`\$\{([A-Za-z0-9_.]+)\}`)

// substitute returns a value in which every "${name}" is replaced by the saved value.
func substitute(value any, values Values) (any, error) {
	switch v := value.(type) {
	case string:
		return substituteText(v, values)
	case []any:
		out := slices.Clone(v)
		for i := range out {
			item, err := substitute(out[i], values)
			if err != nil {
				return nil, err
			}
			out[i] = item
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			replaced, err := substitute(item, values)
			if err != nil {
				return nil, err
			}
			out[k] = replaced
		}
		return out, nil
	}
	return value, nil
}

func substituteText(text string, values Values) (any, error) {
	if m := whole.FindStringSubmatch(text); m != nil {
		value, ok := values[m[1]]
		if !ok {
			return nil, fmt.Errorf("${%s} was not saved by an earlier step", m[1])
		}
		return value, nil
	}
	var missing error
	out := part.ReplaceAllStringFunc(text, func(ref string) string {
		name := part.FindStringSubmatch(ref)[1]
		value, ok := values[name]
		if !ok {
			missing = fmt.Errorf("${%s} was not saved by an earlier step", name)
		}
		return fmt.Sprint(value)
	})
	return out, missing
}
