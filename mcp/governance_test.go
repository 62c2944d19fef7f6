package mcp

import (
	"strings"
	"testing"
	"time"

	"github.com/bimstream/bimstream/domain/settings"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/geometry"
)

func TestDefaultsOfAgents(t *testing.T) {
	s := start(t, memory.New(), agent(nil))
	s.refused(t, state.ReasoningRequired, "add_thing", `{"name":"a"}`)
	s.refused(t, state.ReasoningRequired, "add_thing", `{"name":"a","reasoning":"  "}`)
	s.must(t, "list_things", `{}`) // reads need no reasons
	e := s.must(t, "add_thing", `{"name":"a","reasoning":"because"}`)
	if !e.DryRun || e.EventID != nil {
		t.Error("an agent's mutation is a dry run by default")
	}
	if a := e.Audit; a.UserID != "ann" || *a.AgentID != "bot" || *a.Reasoning != "because" {
		t.Errorf("audit %+v", a)
	}
	if e = s.must(t, "add_thing", `{"name":"a","reasoning":"because","dry_run":false}`); e.DryRun || e.EventID == nil {
		t.Error("an explicit dry_run is overridden")
	}
}

func TestOperatorsOverrideDryRun(t *testing.T) {
	no, yes := false, true
	s := start(t, memory.New(), agent(func(p *Principal) { p.DryRunDefault = DryRunDefault{&no, &no} }))
	if s.must(t, "add_thing", `{"name":"a","reasoning":"r"}`).DryRun {
		t.Error("the operator switched it off")
	}
	s = start(t, memory.New(), func(c *Config) { c.Principal.DryRunDefault = DryRunDefault{&yes, &yes} })
	if !s.must(t, "add_thing", `{"name":"a"}`).DryRun {
		t.Error("the operator switched it on")
	}
}

func TestWhoIsNamed(t *testing.T) {
	for _, tt := range []struct {
		principal   Principal
		user, agent string
	}{
		{Principal{ID: "ann", Kind: KindHuman}, "ann", ""},
		{Principal{ID: "bot", Kind: KindAgent, OnBehalfOf: "ann"}, "ann", "bot"},
		{Principal{ID: "nightly", Kind: KindService}, "nightly", ""},
		{Principal{ID: "nightly", Kind: KindService, OnBehalfOf: "ann"}, "ann", ""},
	} {
		s := start(t, memory.New(), func(c *Config) { c.Principal = tt.principal })
		a := s.call("list_things", `{}`).Audit // refused for lack of permissions, but recorded
		if a.UserID != tt.user || (a.AgentID == nil) != (tt.agent == "") || a.AgentID != nil && *a.AgentID != tt.agent {
			t.Errorf("%+v: %+v", tt.principal, a)
		}
	}
}

