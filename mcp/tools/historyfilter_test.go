package tools

import (
	"encoding/json"
	"fmt"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/tools/model"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFiltersOfEventsAgreeWithASearch lists the events of random filters in pages, and compares them with a search
// through all events.
func TestFiltersOfEventsAgreeWithASearch(t *testing.T) {
	o := newOffice(t)
	for i := range 12 {
		o.ok("modify_parameter", `{"element_id":"$south","parameter_name":"height","value":%d}`, 2900+i)
		o.ok("modify_parameter", `{"element_id":"$door","parameter_name":"offset","value":%d}`, 1000+i%2)
	}
	read := func(arguments map[string]any) (entries []app.EventEntry) {
		for {
			b, err := json.Marshal(arguments)
			if err != nil {
				t.Fatal(err)
			}
			var page model.EventList
			if err := json.Unmarshal([]byte(o.ok("list_events", "%s", b).written()), &page); err != nil {
				t.Fatal(err)
			}
			if entries = append(entries, page.Events...); page.NextCursor == "" {
				if page.Total != len(entries) {
					t.Fatalf("%s: %d of %d events", b, len(entries), page.Total)
				}
				return entries
			}
			arguments["cursor"] = page.NextCursor
		}
	}
	all := read(map[string]any{"limit": 500})
	south, dice := o.id["south"], rand.New(rand.NewPCG(1, 2))
	some := func() app.EventEntry { return all[dice.IntN(len(all))] }
	for range 300 {
		arguments := map[string]any{"limit": 1 + dice.IntN(7)}
		wanted := slices.Clone(all)
		keep := func(argument string, value any, meant func(e app.EventEntry) bool) {
			if dice.IntN(2) == 0 {
				arguments[argument] = value
				wanted = slices.DeleteFunc(wanted, func(e app.EventEntry) bool { return !meant(e) })
			}
		}
		x := some()
		keep("types", []string{x.Type, "element.moved"},
			func(e app.EventEntry) bool { return e.Type == x.Type || e.Type == "element.moved" })
		keep("actor", x.UserID, func(e app.EventEntry) bool { return e.UserID == x.UserID || e.AgentID == x.UserID })
		keep("element_id", south, func(e app.EventEntry) bool {
			for _, touch := range e.Touched {
				if string(touch.ElementID) == south {
					return true
				}
			}
			return false
		})
		from := some()
		keep("from_revision", from.Revision, func(e app.EventEntry) bool { return e.Revision >= from.Revision })
		since := some().OccurredAt
		keep("since", since, func(e app.EventEntry) bool { return !e.OccurredAt.Before(since) })
		until := some().OccurredAt
		keep("until", until, func(e app.EventEntry) bool { return e.OccurredAt.Before(until) })
		got := read(arguments)
		same := slices.EqualFunc(got, wanted, func(a, b app.EventEntry) bool { return a.EventID == b.EventID })
		if !same {
			t.Fatalf("%s: %d events, want %d", fmt.Sprint(arguments), len(got), len(wanted))
		}
	}
}
