package mcp

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

func TestAllFaultsOfAnInputAtOnce(t *testing.T) {
	s := startToy(t)
	f := s.refused(t, state.InvalidInput, "add_thing",
		`{"nmae":"x","kind":"fancey","count":"three","dryRun":true,"expected_revision":-1}`)
	want := []issue{
		{Pointer: "/count", Reason: "is of type string, must be integer"},
		{Pointer: "/dryRun", Reason: `unknown name "dryRun"; did you mean "dry_run"?`},
		{Pointer: "/expected_revision", Reason: "is below the minimum 0"},
		{Pointer: "/kind", Reason: `"fancey" is not one of plain, fancy, rectangle; did you mean "fancy"?`},
		{Pointer: "/name", Reason: `required, but missing; "nmae" was given`},
		{Pointer: "/nmae", Reason: `unknown name "nmae"; did you mean "name"?`},
	}
	got := f.Data["issues"].([]issue)
	if len(got) != len(want) {
		t.Fatalf("issues %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("issue %d: got %v, want %v", i, got[i], want[i])
		}
	}
	if !strings.Contains(f.Message, "did you mean") || strings.Count(f.Message, ";") > 20 {
		t.Errorf("message %q", f.Message)
	}
}

func TestRefusedInputs(t *testing.T) {
	tests := []struct{ name, tool, arguments, want string }{
		{"an array", "add_thing", `["a"]`, "must be object"},
		{"a text", "add_thing", `"a"`, "must be object"},
		{"a number", "list_things", `7`, "must be object"},
		{"an empty required text", "add_thing", `{"name":""}`, "/name: must not be empty"},
		{"null for a value", "add_thing", `{"name":null}`, "is of type null, must be string"},
		{"null for an optional value", "add_thing", `{"name":"a","branch":null}`, "/branch: is of type null"},
		{"a fraction for a whole number", "add_thing", `{"name":"a","count":1.5}`, "must be integer"},
		{"a fraction with an exponent", "add_thing", `{"name":"a","count":25e-1}`, "must be integer"},
		{"a page of nothing", "list_things", `{"limit":0}`, "below the minimum 1"},
		{"too long a page", "list_things", `{"limit":501}`, "above the maximum 500"},
		{"an endless number", "add_thing", `{"name":"a","count":1e999999999}`, "too large or too small"},
		{"a vanishing number", "add_thing", `{"name":"a","count":1e-999999999}`, "too large or too small"},
		{"arguments where there are none", "panic_now", `{"a":1}`, "known are reasoning"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := startToy(t)
			f := s.refused(t, state.InvalidInput, tt.tool, tt.arguments)
			if !strings.Contains(f.Message, tt.want) {
				t.Errorf("message %q, want %q", f.Message, tt.want)
			}
		})
	}
}

// TestWholeNumbersInOtherWords checks that numbers with a zero fraction are accepted as integers in every form, as JSON
// Schema requires.
func TestWholeNumbersInOtherWords(t *testing.T) {
	s := startToy(t)
	for _, two := range []string{"2", "2.0", "2e0", "0.2E+1", "20e-1", "2.000"} {
		e := s.must(t, "add_thing", `{"name":"a","dry_run":true,"count":`+two+`}`)
		var got addData
		decode(t, e.Data, &got)
		if len(got.Names) != 2 {
			t.Errorf("%s: %v", two, got.Names)
		}
		s.must(t, "list_things", `{"limit":`+two+`}`)
		f := s.refused(t, state.NotFound, "list_things", `{"at":`+two+`}`)
		if !strings.Contains(f.Message, `"2"`) {
			t.Errorf("at %s: %s", two, f.Message)
		}
		p := s.newChainCall(t.Context(), s.registry.Find("add_thing"),
			request("add_thing", `{"name":"a","expected_revision":`+two+`}`))
		if err := p.validateInput(); err != nil || *p.call.Common.ExpectedRevision != 2 {
			t.Errorf("expected_revision %s: %v %v", two, p.call.Common.ExpectedRevision, err)
		}
	}
}

// TestWholeNumbersInOtherWordsAreTheSameUnderAKey checks that a client may repeat its call with the numbers in another
// form.
func TestWholeNumbersInOtherWordsAreTheSameUnderAKey(t *testing.T) {
	s := startToy(t)
	first := s.must(t, "add_thing", `{"name":"a","count":2,"idempotency_key":"k"}`)
	again := s.must(t, "add_thing", `{"name":"a","count":2.0,"idempotency_key":"k"}`)
	if *again.EventID != *first.EventID {
		t.Errorf("got %s, want %s", *again.EventID, *first.EventID)
	}
}

func TestAbsentArgumentsAreAnEmptyObject(t *testing.T) {
	s := startToy(t)
	for _, arguments := range []string{"", "null", "{}"} {
		s.must(t, "list_things", arguments)
	}
}

// TestLargeNumbersStayExact checks revisions beyond the whole numbers of a float64.
func TestLargeNumbersStayExact(t *testing.T) {
	s := startToy(t)
	e := s.registry.Find("add_thing")
	p := s.newChainCall(t.Context(), e, request("add_thing", `{"name":"a","expected_revision":9007199254740993}`))
	if got := *p.call.Common.ExpectedRevision; got != 9007199254740993 {
		t.Errorf("got %d", got)
	}
	var a addArguments
	if err := p.call.Decode(&a); err != nil || *a.ExpectedRevision != 9007199254740993 {
		t.Errorf("%v %v", err, *a.ExpectedRevision)
	}
}

func TestDefaultsOfTheCommonArguments(t *testing.T) {
	s := startToy(t)
	p := s.newChainCall(t.Context(), s.registry.Find("add_thing"), request("add_thing", `{"name":"a"}`))
	if c := p.call.Common; c.ModelID != "m" || c.Branch != "main" || *c.DryRun {
		t.Errorf("%+v", c)
	}
	if p = s.newChainCall(t.Context(), s.registry.Find("panic_now"),
		request("panic_now", `{}`)); p.call.Common.Branch != "" {
		t.Error("a tool without a branch got one")
	}
}
