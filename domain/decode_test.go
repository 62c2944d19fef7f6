package domain

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/component"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// sampleEvents returns events of every type, about elements with all kinds of data.
func sampleEvents(t tester) []state.Event {
	h := buildHouse(t)
	wall := h.id["W1"]
	properties := shape.PropertySets{"Pset_WallCommon": {"FireRating": shape.PropertyOf("REI 90"),
		"IsExternal": shape.PropertyOf(true), "U": shape.PropertyOf(0.24)}}
	h.do(change.SetProperties{ElementIDs: []state.ID{wall}, Psets: properties})
	h.do(change.ModifyParameter{ElementID: wall, ParameterName: "name", Value: json.RawMessage(`"Süd \"eins\""`)})
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["C1"]}, Delta: geometry.Point3{X: 1500}})
	h.do(change.DeleteElement{ElementIDs: []state.ID{wall}})
	block := h.do(proxyOf(h.id["Ground"], cubeSolid(1000)))
	h.do(change.BooleanOperation{ElementA: h.id["S0"], ElementB: block, Operation: component.CombineUnion,
		KeepOperands: true})
	out := slices.Clone(h.log)
	out = append(out, &state.ElementCreated{Element: &state.Element{
		ID: "e", Category: state.CategoryWall, Name: "W", LevelID: "l", TypeID: "t", MaterialID: "m",
		Params: &fabric.Wall{Height: 1500, WallType: "exterior"},
		Psets:  properties.Sorted(), Codes: []state.Classification{{System: "Uniclass 2015", Code: "EF_25"}},
	}})
	return out
}

// reference decodes with encoding/json alone.
func reference(row *state.EventRow, data []byte) (state.Event, error) {
	e := row.Empty()
	if err := json.Unmarshal(data, e); err != nil {
		return nil, err
	}
	return e, nil
}

// remembering is a Decoder that has seen the ids of all events decoded before.
var remembering state.Decoder

// differs describes how the quick decoder contradicts encoding/json, or returns "" if it does not.
func differs(row *state.EventRow, data []byte) string {
	quick := state.QuickEvent(row, data, nil)
	if quick == nil {
		return ""
	}
	want, err := reference(row, data)
	again := state.QuickEvent(row, data, &remembering)
	switch {
	case !reflect.DeepEqual(quick, again):
		return "a decoder that remembers ids reads " + string(state.MustJSON(again)) +
			", one that does not " + string(state.MustJSON(quick))
	case err != nil:
		return "encoding/json refuses it: " + err.Error()
	case !reflect.DeepEqual(quick, want):
		return "encoding/json reads " + string(state.MustJSON(want)) + ", the quick decoder " +
			string(state.MustJSON(quick))
	}
	return ""
}

// Events written by this build are decoded without encoding/json, to the same values.
func TestTheQuickDecoderReadsWhatIsWritten(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range sampleEvents(t) {
		name, _ := state.EventType(e)
		row, data := state.RowByEventName[name], state.EncodeEvent(e)
		seen[name] = true
		if d := differs(row, data); d != "" {
			t.Errorf("%s %s: %s", name, data, d)
		}
		escaped := slices.Contains(data, '\\')
		if state.QuickEvent(row, data, nil) == nil && !escaped {
			t.Errorf("%s is left to encoding/json: %s", name, data)
		}
	}
	rare := []string{"model.delivered"} // one event a delivery, with a map
	for _, row := range state.EventRows {
		if state.EventReadings[row.Name] == nil && !slices.Contains(rare, row.Name) {
			t.Errorf("events of type %s are never read quickly", row.Name)
		}
	}
	for _, name := range []string{"element.created", "element.modified", "element.moved", "element.deleted",
		"element.hosted", "elements.joined"} {
		if !seen[name] {
			t.Errorf("the samples lack %s", name)
		}
	}
	for _, c := range state.Categories {
		if _, ok := state.ParamsReadings[c]; !ok {
			t.Errorf("parameters of %s are never read quickly", c)
		}
	}
}

// The texts are invalid, or have a form that only encoding/json reads.
func TestUnusualTextIsLeftToEncodingJSON(t *testing.T) {
	for _, c := range []struct{ name, data string }{
		{"element.hosted", `{"element_id":"a","host_id":"b"} `},
		{"element.hosted", `{"Element_ID":"a","host_id":"b"}`},
		{"element.hosted", `{"host_id":"b","element_id":"a"}`},
		{"element.hosted", `{"element_id":"a","element_id":"b","host_id":"c"}`},
		{"element.hosted", `{"element_id":"\u0061","host_id":"b"}`},
		{"element.hosted", "{\"element_id\":\"a\xff\",\"host_id\":\"b\"}"},
		{"element.hosted", `{"element_id":null,"host_id":"b"}`},
		{"element.hosted", `{"element_id":"a","host_id":"b","more":1}`},
		{"element.hosted", `{"element_id":"a","host_id":"b",}`},
		{"element.hosted", `{"element_id":"a"`}, {"element.hosted", ``}, {"element.hosted", `null`},
		{"element.moved", `{"element_id":"a","delta":[1e3,0,0],"about":[0,0],"changes":[]}`},
		{"element.moved", `{"element_id":"a","delta":[01,0,0],"about":[0,0],"changes":[]}`},
		{"element.moved", `{"element_id":"a","delta":[1,0],"about":[0,0],"changes":[]}`},
		{"element.moved", `{"element_id":"a","delta":[1,0,0],"about":[0,0],"changes":null}`},
		{"element.modified", `{"element_id":"a","changes":[{"facet":"name","to":"b"}]}`},
		{"element.created", `{"element":{"id":"a","category":"spaceship","name":"x","params":{}}}`},
		{"element.created", `{"element":null}`},
	} {
		row := state.RowByEventName[c.name]
		if state.QuickEvent(row, []byte(c.data), nil) != nil {
			t.Errorf("%s %s was read quickly", c.name, c.data)
		}
	}
}

