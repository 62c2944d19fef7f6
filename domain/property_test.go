package domain

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// What is written without encoding/json is what that writes, and is read as that reads it.
func TestPropertyValuesAreJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(
			rapid.String().AsAny(), rapid.StringMatching(`[ -~]*`).AsAny(), rapid.StringMatching(`[a-zA-Z0-9 _.-]*`).AsAny(),
			rapid.Bool().AsAny(), rapid.Float64().AsAny(),
		).Draw(t, "value")
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got := PropertyOf(v)
		if got.raw != string(want) {
			t.Fatalf("%v is written %s instead of %s", v, got.raw, want)
		}
		var back any
		if err := json.Unmarshal(want, &back); err != nil {
			t.Fatal(err)
		}
		if got.Any() != back {
			t.Fatalf("%s is read as %v instead of %v", got.raw, got.Any(), back)
		}
	})
}
