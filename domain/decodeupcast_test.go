package domain

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"github.com/bimstream/bimstream/domain/state"
	"os"
	"path/filepath"
	"testing"
)

var writeLog = flag.String("write-log", "", "name of a log to add to testdata/logs, as this version writes it")

// logLine is a line of a log in testdata/logs: an event, or at the end the resulting state.
type logLine struct {
	Type      string          `json:"type,omitempty"`
	Schema    int             `json:"schema,omitempty"`
	Data      json.RawMessage `json:"data,omitempty"`
	StateHash string          `json:"state_hash,omitempty"`
}

// TestOldLogsAreReadForEver folds logs that earlier versions wrote. The files are never changed: a version that changes
// the shape of an event adds a file.
func TestOldLogsAreReadForEver(t *testing.T) {
	if *writeLog != "" {
		addLog(t, filepath.Join("testdata", "logs", *writeLog))
	}
	files, err := filepath.Glob(filepath.Join("testdata", "logs", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	for _, file := range files {
		m, want := foldLog(t, file)
		if got := m.Hash(); got != want {
			t.Errorf("%s leads to state %s, the version that wrote it had %s", file, got, want)
		}
	}
}

func addLog(t *testing.T, file string) {
	if _, err := os.Stat(file); err == nil {
		t.Fatalf("%s exists and is kept as it is", file)
	}
	var text bytes.Buffer
	m := state.NewModel()
	for _, e := range buildHouse(t).log {
		name, schema := state.EventType(e)
		text.Write(append(state.MustJSON(logLine{Type: name, Schema: schema, Data: state.EncodeEvent(e)}), '\n'))
		m.Evolve(e)
	}
	text.Write(append(state.MustJSON(logLine{StateHash: m.Hash()}), '\n'))
	if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func foldLog(t *testing.T, file string) (*state.Model, string) {
	t.Helper()
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	m := state.NewModel()
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		var line logLine
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if line.Type == "" {
			return m, line.StateHash
		}
		e, err := state.DecodeEvent(line.Type, line.Schema, line.Data)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		m.Evolve(e)
	}
	t.Fatalf("%s ends without a state", file)
	return nil, ""
}

// The test uses an artificial event in its third version. In the first version the field of the element was "wall", and
// the host followed from it. The second version had a field for the host.
func TestAnOldVersionIsUpcastStepByStep(t *testing.T) {
	row := &state.EventRow{Name: "element.hosted", Schema: 3,
		Empty: func() state.Event { return new(state.ElementHosted) }}
	table := map[state.UpcastFrom]state.Upcast{
		{Name: "element.hosted", Schema: 1}: func(d map[string]any) map[string]any {
			d["element"], d["host"] = d["wall"], "host-of-"+d["wall"].(string)
			delete(d, "wall")
			return d
		},
		{Name: "element.hosted", Schema: 2}: func(d map[string]any) map[string]any {
			return map[string]any{"element_id": d["element"], "host_id": d["host"],
				"fills_id": d["fills"].(json.Number).String()}
		},
	}
	for schema, data := range map[int]string{
		1: `{"wall":"w","fills":12345678901234567890}`,
		2: `{"element":"w","host":"host-of-w","fills":12345678901234567890}`,
		3: `{"element_id":"w","host_id":"host-of-w","fills_id":"12345678901234567890"}`,
	} {
		raised, err := state.UpcastData(table, row, schema, []byte(data))
		if err != nil {
			t.Fatal(err)
		}
		e, ok := state.QuickEvent(row, raised, nil).(*state.ElementHosted)
		if !ok {
			want, err := reference(row, raised)
			if err != nil {
				t.Fatal(err)
			}
			e = want.(*state.ElementHosted)
		}
		if *e != (state.ElementHosted{ElementID: "w", HostID: "host-of-w", FillsID: "12345678901234567890"}) {
			t.Errorf("version %d: %+v", schema, e)
		}
	}
}

func TestVersionsThatCannotBeRead(t *testing.T) {
	row := &state.EventRow{Name: "element.hosted", Schema: 2,
		Empty: func() state.Event { return new(state.ElementHosted) }}
	same := map[state.UpcastFrom]state.Upcast{{Name: "element.hosted",
		Schema: 1}: func(d map[string]any) map[string]any { return d }}
	for _, c := range []struct {
		schema int
		data   string
	}{{3, `{}`}, {0, `{}`}, {-1, `{}`}, {1, `[]`}, {1, `null`}, {1, `{} {}`}, {1, `{`}, {1, ``}} {
		if _, err := state.UpcastData(same, row, c.schema, []byte(c.data)); state.CodeOf(err) != state.StoreCorrupt {
			t.Errorf("version %d of %q: %v", c.schema, c.data, err)
		}
	}
	for _, schema := range []int{0, 2} {
		if _, err := state.DecodeEvent("element.hosted", schema,
			[]byte(`{}`)); state.CodeOf(err) != state.StoreCorrupt {
			t.Errorf("version %d: %v", schema, err)
		}
	}
}

// Every event with more than one version has an upcast from each older version.
func TestUpcastsHaveNoGaps(t *testing.T) {
	for _, row := range state.EventRows {
		for schema := 1; schema < row.Schema; schema++ {
			if state.Upcasts[state.UpcastFrom{Name: row.Name, Schema: schema}] == nil {
				t.Errorf("%s has version %d and no upcast from version %d", row.Name, row.Schema, schema)
			}
		}
	}
}