// changedTexts returns random variations of a text.
func changedTexts(r *rand.Rand, text []byte) []byte {
	out := slices.Clone(text)
	const spice = "{}[]\",:0123456789.-+eE \\nulltrfasé\x00\xff"
	for range 1 + r.IntN(3) {
		at := r.IntN(len(out))
		switch r.IntN(4) {
		case 0:
			out[at] = spice[r.IntN(len(spice))]
		case 1:
			out = slices.Insert(out, at, spice[r.IntN(len(spice))])
		case 2:
			out = slices.Delete(out, at, min(len(out), at+1+r.IntN(4)))
		default:
			from := r.IntN(len(out))
			out = slices.Insert(out, at, slices.Clone(out[from:min(len(out), from+r.IntN(20))])...)
		}
		if len(out) == 0 {
			return out
		}
	}
	return out
}

func TestTheQuickDecoderAgreesWithEncodingJSONOnDamagedText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	events := sampleEvents(t)
	for range 60_000 {
		e := events[r.IntN(len(events))]
		name, _ := state.EventType(e)
		data := changedTexts(r, state.EncodeEvent(e))
		if d := differs(state.RowByEventName[name], data); d != "" {
			t.Fatalf("%s %q: %s", name, data, d)
		}
	}
}

func FuzzDecodeEvent(f *testing.F) {
	for _, e := range sampleEvents(f) {
		name, _ := state.EventType(e)
		f.Add(name, state.EncodeEvent(e))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		row := state.RowByEventName[name]
		if row == nil {
			return
		}
		if d := differs(row, data); d != "" {
			t.Errorf("%s %q: %s", name, data, d)
		}
	})
}

// checkDecodeValue compares DecodeValue with encoding/json for every type that a facet may have.
func checkDecodeValue(t *testing.T, raw []byte) {
	t.Helper()
	for typ := range state.ValueReadings {
		quick, want := reflect.New(typ), reflect.New(typ)
		quickErr, wantErr := state.DecodeValue(raw, quick.Elem()), json.Unmarshal(raw, want.Interface())
		if (quickErr == nil) != (wantErr == nil) || !reflect.DeepEqual(quick.Interface(), want.Interface()) {
			t.Errorf("%s from %q: %v, %v; encoding/json: %v, %v", typ, raw, quick.Elem(),
				quickErr, want.Elem(), wantErr)
		}
	}
}

var sampleValues = []string{
	`"text"`, `"a\nb"`, `"é"`, `"<b>"`, `12`, `-0.5`, `1.2345`, `1e3`, `123456789012345678`, `-0`, `012`,
	`true`, `false`, `null`, ``, ` 1`,
	`[1,2]`, `[1,2,3]`, `[[0,0],[1,0],[1,1]]`, `[]`, `[[[0,0],[1,0],[1,1]]]`, `[null,1]`,
	`{"shape":"circle","diameter":300}`, `{}`, `[{"tag":"A","start":[0,0],"end":[1,1]}]`,
}

func TestDecodeValueIsEncodingJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, v := range sampleValues {
		checkDecodeValue(t, []byte(v))
		for range 300 {
			if len(v) > 0 {
				checkDecodeValue(t, changedTexts(r, []byte(v)))
			}
		}
	}
}

func FuzzDecodeValue(f *testing.F) {
	for _, v := range sampleValues {
		f.Add([]byte(v))
	}
	f.Fuzz(func(t *testing.T, raw []byte) { checkDecodeValue(t, raw) })
}

// BenchmarkDecode decodes the creation of a wall, a change of one parameter and a move, with the quick decoder and with
// encoding/json. Their ratio matters.
func BenchmarkDecode(b *testing.B) {
	samples := map[string][]byte{}
	for _, e := range sampleEvents(b) {
		name, _ := state.EventType(e)
		data := state.EncodeEvent(e)
		if !slices.Contains(data, '\\') && (samples[name] == nil || len(data) < len(samples[name])) {
			samples[name] = data
		}
	}
	for _, name := range []string{"element.created", "element.modified", "element.moved",
		"element.hosted", "elements.joined"} {
		row, data := state.RowByEventName[name], samples[name]
		b.Run(name+"/quick", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if state.QuickEvent(row, data, nil) == nil {
					b.Fatal("not read")
				}
			}
		})
		b.Run(name+"/encoding-json", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := reference(row, data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestADecoderLetsEventsShareTheStringsOfIDs(t *testing.T) {
	d := new(state.Decoder)
	host := func(element string) state.ID {
		e, err := d.DecodeEvent("element.hosted", 1, []byte(`{"element_id":"`+element+
			`","host_id":"01234567-89ab-8def-8123-456789abcdef"}`))
		if err != nil {
			t.Fatal(err)
		}
		return e.(*state.ElementHosted).HostID
	}
	a, b := host("a"), host("11234567-89ab-8def-8123-456789abcdee")
	if a != b || unsafe.StringData(string(a)) != unsafe.StringData(string(b)) {
		t.Errorf("%q and %q are two strings", a, b)
	}
}
