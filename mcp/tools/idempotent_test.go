package tools

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/mcp"
)

// TestARepetitionBesideItsFirstCall makes the same call with one key many times at once, in two processes. Each must
// get the result of the first call, even if after that result a call without the key would be refused.
func TestARepetitionBesideItsFirstCall(t *testing.T) {
	o := newOffice(t)
	other := *o
	other.open(mcp.LocalHuman())
	for round := range 12 {
		for name, call := range map[string][2]string{
			"a name": {"create_level", `{"name":"Level %d","elevation":%d,"idempotency_key":"level %d"}`},
			"a wall": {"create_wall", `{"level_id":"$ground","start":[9000,%d],"end":[12000,%[1]d],"height":2800,` +
				`"thickness":200,"name":"Wall %[2]d","idempotency_key":"wall %[2]d"}`},
		} {
			var wg sync.WaitGroup
			replies := make([]mcp.Envelope, 8)
			for i := range replies {
				by := []*office{o, &other}[i%2]
				wg.Go(func() { replies[i] = by.call(call[0], call[1], round, 20000+round, round) })
			}
			wg.Wait()
			for i, e := range replies {
				if !e.Success || *e.EventID != *replies[0].EventID {
					t.Fatalf("round %d, %s, call %d: %+v", round, name, i, e.Error)
				}
			}
		}
		gone := fmt.Sprintf(`{"element_ids":["%s"],"idempotency_key":"gone %d"}`,
			o.ok("create_wall", `{"level_id":"$ground","start":[9000,0],"end":[12000,0],"height":2800,
				"thickness":200}`).at("created", 0, "element_id").text(), round)
		var wg sync.WaitGroup
		for i := range 6 {
			by := []*office{o, &other}[i%2]
			wg.Go(func() {
				if e := by.call("delete_element", "%s", gone); !e.Success {
					t.Errorf("round %d, deletion %d: %+v", round, i, e.Error)
				}
			})
		}
		wg.Wait()
	}
	o.refused(state.IdempotencyMismatch, "create_level",
		`{"name":"Level 0","elevation":1,"idempotency_key":"level 0"}`)
}

// TestAKeptResultIsNotForWhoLostTheModel repeats a call after the caller's access to the model has ended.
func TestAKeptResultIsNotForWhoLostTheModel(t *testing.T) {
	o := newOffice(t)
	bob := *o
	bob.open(person("bob"))
	const call = `{"model_id":"$model","name":"Roof","elevation":6000,"idempotency_key":"roof"}`
	share := func(access string) {
		o.ok("share_model", `{"model_id":"$model","user":"bob","access":"%s"}`, access)
	}
	share("edit")
	first := bob.ok("create_level", call)
	if again := bob.ok("create_level", call); again.written() != first.written() {
		t.Errorf("%s, then %s", first.written(), again.written())
	}
	share("read")
	bob.refused(state.PermissionDenied, "create_level", call)
	share("none")
	bob.refused(state.NotFound, "create_level", call)
	share("edit")
	if again := bob.ok("create_level", call); again.written() != first.written() {
		t.Errorf("%s, then %s", first.written(), again.written())
	}
}

// TestABatchHasNoStepsThatAreLeftOut tries a step with a tool that the server was started without.
func TestABatchHasNoStepsThatAreLeftOut(t *testing.T) {
	o := newOffice(t)
	all, err := mcp.NewRegistry(Table(o.backend))
	if err != nil {
		t.Fatal(err)
	}
	without := mcp.Selection{Set: mcp.SetFull, Exclude: []string{"delete_element"}}
	if o.backend.Invocable, err = all.Select(without); err != nil {
		t.Fatal(err)
	}
	step := func(tool string, args map[string]any) string {
		b, err := json.Marshal(map[string]any{"operations": []any{map[string]any{"tool": tool, "args": args}}})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	o.refused(state.InvalidInput, "apply_batch", "%s", step("delete_element", map[string]any{
		"element_ids": []string{o.id["door"]}}))
	o.ok("apply_batch", "%s", step("create_level", map[string]any{"name": "Roof", "elevation": 9000}))
}
