package schema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/geometry"
	"pgregory.net/rapid"
)

type colour string

func (colour) Enum() []string { return []string{"red", "green"} }

type share float64

func (share) JSONSchema() string { return `{"type":"number","minimum":0,"maximum":1}` }

type common struct {
	Branch string `json:"branch,omitempty"`
	DryRun *bool  `json:"dry_run,omitempty"`
}

type arguments struct {
	Start   geometry.Point3   `json:"start" jsonschema:"in mm"`
	Outline []geometry.Point2 `json:"outline,omitempty"`
	Height  geometry.Length   `json:"height"`
	Slope   *geometry.Angle   `json:"slope,omitempty"`
	Name    string            `json:"name"`
	Colour  colour            `json:"colour,omitempty"`
	Share   share             `json:"share,omitempty"`
	Since   time.Time         `json:"since,omitzero"`
	Value   json.RawMessage   `json:"value" jsonschema:"any value"`
	Tags    map[string]string `json:"tags,omitempty"`
	Parts   []part            `json:"parts,omitempty"`
	Binary  []byte            `json:"binary,omitempty"`
	Rest    map[string]any    `json:"rest,omitempty"`
	Later   *int              `json:"later,omitempty" input:"-"`
	common
}

const anything = `"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"object"},{"type":"array","items":{"description":"any"}},{"type":"null"}]`

type part struct {
	ID    string  `json:"id"`
	Count *uint64 `json:"count"`
}

const boundedAnything = `"anyOf":[{"type":"string","maxLength":4000},{"type":"number"},{"type":"boolean"},{"type":"object"},` +
	`{"type":"array","items":{"not":{"type":"null"}},"maxItems":2000},{"type":"null"}]`