// TestApprovals checks who may delete and who may change much at once.
func TestApprovals(t *testing.T) {
	service := func(c *Config) {
		agent(nil)(c)
		c.Principal.Kind = KindService
	}
	many := `{"name":"a","count":51,"reasoning":"r"`
	tests := []struct {
		name            string
		who             func(*Config)
		tool, arguments string
		refused         bool
		dryRun          bool // instead of a refusal, a dry run reports it
	}{
		{"a person deletes", nil, "remove_thing", `{"name":"a"}`, false, false},
		{"a person does much", nil, "add_thing", many + `}`, false, false},
		{"an agent deletes", agent(nil), "remove_thing", `{"name":"a","reasoning":"r","dry_run":false}`, true, false},
		{"an agent's tool turns out to delete", agent(nil), "purge_things",
			`{"name":"a","reasoning":"r","dry_run":false}`, true, false},
		{"an agent does much", agent(nil), "add_thing", many + `,"dry_run":false}`, true, false},
		{"an agent does just enough", agent(nil), "add_thing",
			`{"name":"a","count":50,"reasoning":"r","dry_run":false}`, false, false},
		{"an agent looks at a deletion", agent(nil), "remove_thing", `{"name":"a","reasoning":"r"}`, false, true},
		{"an agent looks at much", agent(nil), "add_thing", many + `}`, false, true},
		{"a service deletes", service, "remove_thing", `{"name":"a"}`, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := start(t, memory.New(), tt.who)
			if tt.refused {
				f := s.refused(t, state.PermissionDenied, tt.tool, tt.arguments)
				if !strings.Contains(f.Message, "a person has to do this") ||
					length(t, s.store, "model.m.branch.main") != 0 {
					t.Errorf("%q", f.Message)
				}
				return
			}
			e := s.must(t, tt.tool, tt.arguments)
			if e.DryRun != tt.dryRun || tt.dryRun != (len(e.Warnings) == 2 &&
				e.Warnings[0].Code == "DRY_RUN" && e.Warnings[1].Code == "APPROVAL_REQUIRED") {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestPermissions(t *testing.T) {
	only := func(op Operation, s Scope) func(*Config) {
		return func(c *Config) { c.Principal.Permissions = map[Operation]Scope{op: s} }
	}
	s := start(t, memory.New(), only(OpRead, Scope{}))
	s.must(t, "list_things", `{}`)
	if f := s.refused(t, state.PermissionDenied, "add_thing", `{"name":"a"}`); f.Data["operation"] != OpCreate {
		t.Errorf("%+v", f)
	}
	s = start(t, memory.New(), only(OpCreate, Scope{BranchPatterns: []string{"draft", "agent/*"}}))
	s.must(t, "add_thing", `{"name":"a","branch":"draft"}`)
	s.must(t, "add_thing", `{"name":"a","branch":"agent/x"}`)
	for _, branch := range []string{"main", "agent/x/y", "agent", "drafts"} {
		s.refused(t, state.PermissionDenied, "add_thing", `{"name":"a","branch":"`+branch+`"}`)
	}
	s.refused(t, state.PermissionDenied, "add_thing", `{"name":"a"}`) // main by default
	// A tool that turns out to delete needs the permission to delete.
	s = start(t, memory.New(), only(OpModify, Scope{}))
	s.refused(t, state.PermissionDenied, "purge_things", `{"name":"a"}`)
}

func TestScopeReachesTheHandler(t *testing.T) {
	s := start(t, memory.New(), func(c *Config) {
		c.Principal.Permissions[OpCreate] = Scope{
			Categories: []string{"wall"}, Levels: []string{"L1"},
			Regions: []geometry.Box{{Max: geometry.Point3{X: 10, Y: 10, Z: 10}}},
		}
	})
	p := s.newChainCall(t.Context(), s.registry.Find("add_thing"), request("add_thing", `{"name":"a"}`))
	if err := p.checkPermission(); err != nil {
		t.Fatal(err)
	}
	inside := geometry.Box{Min: geometry.Point3{X: 1}, Max: geometry.Point3{X: 2}}
	outside := geometry.Box{Max: geometry.Point3{X: 11}}
	scope := p.call.Scope
	if !scope.AllowsCategory("wall") || scope.AllowsCategory("slab") ||
		!scope.AllowsLevel("L1") || scope.AllowsLevel("L2") ||
		!scope.AllowsBox(inside) || scope.AllowsBox(outside) {
		t.Errorf("%+v", scope)
	}
	if all := (Scope{}); !all.AllowsCategory("slab") || !all.AllowsLevel("L2") ||
		!all.AllowsBox(outside) || !all.AllowsBranch("x") {
		t.Error("an empty scope bounds nothing")
	}
}

func TestLimitOnElements(t *testing.T) {
	s := start(t, memory.New(), agent(nil))
	if f := s.refused(t, state.OperationTooLarge, "add_thing",
		`{"name":"a","count":101,"reasoning":"r"}`); f.Data["limit"] != 100 || f.Data["affected"] != 101 {
		t.Errorf("%+v", f)
	}
	s = startToy(t)
	s.must(t, "add_thing", `{"name":"a","count":101}`) // people have no limit
	s = start(t, memory.New(), func(c *Config) { c.Principal.Limits.MaxElementsPerOperation = 3 })
	s.refused(t, state.OperationTooLarge, "add_thing", `{"name":"a","count":4}`)
}

func TestLimitOnOperations(t *testing.T) {
	s := start(t, memory.New(), agent(func(p *Principal) { p.Limits.MaxOperationsPerSession = 2 }))
	const commit, dry = `{"name":"a","reasoning":"r","dry_run":false}`, `{"name":"a","reasoning":"r"}`
	s.must(t, "add_thing", dry)
	s.must(t, "add_thing", commit)
	s.must(t, "add_thing", commit)
	s.refused(t, state.SessionLimitExceeded, "add_thing", commit)
	s.must(t, "add_thing", dry)
}

func TestRates(t *testing.T) {
	s := start(t, memory.New(), agent(func(p *Principal) {
		p.Limits.Rates = map[Category]Rate{CategoryMutation: {PerMinute: 6, Burst: 2},
			CategoryRead: {PerMinute: 60, Burst: 3}}
	}))
	const commit = `{"name":"a","reasoning":"r","dry_run":false}`
	s.must(t, "add_thing", commit)
	s.must(t, "add_thing", commit)
	f := s.refused(t, state.RateLimited, "add_thing", commit)
	if !f.Retryable || f.Data["retry_after_s"] != 10.0 || f.Data["limit"] != 6 || f.Data["remaining"] != 0 {
		t.Errorf("%+v", f)
	}
	s.clock.move(9 * time.Second)
	if f = s.refused(t, state.RateLimited, "add_thing", commit); f.Data["retry_after_s"] != 1.0 {
		t.Errorf("%+v", f)
	}
	s.clock.move(time.Second)
	s.must(t, "add_thing", commit)
	// A dry run is charged as a read.
	for range 3 {
		s.must(t, "add_thing", `{"name":"a","reasoning":"r"}`)
	}
	s.refused(t, state.RateLimited, "list_things", `{}`)
	s.clock.move(time.Hour) // at most the burst becomes available at once
	quotas, err := s.Quotas(t.Context(), s.config.Principal)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range quotas.Rates {
		if q.Remaining != q.Burst {
			t.Errorf("%+v", q)
		}
	}
}

// TestPeopleRunIntoTheirRates calls in a loop as the local person, without any configuration. The loop ends at the
// rate, calls with invalid input count, and the quotas report the rates.
func TestPeopleRunIntoTheirRates(t *testing.T) {
	s := start(t, memory.New(), nil)
	usual := settings.Default().PeopleRates
	for range usual["mutation"].Burst {
		s.must(t, "add_thing", `{"name":"a"}`)
	}
	f := s.refused(t, state.RateLimited, "add_thing", `{"name":"a"}`)
	if !f.Retryable || f.Data["retry_after_s"] != 1.0 || f.Data["limit"] != usual["mutation"].PerMinute {
		t.Errorf("%+v", f)
	}
	for i := range usual["read"].Burst {
		tool, args, code := "list_things", `{}`, state.Code(0)
		switch {
		case i%3 == 1:
			args, code = `{"no":"such"}`, state.InvalidInput
		case i%3 == 2:
			tool, args, code = "add_thing", `{"no":"such"}`, state.InvalidInput
		}
		if code == 0 {
			s.must(t, tool, args)
		} else {
			s.refused(t, code, tool, args)
		}
	}
	s.refused(t, state.RateLimited, "list_things", `{}`)
	s.refused(t, state.RateLimited, "add_thing", `{"no":"such"}`)
	quotas, err := s.Quotas(t.Context(), s.config.Principal)
	if err != nil || len(quotas.Rates) != 3 || quotas.Rates[0].Remaining != 0 || quotas.Rates[1].Remaining != 0 {
		t.Errorf("%+v, %v", quotas, err)
	}
	s.clock.move(time.Second)
	s.must(t, "add_thing", `{"name":"a"}`)
	s.must(t, "list_things", `{}`)
}

// TestLimitsGoOnWhenTheClockIsSetBack sets back a clock that was ahead, as a time server does. The time in RATE_LIMITED
// must be correct, and a session of operations must end 24 hours after the clock was set.
func TestLimitsGoOnWhenTheClockIsSetBack(t *testing.T) {
	s := start(t, memory.New(), agent(func(p *Principal) {
		p.Limits.MaxOperationsPerSession = 3
		p.Limits.Rates = map[Category]Rate{CategoryMutation: {PerMinute: 6, Burst: 2},
			CategoryRead: {PerMinute: 60, Burst: 3}}
	}))
	const commit = `{"name":"a","reasoning":"r","dry_run":false}`
	s.must(t, "add_thing", commit)
	s.must(t, "add_thing", commit)
	s.clock.move(-30 * 24 * time.Hour)
	if f := s.refused(t, state.RateLimited, "add_thing", commit); f.Data["retry_after_s"] != 10.0 {
		t.Errorf("%+v", f)
	}
	s.clock.move(11 * time.Second)
	s.must(t, "add_thing", commit)
	s.clock.move(time.Minute)
	s.refused(t, state.SessionLimitExceeded, "add_thing", commit)
	s.clock.move(24 * time.Hour)
	s.must(t, "add_thing", commit)
}

func TestRatesByDefault(t *testing.T) {
	s := start(t, memory.New(), agent(nil))
	for range settings.Default().Rates["read"].Burst {
		s.must(t, "list_things", `{}`)
	}
	s.refused(t, state.RateLimited, "list_things", `{}`)
	s = startToy(t)
	for range 300 { // a person at the terminal is not slowed down
		s.must(t, "list_things", `{}`)
	}
}
