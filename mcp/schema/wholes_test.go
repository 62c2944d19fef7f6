package schema

import "testing"

func TestPlainWholes(t *testing.T) {
	v, err := Compile([]byte(`{"type":"object","properties":{
		"n":{"type":"integer"},"x":{"type":"number"},"any":true,
		"at":{"anyOf":[{"type":"string"},{"type":"integer"}]},
		"value":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"number"}]},
		"list":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}}},
		"additionalProperties":{"type":"integer"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for given, want := range map[string]string{
		`{"n":2.0}`:                    `{"n":2}`,
		`{"n":-2e0 }`:                  `{"n":-2 }`,
		`{"n":-0.0}`:                   `{"n":0}`,
		`{"n":0.00}`:                   `{"n":0}`,
		`{"n":12.5E1}`:                 `{"n":125}`,
		`{"n":1200e-2}`:                `{"n":12}`,
		`{"n":2.5}`:                    `{"n":2.5}`,
		`{"n":1e-1}`:                   `{"n":1e-1}`,
		`{"n":1e300}`:                  `{"n":1e300}`,
		`{"n":1e999999999}`:            `{"n":1e999999999}`,
		`{"x":2.0,"any":2.0}`:          `{"x":2.0,"any":2.0}`,
		`{"at":2.0}`:                   `{"at":2}`,
		`{"at":"2.0"}`:                 `{"at":"2.0"}`,
		`{"value":2.0}`:                `{"value":2.0}`,
		`{"other":2.0}`:                `{"other":2}`,
		`{"n":18446744073709551615.0}`: `{"n":18446744073709551615}`,
		`{"list":[{"n":1.0},{"n":2, "x":[3.0]}],"any":[1.0]}`: `{"list":[{"n":1},{"n":2, "x":[3.0]}],"any":[1.0]}`,
	} {
		if got := string(v.PlainWholes([]byte(given))); got != want {
			t.Errorf("%s: got %s, want %s", given, got, want)
		}
	}
}
