package domain

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// The logs in testdata/logs together hold every event and category of the first version: what is never read again is
// not known to be readable.
func TestTheKeptLogsHoldEveryEventAndCategory(t *testing.T) {
	seen := map[string]bool{}
	files, err := filepath.Glob(filepath.Join("testdata", "logs", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		m, _ := foldLog(t, file)
		m.Each(func(e *Element) bool { checkBody(t, m, e.ID); return true })
		for _, line := range linesOfLog(t, file) {
			seen[line.Type] = true
			if event, err := DecodeEvent(line.Type, line.Schema, line.Data); err == nil {
				if c, ok := event.(*ElementCreated); ok {
					seen[string(c.Element.Category)] = true
				}
			}
		}
	}
	for _, name := range []string{
		"model.created", "element.created", "element.modified", "element.moved", "element.deleted", "element.hosted",
		"elements.joined", "type.defined", "material.defined",
		"site", "building", "level", "grid", "wall", "floor", "roof", "column", "beam", "stair",
		"opening", "door", "window", "room",
	} {
		if !seen[name] {
			t.Errorf("no kept log has %s", name)
		}
	}
}

func linesOfLog(t *testing.T, file string) []logLine {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []logLine
	for _, text := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var line logLine
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
	return out
}

// firstHistory is the history behind testdata/logs/log-v1.jsonl: all categories and events of that time.
func firstHistory(t tester) *house {
	h := buildHouse(t)
	h.do(DefineMaterial{Name: "Concrete", Category: "concrete", Colour: "#a0A0a0", Density: 2400.5,
		Properties: PropertySets{"Pset_M": {"Grade": PropertyOf("C30/37 <\u2028>"),
			"n": PropertyOf(1.25), "ok": PropertyOf(true)}}})
	round := h.do(DefineType{Category: CategoryColumn, Name: "Round", Material: "Concrete",
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(250)}})
	h.do(CreateColumn{BaseLevel: h.id["Ground"], TypeID: round, Material: "Concrete",
		Column: Column{Location: mm(9000, 4000), TopLevel: h.id["First"],
			TopOffset: geometry.MM(-200), Rotation: 12_500_000}})
	h.do(CreateGrid{Name: "Axes", Axes: []GridAxis{{"A", mm(0, -1000), mm(0, 9000)},
		{"1", mm(-1000, 0), mm(13000, 0)}}})
	shaft := h.do(CreateOpening{HostID: h.id["S0"], Polygon: rectangle(8000, 1000, 9000, 2000)})
	h.do(CreateOpening{HostID: h.id["W4"], Offset: at(geometry.MM(6000)), Width: geometry.MM(500),
		Height: geometry.MM(500), SillHeight: geometry.MM(900), Depth: geometry.MM(120)})
	h.do(CreateRoom{LevelID: h.id["Roof"], Name: "Attic",
		Room: Room{Boundary: rectangle(0, 2000, 12000, 6000), Height: geometry.MM(2100), Usage: "store"}})
	h.do(SetProperties{ElementIDs: []ID{h.id["W1"], h.id["D1"]}, Psets: PropertySets{"Pset_A": {"x": PropertyOf("y")}},
		Classification: []Classification{{System: "Uniclass 2015", Code: "EF_25_10", Name: "Walls"}}})
	h.do(modify(h.id["W2"], "height", 2900))
	h.do(modify(h.id["W1"], "Pset_A.x", nil))
	h.do(MoveElement{ElementIDs: []ID{h.id["P1"], h.id["C1"]}, Delta: shift(-500, 0, 0)})
	h.do(MoveElement{ElementIDs: []ID{h.id["T1"]}, Rotation: -geometry.QuarterTurn, About: place(mm(9000, 4000))})
	h.do(MoveElement{ElementIDs: []ID{h.id["S0"], shaft}, Delta: shift(0, 0, -50)})
	h.do(DeleteElement{ElementIDs: []ID{h.id["W7"], h.id["F5"], h.id["102"]}})
	return h
}

func TestAHistoryIsReadAsItWasWritten(t *testing.T) {
	h := firstHistory(t)
	if got := replayed(t, NewModel(), h.log).Hash(); got != h.model.Hash() {
		t.Error("the history folds to another state than the one decided on")
	}
}

func TestAnUnknownEventIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		schema int
		data   string
	}{
		{"element.painted", 1, "{}"}, {"element.created", 2, "{}"}, {"element.created", 0, "{}"},
		{"element.created", 1, "{"}, {"element.created", 1, "{}"},
		{"element.created", 1, `{"element":{"id":"x","category":"chimney","params":{}}}`},
		{"element.created", 1, `{"element":{"id":"x","category":"wall"}}`},
		{"element.deleted", 1, "{}"}, {"element.deleted", 1,
			`{"element":{"id":"x","category":"level","params":{}},"joins":[null]}`},
	} {
		if e, err := DecodeEvent(c.name, c.schema, []byte(c.data)); CodeOf(err) != StoreCorrupt {
			t.Errorf("%s %d %s gives %v, %v", c.name, c.schema, c.data, e, err)
		}
	}
}
