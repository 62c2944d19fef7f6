package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const requirementsFolder = "../../testdata/requirements"

// requirement is a row of the table of requirements: testdata/requirements/README.md describes them.
type requirement struct {
	Name   string         `json:"requirement"`
	Says   string         `json:"says"`
	Ground string         `json:"ground,omitempty"`
	Model  string         `json:"model,omitempty"`
	Calls  []requiredCall `json:"calls"`
}

// requiredCall is a call of a tool, of a method or of a command, with the expected reply.
type requiredCall struct {
	As       json.RawMessage   `json:"as,omitempty"`
	Tool     string            `json:"tool,omitempty"`
	Args     map[string]any    `json:"args,omitempty"`
	Method   string            `json:"method,omitempty"`
	Params   map[string]any    `json:"params,omitempty"`
	Command  string            `json:"command,omitempty"`
	Expected map[string]any    `json:"expected,omitempty"`
	Keep     map[string]string `json:"keep,omitempty"`
}

// TestRequirements tests each row of the table of requirements.
func TestRequirements(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(requirementsFolder, "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables of requirements: %v", err)
	}
	seen := map[string]bool{}
	var sharing []requirement
	for _, file := range files {
		for _, row := range readRows[requirement](t, file) {
			if row.Name == "" || row.Says == "" || len(row.Calls) == 0 || seen[row.Name] {
				t.Fatalf("%s: row %q needs a name of its own, what it says and calls", file, row.Name)
			}
			seen[row.Name] = true
			if row.Model != "" {
				sharing = append(sharing, row)
				continue
			}
			t.Run(row.Name, func(t *testing.T) { t.Parallel(); playRequirement(t, row) })
		}
	}
	t.Run("one server", func(t *testing.T) { playOnOneServer(t, sharing) })
}

// playOnOneServer tests rows on one store, each in a model of its own.
func playOnOneServer(t *testing.T, rows []requirement) {
	t.Parallel()
	one := &stage{data: filepath.Join(t.TempDir(), "data"), servers: map[string]*server{}}
	one.t, one.owner = t, t
	one.takeModel = one.server(nil).toolsWith("model_id")
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			one.t, one.kept, one.model = t, map[string]any{}, ""
			one.model = one.modelOf(row)
			one.kept["model"] = one.model
			one.playRow(row)
		})
	}
}

// modelOf creates the model of a row by the calls of its ground and returns its id.
func (s *stage) modelOf(row requirement) (id string) {
	s.t.Helper()
	ground := filepath.Join(requirementsFolder, "grounds", row.Model+".jsonl")
	for _, call := range readRows[requiredCall](s.t, ground) {
		if call.Tool == "create_model" {
			call.Args["name"] = row.Name
			call.Keep = map[string]string{"model": "/data/model_id"}
		}
		reply, err := s.play(call)
		if err == nil {
			err = s.hold(call, reply)
		}
		if err != nil {
			s.t.Fatalf("ground %s: %s: %v: %s", row.Model, call.Tool, err, short(reply))
		}
		s.model, _ = s.kept["model"].(string)
	}
	return s.model
}

// toolsWith returns the names of the tools that take an argument.
func (s *server) toolsWith(argument string) map[string]bool {
	s.t.Helper()
	out := map[string]bool{}
	for name, tool := range s.tools() {
		_, out[name] = tool.Input.Properties[argument]
	}
	return out
}

// readRows reads a JSON value from each line of a file. Unknown names are refused.
func readRows[T any](t testing.TB, file string) []T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []T
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 || lines.Bytes()[0] == '#' {
			continue
		}
		var row T
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&row); err != nil {
			t.Fatalf("%s:%d: %v", file, n, err)
		}
		rows = append(rows, row)
	}
	return rows
}

// stage is the place where a requirement is tested: a store, with a server for each caller.
type stage struct {
	t         testing.TB
	owner     testing.TB // the test whose end closes its servers
	data      string
	servers   map[string]*server
	kept      map[string]any
	model     string          // of calls that name none; "": the store's only model
	takeModel map[string]bool // the tools that take a model_id
}

func playRequirement(t *testing.T, row requirement) {
	s := &stage{t: t, owner: t, data: filepath.Join(t.TempDir(), "data"), servers: map[string]*server{},
		kept: map[string]any{}}
	if row.Ground != "" {
		if err := os.CopyFS(s.data, os.DirFS(groundOf(t, row.Ground))); err != nil {
			t.Fatal(err)
		}
	}
	s.playRow(row)
}