func TestInputSchema(t *testing.T) {
	got, err := ForInput(reflect.TypeFor[arguments](),
		map[string]string{"height": "of it", "count": "how many", "start": "not this"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{` +
		`"start":{"type":"array","description":"in mm","items":{"type":"number"},"minItems":2,"maxItems":3},` +
		`"outline":{"type":"array","items":{"type":"array","items":{"type":"number"},"minItems":2,"maxItems":2},"maxItems":2000},` +
		`"height":{"type":"number","description":"of it"},"slope":{"type":"number"},"name":{"type":"string","minLength":1,"maxLength":250},` +
		`"colour":{"type":"string","enum":["red","green"]},"share":{"type":"number","maximum":1,"minimum":0},` +
		`"since":{"type":"string","format":"date-time"},"value":{"description":"any value",` + boundedAnything + `},` +
		`"tags":{"type":"object","maxProperties":1000,"additionalProperties":{"type":"string","maxLength":250}},` +
		`"parts":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string","minLength":1,"maxLength":250},"count":{"type":"integer","description":"how many","minimum":0}},` +
		`"required":["id","count"],"additionalProperties":false},"maxItems":1000},` +
		`"binary":{"type":"string","maxLength":250,"contentEncoding":"base64"},"rest":{"type":"object","maxProperties":1000,"additionalProperties":true},` +
		`"branch":{"type":"string","maxLength":250},"dry_run":{"type":"boolean"}},` +
		`"required":["start","height","name","value"],"additionalProperties":false}`
	compare(t, got, want)
}

func TestOutputSchema(t *testing.T) {
	type data struct {
		ID      *string   `json:"id" jsonschema:"null when new"`
		Parts   []part    `json:"parts"`
		Part    *part     `json:"part"`
		Note    *string   `json:"note,omitempty"`
		Colour  *colour   `json:"colour"`
		Nothing *struct{} `json:"nothing,omitempty"`
		Value   any       `json:"value"`
		Values  []any     `json:"values"`
	}
	got, outline, err := ForOutput(reflect.TypeFor[data]())
	if err != nil {
		t.Fatal(err)
	}
	const partSchema = `"type":"object","properties":{"id":{"type":"string"},"count":{"anyOf":[{"type":"integer","minimum":0},{"type":"null"}]}},` +
		`"required":["id","count"],"additionalProperties":false`
	want := `{"type":"object","properties":{` +
		`"id":{"description":"null when new","anyOf":[{"type":"string"},{"type":"null"}]},` +
		`"parts":{"type":"array","items":{` + partSchema + `}},` +
		`"part":{"anyOf":[{` + partSchema + `},{"type":"null"}]},` +
		`"note":{"type":"string"},` +
		`"colour":{"anyOf":[{"type":"string","enum":["red","green"]},{"type":"null"}]},` +
		`"nothing":{"type":"object","additionalProperties":false},` +
		`"value":{` + anything + `},"values":{"type":"array","items":{` + anything + `}}},` +
		`"required":["id","parts","part","colour","value","values"],"additionalProperties":false}`
	compare(t, got, want)
	compare(t, outline, `{"type":"object","properties":{`+
		`"id":{"anyOf":[{"type":"string"},{"type":"null"}]},"parts":{"type":"array"},`+
		`"part":{"anyOf":[{"type":"object"},{"type":"null"}]},"note":{"type":"string"},`+
		`"colour":{"anyOf":[{"type":"string"},{"type":"null"}]},"nothing":{"type":"object"},`+
		`"value":{"anyOf":[{"type":"string"},{"type":"number"},{"type":"boolean"},{"type":"object"},{"type":"array"},{"type":"null"}]},"values":{"type":"array"}}}`)
}

// compare also compares the order of properties, because models read it.
func compare(t *testing.T, got []byte, want string) {
	t.Helper()
	if string(got) == want {
		return
	}
	var a, b any
	if json.Unmarshal(got, &a) == nil && json.Unmarshal([]byte(want), &b) == nil && reflect.DeepEqual(a, b) &&
		order(got) == order([]byte(want)) {
		return
	}
	t.Errorf("got\n%s\nwant\n%s", got, want)
}

// order returns the names of the top-level properties in order.
func order(schema []byte) string {
	var s struct{ Properties json.RawMessage }
	if json.Unmarshal(schema, &s) != nil {
		return ""
	}
	d := json.NewDecoder(strings.NewReader(string(s.Properties)))
	var names []string
	for depth := 0; ; {
		token, err := d.Token()
		if err != nil {
			return strings.Join(names, " ")
		}
		switch v := token.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else {
				depth--
			}
		case string:
			if depth == 1 {
				names = append(names, v)
			}
		}
	}
}

func TestRefusedTypes(t *testing.T) {
	type recursive struct{ Below []recursive }
	for _, typ := range []reflect.Type{nil, reflect.TypeFor[int](), reflect.TypeFor[recursive](),
		reflect.TypeFor[struct{ F func() }]()} {
		if _, err := ForInput(typ, nil); err == nil {
			t.Errorf("%v: accepted", typ)
		}
	}
}

func TestCompileIsStrict(t *testing.T) {
	for _, text := range []string{`{"type":"strong"}`, `{"minLength":-1}`, `{"$ref":"https://example.com/x.json"}`,
		`{"$ref":"file:///etc/passwd"}`, `{`, `7`} {
		if _, err := Compile([]byte(text)); err == nil {
			t.Errorf("%s: accepted", text)
		}
	}
}

func TestIssues(t *testing.T) {
	text, err := ForInput(reflect.TypeFor[arguments](), nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	good := `"start":[1,2,3],"height":1,"name":"n","value":null`
	tests := []struct{ document, want string }{
		{`{` + good + `}`, ""},
		{`{` + good + `,"share":1.5}`, "/share is above the maximum 1"},
		{`{` + good + `,"since":"yesterday"}`, `/since "yesterday" is not a date-time`},
		{`{` + good + `,"parts":[{"id":"a","count":1},{"ID":"b","count":-1}]}`,
			`/parts/1/ID unknown name "ID"; did you mean "id"?|/parts/1/count is below the minimum 0|/parts/1/id required, but missing; "ID" was given`},
		{`{` + good + `,"outline":[[1,2,3],[1]]}`,
			"/outline/0 has 3 items, must have at most 2|/outline/1 has 1 items, must have at least 2"},
		{`{` + good + `,"tags":{"a/b":7}}`, "/tags/a~1b is of type number, must be string"},
		{`{` + good + `,"value":{"deep":[1e400]}}`, "/value/deep/0 the number is too large or too small to be used"},
		{`nonsense`, " this is not a JSON document"},
		{`{} {}`, " this is not a JSON document"},
	}
	for _, tt := range tests {
		var got []string
		for _, issue := range v.Check([]byte(tt.document)) {
			got = append(got, issue.Pointer+" "+issue.Reason)
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.document, strings.Join(got, "|"), tt.want)
		}
	}
}

func TestReasonsDoNotRepeatLongValues(t *testing.T) {
	v, err := Compile([]byte(`{"enum":["a"]}`))
	if err != nil {
		t.Fatal(err)
	}
	issues := v.Check(fmt.Appendf(nil, "%q", strings.Repeat("ä", 10_000)))
	if len(issues) != 1 || len(issues[0].Reason) > 200 {
		t.Errorf("%d bytes", len(issues[0].Reason))
	}
}

func TestNearest(t *testing.T) {
	names := []string{"start", "end", "height", "level_id", "dry_run"}
	for given, want := range map[string]string{
		"Start": "start", "strat": "start", "hieght": "height", "heigth": "height",
		"levelId": "level_id", "level-id": "level_id",
		"dryrun": "dry_run", "endd": "end", "width": "", "": "", "x": "", strings.Repeat("start", 100): "",
	} {
		if got := Nearest(given, names); got != want {
			t.Errorf("%q: got %q, want %q", given, got, want)
		}
	}
}

func TestDistanceIsAMeasure(t *testing.T) {
	word := rapid.StringMatching(`[a-c]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) ||
			d < max(len(a), len(b))-min(len(a), len(b)) {
			t.Fatalf("distance(%q, %q) = %d", a, b, d)
		}
	})
}

func TestCheckFilling(t *testing.T) {
	type inner struct {
		Names []string `json:"names"`
	}
	type data struct {
		List  []inner          `json:"list"`
		Maybe *string          `json:"maybe"`
		By    map[string]inner `json:"by"`
		Any   json.RawMessage  `json:"any"`
	}
	text, _, err := ForOutput(reflect.TypeFor[data]())
	if err != nil {
		t.Fatal(err)
	}
	v, err := Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ in, want string }{
		{`{"list":null,"maybe":null,"by":{},"any":null}`, `{"list":[],"maybe":null,"by":{},"any":null}`},
		{`{"list":[{"names":null},{"names":["null"]}],"maybe":"null","by":{"a":{"names":null},"b/~":{"names":null}},"any":[null]}`,
			`{"list":[{"names":[]},{"names":["null"]}],"maybe":"null","by":{"a":{"names":[]},"b/~":{"names":[]}},"any":[null]}`},
		{`{"list":[],"maybe":"x","by":{},"any":1}`, `{"list":[],"maybe":"x","by":{},"any":1}`},
	}
	for _, tt := range tests {
		got, _ := v.CheckFilling([]byte(tt.in))
		if string(got) != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.in, got, tt.want)
		}
		if issues := v.Check(got); issues != nil {
			t.Errorf("%s: %v", got, issues)
		}
	}
}

func FuzzCheck(f *testing.F) {
	text, err := ForInput(reflect.TypeFor[arguments](), nil)
	if err != nil {
		f.Fatal(err)
	}
	v, err := Compile(text)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{`{}`, `{"start":[1,2,3],"height":1,"name":"n","value":null}`, `[1e999999999]`,
		`{"parts":[{"id":1}]}`, "\xff", `{"a":{"a":{"a":{}}}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, document []byte) {
		issues := v.Check(document)
		for _, issue := range issues {
			if issue.Reason == "" || issue.Pointer != "" && issue.Pointer[0] != '/' {
				t.Errorf("%q: %+v", document, issue)
			}
		}
		var a arguments
		if err := json.Unmarshal(document, &a); issues == nil && err != nil {
			t.Errorf("%q fits the schema and not the type: %v", document, err)
		}
		v.CheckFilling(document)
	})
}

func TestSizesAndCharactersOfArguments(t *testing.T) {
	text, err := ForInput(reflect.TypeFor[struct {
		Name      string         `json:"name,omitempty"`
		Reasoning string         `json:"reasoning,omitempty"`
		Tags      []string       `json:"tags,omitempty"`
		Value     any            `json:"value,omitempty"`
		Rest      map[string]any `json:"rest,omitempty"`
	}](), nil)
	if err != nil {
		t.Fatal(err)
	}
	v, err := Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	quoted := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	items := func(n int, item string) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }
	for _, tt := range []struct{ document, fault string }{
		{`{"name":` + quoted(strings.Repeat("ä", 250)) + `}`, ""},
		{`{"name":` + quoted(strings.Repeat("x", 251)) + `}`, "251 characters"},
		{`{"name":"` + strings.Repeat(`\u00e4`, 250) + `"}`, ""},
		{`{"reasoning":` + quoted(strings.Repeat("x", 4000)) + `}`, ""},
		{`{"reasoning":` + quoted(strings.Repeat("x", 4001)) + `}`, "4001 characters"},
		{`{"reasoning":"two\nlines and a\ttab"}`, ""},
		{`{"value":"two\nlines"}`, ""},
		{`{"name":"two\nlines"}`, "U+000A"},
		{`{"name":"\u0000"}`, "U+0000"},
		{`{"reasoning":"\u001b[31m"}`, "U+001B"},
		{`{"name":"\u202eevil"}`, "U+202E"},
		{"{\"name\":\"\u2066evil\"}", "U+2066"},
		{"{\"name\":\"\u0085\"}", "U+0085"},
		{`{"name":"Möbel – “gut” \u00e4"}`, ""},
		{`{"tags":["a","b\n"]}`, "U+000A"},
		{`{"rest":{"a\u0007":1}}`, "U+0007"},
		{`{"rest":{"a":{"b":["\u0007"]}}}`, "U+0007"},
		{`{"tags":` + items(1000, `"a"`) + `}`, ""},
		{`{"tags":` + items(1001, `"a"`) + `}`, "1001 items"},
		{`{"rest":{"a":` + items(1001, `[]`) + `}}`, "1000 items"},
		{`{"rest":{"a":` + items(2000, `[1,2]`) + `}}`, ""},
		{`{"rest":{"a":` + items(2001, `[1,2]`) + `}}`, "2000 items"},
		{`{"value":` + items(1000, `"a"`) + `}`, ""},
		{`{"value":` + items(1001, `"a"`) + `}`, "1000 items"},
		{`{"value":` + items(2000, `[1,2.5,-3]`) + `}`, ""},
		{`{"value":` + items(2001, `[1,2]`) + `}`, "2001 items"},
		{`{"value":[` + items(2000, `[1,2]`) + `]}`, ""},
		{`{"value":[` + items(1001, `"a"`) + `]}`, "1000 items"},
		{`{"value":[` + quoted(strings.Repeat("x", 4001)) + `]}`, "4000 characters"},
		{`{"value":{"a":` + quoted(strings.Repeat("x", 4001)) + `}}`, "4000 characters"},
		{`{"value":[` + items(2001, `[1,2]`) + `]}`, "2000 items"},
		{`{"rest":{"a":` + quoted(strings.Repeat("x", 4001)) + `}}`, "4000 characters"},
		{`{"value":` + strings.Repeat("[", 31) + strings.Repeat("]", 31) + `}`, ""},
		{`{"value":` + strings.Repeat("[", 32) + strings.Repeat("]", 32) + `}`, "deeper than 32"},
		{`{"value":` + strings.Repeat(`{"a":`, 100_000), "deeper than 32"},
	} {
		issues := v.CheckArguments(Parse([]byte(tt.document)))
		if (len(issues) == 0) != (tt.fault == "") || len(issues) > 0 && !strings.Contains(issues[0].Reason, tt.fault) {
			t.Errorf("%.80s: %v, want %q", tt.document, issues, tt.fault)
		}
	}
}
