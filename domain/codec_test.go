package domain

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The logs in testdata/logs together hold every event and category of the first version. Only stored logs show whether
// old events are still readable.
func TestTheKeptLogsHoldEveryEventAndCategory(t *testing.T) {
	seen := map[string]bool{}
	files, err := filepath.Glob(filepath.Join("testdata", "logs", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		m, _ := foldLog(t, file)
		m.Each(func(e *state.Element) bool { checkBody(t, m, e.ID); return true })
		for _, line := range linesOfLog(t, file) {
			seen[line.Type] = true
			if event, err := state.DecodeEvent(line.Type, line.Schema, line.Data); err == nil {
				if c, ok := event.(*state.ElementCreated); ok {
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

// firstHistory returns the history of testdata/logs/log-v1.jsonl: all categories and events of that time.
func firstHistory(t tester) *house {
	h := buildHouse(t)
	h.do(change.DefineMaterial{Name: "Concrete", Category: "concrete", Colour: "#a0A0a0", Density: 2400.5,
		Properties: shape.PropertySets{"Pset_M": {"Grade": shape.PropertyOf("C30/37 <\u2028>"),
			"n": shape.PropertyOf(1.25), "ok": shape.PropertyOf(true)}}})
	round := h.do(change.DefineType{Category: state.CategoryColumn, Name: "Round", Material: "Concrete",
		Profile: &geometry.Profile{Shape: "circle", Diameter: geometry.MM(250)}})
	h.do(change.CreateColumn{BaseLevel: h.id["Ground"], TypeID: round, Material: "Concrete",
		Column: member.Column{Location: mm(9000, 4000), TopLevel: h.id["First"],
			TopOffset: geometry.MM(-200), Rotation: 12_500_000}})
	h.do(change.CreateGrid{Name: "Axes", Axes: []shape.GridAxis{{Tag: "A", Start: mm(0, -1000), End: mm(0, 9000)},
		{Tag: "1", Start: mm(-1000, 0), End: mm(13000, 0)}}})
	shaft := h.do(change.CreateOpening{HostID: h.id["S0"], Polygon: rectangle(8000, 1000, 9000, 2000)})
	h.do(change.CreateOpening{HostID: h.id["W4"], Offset: at(geometry.MM(6000)), Width: geometry.MM(500),
		Height: geometry.MM(500), SillHeight: geometry.MM(900), Depth: geometry.MM(120)})
	h.do(change.CreateRoom{LevelID: h.id["Roof"], Name: "Attic",
		Room: room.Room{Boundary: rectangle(0, 2000, 12000, 6000), Height: geometry.MM(2100), Usage: "store"}})
	h.do(change.SetProperties{ElementIDs: []state.ID{h.id["W1"], h.id["D1"]},
		Psets:          shape.PropertySets{"Pset_A": {"x": shape.PropertyOf("y")}},
		Classification: []state.Classification{{System: "Uniclass 2015", Code: "EF_25_10", Name: "Walls"}}})
	h.do(modify(h.id["W2"], "height", 2900))
	h.do(modify(h.id["W1"], "Pset_A.x", nil))
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["P1"], h.id["C1"]}, Delta: shift(-500, 0, 0)})
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["T1"]}, Rotation: -geometry.QuarterTurn,
		About: place(mm(9000, 4000))})
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["S0"], shaft}, Delta: shift(0, 0, -50)})
	h.do(change.DeleteElement{ElementIDs: []state.ID{h.id["W7"], h.id["F5"], h.id["102"]}})
	return h
}

func TestAHistoryIsReadAsItWasWritten(t *testing.T) {
	h := firstHistory(t)
	if got := replayed(t, state.NewModel(), h.log).Hash(); got != h.model.Hash() {
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
		if e, err := state.DecodeEvent(c.name, c.schema, []byte(c.data)); state.CodeOf(err) != state.StoreCorrupt {
			t.Errorf("%s %d %s gives %v, %v", c.name, c.schema, c.data, e, err)
		}
	}
}