// playRow makes the calls of a row and checks the replies.
func (s *stage) playRow(row requirement) {
	s.t.Helper()
	for i, call := range row.Calls {
		reply, err := s.play(call)
		if err != nil {
			s.t.Fatalf("%s\ncall %d %s: %v", row.Says, i+1, call.what(), err)
		}
		if err := s.hold(call, reply); err != nil {
			s.t.Fatalf("%s\ncall %d %s: %v\nthe reply: %s", row.Says, i+1, call.what(), err, short(reply))
		}
	}
}

var (
	groundsMade sync.Mutex
	grounds     = map[string]string{}
)

// groundOf returns the folder of a store that the calls of a file have created, once for all rows.
func groundOf(t testing.TB, name string) string {
	t.Helper()
	groundsMade.Lock()
	defer groundsMade.Unlock()
	if data := grounds[name]; data != "" {
		return data
	}
	s := &stage{t: t, owner: t, data: filepath.Join(programFolder, "ground-"+name), servers: map[string]*server{},
		kept: map[string]any{}}
	for _, call := range readRows[requiredCall](t, filepath.Join(requirementsFolder, "grounds", name+".jsonl")) {
		reply, err := s.play(call)
		if err == nil {
			err = s.hold(call, reply)
		}
		if err != nil {
			t.Fatalf("ground %s: %s: %v: %s", name, call.Tool, err, short(reply))
		}
	}
	for _, one := range s.servers {
		one.close()
	}
	grounds[name] = s.data
	return s.data
}

func (c requiredCall) what() string { return c.Tool + c.Method + c.Command }

// play makes a call and returns the reply as decoded JSON.
func (s *stage) play(c requiredCall) (reply any, err error) {
	if c.Command != "" {
		return s.command(c.Command), nil
	}
	given := c.Args
	if c.Method != "" {
		given = c.Params
	}
	filled, err := s.filled(given)
	if err != nil {
		return nil, err
	}
	args, _ := filled.(map[string]any)
	var text []byte
	if c.Method != "" {
		text, err = s.server(c.As).request(c.Method, args)
	} else {
		if _, named := args["model_id"]; s.model != "" && !named && s.takeModel[c.Tool] && c.Tool != "create_model" {
			args = with(args, arguments{"model_id": s.model})
		}
		if args == nil {
			args = arguments{}
		}
		var a answer
		a, err = s.server(c.As).try(c.Tool, args)
		text = a.Text
	}
	if p, ok := errors.AsType[*protocolError](err); ok {
		return map[string]any{"protocol_error": map[string]any{"code": float64(p.Code), "message": p.Message}}, nil
	}
	if err != nil {
		return nil, err
	}
	return reply, json.Unmarshal(text, &reply)
}

// server returns the server of a caller, which the first call starts.
func (s *stage) server(as json.RawMessage) *server {
	s.t.Helper()
	if len(as) > 0 && as[0] == '{' {
		as = json.RawMessage(s.named(string(as)))
	}
	if one := s.servers[string(as)]; one != nil {
		return one
	}
	var variables []string
	var name string
	switch {
	case as == nil:
	case json.Unmarshal(as, &name) == nil && strings.HasPrefix(name, "$"): // a token that a command has printed
		variables = append(variables, "BIMSTREAM_TOKEN="+strings.TrimSpace(fmt.Sprint(s.kept[name[1:]])))
	case name != "":
		text, err := os.ReadFile(filepath.Join(requirementsFolder, "principals", name+".json"))
		if err != nil {
			s.t.Fatal(err)
		}
		variables = append(variables, "BIMSTREAM_PRINCIPAL="+string(text))
	default:
		variables = append(variables, "BIMSTREAM_PRINCIPAL="+string(as))
	}
	one := serveAll(s.owner, s.data, variables...)
	s.servers[string(as)] = one
	return one
}

// command runs words of the command line as a shell would split them.
func (s *stage) command(text string) any {
	s.t.Helper()
	whole, err := s.filled(text)
	if err != nil {
		s.t.Fatal(err)
	}
	words := shellWords(fmt.Sprint(whole))
	if words[0] == "bimstream" {
		words = words[1:]
	}
	if !slices.Contains(words, "--data") && !slices.Contains(words, "--store") {
		words = append(words, "--data", s.data)
	}
	stdout, stderr, code := run(s.t, words...)
	return map[string]any{"exit": float64(code), "stdout": stdout, "stderr": stderr}
}

