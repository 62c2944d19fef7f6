package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/app"
	"github.com/bimstream/bimstream/mcp/surfacetest"
	"github.com/bimstream/bimstream/projections"
)

// countingStore counts the queries of the streams of models in a store, and the events that they return.
type countingStore struct {
	eventstore.Store
	asked, events atomic.Int64
}

func (s *countingStore) counted(events iter.Seq2[eventstore.Recorded, error]) iter.Seq2[eventstore.Recorded, error] {
	s.asked.Add(1)
	return func(yield func(eventstore.Recorded, error) bool) {
		for r, err := range events {
			if err == nil {
				s.events.Add(1)
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func (s *countingStore) Read(ctx context.Context, stream string,
	from uint64) iter.Seq2[eventstore.Recorded, error] {
	return s.counted(s.Store.Read(ctx, stream, from))
}

func (s *countingStore) ReadBackward(ctx context.Context, stream string) iter.Seq2[eventstore.Recorded, error] {
	return s.counted(s.Store.ReadBackward(ctx, stream))
}

func (s *countingStore) ReadAll(ctx context.Context, after uint64) iter.Seq2[eventstore.Recorded, error] {
	return s.counted(s.Store.ReadAll(ctx, after))
}

func (s *countingStore) Head(ctx context.Context, stream string) (eventstore.Head, error) {
	s.asked.Add(1)
	return s.Store.Head(ctx, stream)
}

func (s *countingStore) Streams(ctx context.Context, prefix string) ([]eventstore.Head, error) {
	s.asked.Add(1)
	return s.Store.Streams(ctx, prefix)
}

// TestAForeignModelCostsWhatAMissingOneDoes calls every tool with a model of another user, which has a history and
// shares, and with a missing model. In both cases the store must get as many queries and return as many events. The
// test counts them instead of measuring time, after a first call of each tool that fills the caches of the process.
func TestAForeignModelCostsWhatAMissingOneDoes(t *testing.T) {
	store := &countingStore{Store: memory.New()}
	b := &app.Backend{Store: store, Live: projections.NewLive(store), OutDir: t.TempDir(), Version: "test"}
	registry, err := mcp.NewRegistry(Table(b))
	if err != nil {
		t.Fatal(err)
	}
	b.Served, b.Lists = registry, func(mcp.Principal, string) bool { return true }
	s, err := mcp.New(mcp.Config{Registry: registry, Store: store, Principal: mcp.LocalHuman(), Name: "test",
		Version: "test", Clock: time.Now, About: b.About()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	ann, ben := mcp.LocalHuman(), mcp.LocalHuman()
	ann.ID, ben.ID = "ann", "ben"
	call := func(as mcp.Principal, tool, arguments string) mcp.Envelope {
		return s.Call(mcp.WithPrincipal(t.Context(), as), tool, json.RawMessage(arguments))
	}
	var made struct {
		ModelID string `json:"model_id"`
	}
	if err := json.Unmarshal(call(ann, "create_model", `{"name":"Ann's"}`).Data, &made); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"A", "B", "C"} {
		call(ann, "create_level", fmt.Sprintf(`{"name":%q,"elevation":%d}`, name, 3000*i))
		if e := call(ann, "tag_revision", `{"name":"`+name+`"}`); !e.Success {
			t.Fatal(e.Error.Message)
		}
	}
	if e := call(ann, "share_model", `{"user":"cy","access":"read"}`); !e.Success {
		t.Fatal(e.Error.Message)
	}
	const missing = "01890000-0000-7000-8000-000000000000"
	looked := 0
	for _, e := range registry.Entries() {
		var schema struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(e.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		least, err := surfacetest.Least(e.InputSchema)
		if _, ofModel := schema.Properties["model_id"]; !ofModel || err != nil {
			continue
		}
		if _, reasoned := schema.Properties["reasoning"]; reasoned {
			least["reasoning"] = "why"
		}
		cost := func(model string) (asked, events int64, told mcp.Envelope) {
			least["model_id"] = model
			text, err := json.Marshal(least)
			if err != nil {
				t.Fatal(err)
			}
			call(ben, e.Name, string(text))
			asked, events = store.asked.Load(), store.events.Load()
			told = call(ben, e.Name, string(text))
			return store.asked.Load() - asked, store.events.Load() - events, told
		}
		askedOf, eventsOf, told := cost(made.ModelID)
		if told.Success || told.Error.Name != "NOT_FOUND" {
			continue // refused before the model is looked up
		}
		looked++
		if asked, events, _ := cost(missing); asked != askedOf || events != eventsOf {
			t.Errorf("%s: a foreign model asks the store %d times for %d events, a missing one %d times for %d", e.Name,
				askedOf, eventsOf, asked, events)
		}
	}
	if looked < 60 {
		t.Errorf("only %d tools looked at the model", looked)
	}
}
