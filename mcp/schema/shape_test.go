package schema

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"
)

// shaped returns the validators whose shapes the tests compare with the library.
func shaped(t testing.TB) map[string]*Validator {
	t.Helper()
	type answer struct {
		ID     *string        `json:"id"`
		Parts  []part         `json:"parts"`
		Part   *part          `json:"part"`
		Colour *colour        `json:"colour"`
		Rest   map[string]any `json:"rest,omitempty"`
		Value  any            `json:"value"`
	}
	out := map[string]*Validator{}
	for name, derived := range map[string]func() (json.RawMessage, error){
		"input": func() (json.RawMessage, error) { return ForInput(reflect.TypeFor[arguments](), nil) },
		"output": func() (json.RawMessage, error) {
			text, _, err := ForOutput(reflect.TypeFor[answer]())
			return text, err
		},
	} {
		text, err := derived()
		if err != nil {
			t.Fatal(err)
		}
		if out[name], err = Compile(text); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

const (
	ordinaryInput = `{"start":[0,-1.5,3],"outline":[[0,0],[1,0]],"height":2800,"name":"W \u0031 é","colour":"red","share":0.25,` +
		`"since":"2026-11-21T08:00:00.25Z","value":{"a":[1,null,"x"]},"tags":{"k":"v"},"parts":[{"id":"p","count":3}],"rest":{"any":true},"dry_run":false}`
	ordinaryOutput = `{ "id":null, "parts":[{"id":"p","count":null},{"id":"q","count":18446744073709551615}],"part":{"id":"","count":1},"colour":"green","value":-0.5 }`
)

// TestShapeAcceptsTheOrdinary checks that shapes accept ordinary documents, so that these do not reach the library.
func TestShapeAcceptsTheOrdinary(t *testing.T) {
	v := shaped(t)
	if !v["input"].shape.accepts([]byte(ordinaryInput)) {
		t.Error("the arguments are not accepted")
	}
	if v["output"].shape.accepts([]byte(ordinaryOutput)) {
		t.Error("a number of 20 digits has a lower bound to be held against, and must be left to the library")
	}
	if short := strings.Replace(ordinaryOutput, "18446744073709551615", "4096",
		1); !v["output"].shape.accepts([]byte(short)) {
		t.Error("the answer is not accepted")
	}
}

// TestShapeAcceptsNothingElse checks that the library accepts every document that a shape accepts. The documents are
// ordinary ones with up to two random changes, so that some of them just conform and others just do not.
func TestShapeAcceptsNothingElse(t *testing.T) {
	validators := shaped(t)
	tokens := []string{`"`, `{`, `}`, `[`, `]`, `,`, `:`, `null`, `true`, `0`, `1`, `-`, `.`, `e5`, `1e999`,
		`"id":"x",`, `"id"`, `""`, ` `, "\n", `\u0031`, `\x`, "\x00", `x`,
		`2026-02-30T00:00:00Z`, `[]`, `{}`, `00`, `1.0`}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"input", "output"}).Draw(t, "schema")
		document := map[string]string{"input": ordinaryInput, "output": ordinaryOutput}[name]
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			at := rapid.IntRange(0, len(document)).Draw(t, "at")
			cut := rapid.IntRange(0, min(12, len(document)-at)).Draw(t, "cut")
			document = document[:at] + rapid.SampledFrom(append(tokens, "")).Draw(t, "put") + document[at+cut:]
		}
		holdShape(t, validators[name], []byte(document))
	})
}

type failing interface {
	Errorf(format string, args ...any)
}

// holdShape compares the result of the shape with the library's result for the parsed document.
func holdShape(t failing, v *Validator, document []byte) {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	conforms := err == nil && len(unusableNumbers(value, nil, nil)) == 0 && v.schema.Validate(value) == nil
	if v.shape.accepts(document) && !conforms {
		t.Errorf("accepted, and it does not conform: %s", document)
	}
	holdCanonical(t, document)
}

func holdCanonical(t failing, document []byte) {
	text, ok := canonical(document)
	if !ok {
		return
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Errorf("canonical text of what is no JSON: %s", document)
	} else if want, err := json.Marshal(value); err != nil || !bytes.Equal(text, want) {
		t.Errorf("canonical text %s of %s, want %s", text, document, want)
	}
}

func TestCanonicalText(t *testing.T) {
	for document, want := range map[string]string{
		` { "b" : [ 1 , 2.50, [ ], { } ] , "a" : "x y" } `: `{"a":"x y","b":[1,2.50,[],{}]}`,
		`{"ab":1,"a":2,"a!":3,"é":"ü"}`:                    `{"a":2,"a!":3,"ab":1,"é":"ü"}`,
		`[null,true,false,"",[[]]]`:                        `[null,true,false,"",[[]]]`,
	} {
		if text, ok := canonical([]byte(document)); !ok || string(text) != want {
			t.Errorf("%s: %s %v, want %s", document, text, ok, want)
		}
		holdCanonical(t, []byte(document))
	}
	for _, document := range []string{`{"a":1,"a":2}`, `"\u0041"`, `"<"`, `1e5`, `01`, `[1,]`, `{"a":1,}`, `{"a"}`, `[`,
		``, `nul`, "\"\u2028\"", "\"\xff\"", `[1] 2`} {
		if text, ok := canonical([]byte(document)); ok {
			t.Errorf("%q is left to the library, got %s", document, text)
		}
	}
}

func FuzzShape(f *testing.F) {
	validators := shaped(f)
	f.Add([]byte(ordinaryInput))
	f.Add([]byte(ordinaryOutput))
	f.Fuzz(func(t *testing.T, document []byte) {
		for _, v := range validators {
			holdShape(t, v, document)
		}
	})
}