// shellWords splits a command as a POSIX shell does, as far as single and double quotes go.
func shellWords(text string) []string {
	var words []string
	var word strings.Builder
	inside, quote := false, rune(0)
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inside = r, true
		case quote == 0 && (r == ' ' || r == '\n'):
			if inside || word.Len() > 0 {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(r)
		}
	}
	if inside || word.Len() > 0 {
		words = append(words, word.String())
	}
	return words
}

var keptName = regexp.MustCompile(`\$[a-z_]+`)

// filled replaces names in a value by the kept values. A text that consists of only a name becomes the whole kept
// value.
func (s *stage) filled(value any) (any, error) {
	switch v := value.(type) {
	case string:
		if strings.HasPrefix(v, "$") {
			if kept, there := s.kept[v[1:]]; there {
				return kept, nil
			}
		}
		return s.named(v), nil
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var err error
			if out[i], err = s.filled(v[i]); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for name := range v {
			var err error
			if out[name], err = s.filled(v[name]); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return value, nil
}

// named replaces names within a text by kept values.
func (s *stage) named(text string) string {
	return keptName.ReplaceAllStringFunc(text, func(name string) string {
		if kept, there := s.kept[name[1:]]; there {
			return fmt.Sprint(kept)
		}
		return name
	})
}

// hold compares a reply with the expected one, and keeps the values that the row asks for.
func (s *stage) hold(c requiredCall, reply any) error {
	expected := c.Expected
	switch {
	case expected != nil:
	case c.Command != "":
		expected = map[string]any{"/exit": 0.0}
	case c.Method != "":
	default:
		expected = map[string]any{"/success": true}
	}
	for _, pointer := range slices.Sorted(maps.Keys(expected)) {
		want, err := s.filled(expected[pointer])
		if err != nil {
			return err
		}
		got, there := at(reply, pointer)
		if err := expect(want, got, there); err != nil {
			return fmt.Errorf("%s: %w", pointer, err)
		}
	}
	for name, pointer := range c.Keep {
		value, there := at(reply, pointer)
		if !there {
			return fmt.Errorf("%s: there is nothing to keep", pointer)
		}
		s.kept[name] = value
	}
	return nil
}

// at returns the value that a JSON pointer names.
func at(value any, pointer string) (any, bool) {
	if pointer == "" {
		return value, true
	}
	for part := range strings.SplitSeq(pointer[1:], "/") {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		switch v := value.(type) {
		case map[string]any:
			next, there := v[part]
			if !there {
				return nil, false
			}
			value = next
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			value = v[i]
		default:
			return nil, false
		}
	}
	return value, true
}

// expect compares a value with the expectation.
func expect(want, got any, there bool) error {
	rule, is := want.(map[string]any)
	if !is || len(rule) != 1 {
		return equal(want, got, there)
	}
	for name, of := range rule {
		holds := false
		switch name {
		case "exists":
			holds = there == (of == true)
		case "matches":
			text, ok := got.(string)
			holds = ok && regexp.MustCompile(of.(string)).MatchString(text)
		case "contains":
			holds = contains(got, of)
		case "length":
			v := reflect.ValueOf(got)
			holds = there && got != nil && slices.Contains([]reflect.Kind{reflect.Slice, reflect.Map, reflect.String},
				v.Kind()) && float64(v.Len()) == of
		case "least":
			n, ok := got.(float64)
			holds = ok && n >= of.(float64)
		case "most":
			n, ok := got.(float64)
			holds = ok && n <= of.(float64)
		case "not":
			holds = !reflect.DeepEqual(of, got)
		default:
			return equal(want, got, there)
		}
		if !holds {
			return fmt.Errorf("%s is not %s", short(got), short(want))
		}
	}
	return nil
}

func equal(want, got any, there bool) error {
	if !there || !reflect.DeepEqual(want, got) {
		return fmt.Errorf("%s is not %s", short(got), short(want))
	}
	return nil
}

// contains reports whether a list has an item, an object has at least the members, or a text has a part.
func contains(in, what any) bool {
	switch v := in.(type) {
	case string:
		part, ok := what.(string)
		return ok && strings.Contains(v, part)
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return has(item, what) })
	}
	return false
}

func has(item, what any) bool {
	members, is := what.(map[string]any)
	if !is {
		return reflect.DeepEqual(item, what)
	}
	object, is := item.(map[string]any)
	if !is {
		return false
	}
	for name, value := range members {
		if got, there := object[name]; expect(value, got, there) != nil {
			return false
		}
	}
	return true
}
