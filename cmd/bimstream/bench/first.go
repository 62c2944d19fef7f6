package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/cmd/bimstream/stores"
	"github.com/bimstream/bimstream/domain/shape"
	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/mcp/client"
	"github.com/bimstream/bimstream/projections"
)

// firstQuestion is the first question to a server after its start.
type firstQuestion struct {
	name, tool string
	arguments  map[string]any
}

// firstAnswers measures how long a server takes for the first question about a part of a large model: on main, on a
// branch and in the past, each in a new process. The floor is a first question about only the model's counts, which
// needs no more than the loaded model.
func (b *bench) firstAnswers() error {
	h, err := b.generated(b.large, elementsPerStorey, 0)
	if err != nil {
		return err
	}
	about, err := b.questionsAbout(h)
	if err != nil {
		return err
	}
	if _, err := b.firstAnswer(h, firstQuestion{tool: "create_branch", arguments: map[string]any{"name": "option"}},
		nil); err != nil {
		return err
	}
	for _, where := range []struct {
		name   string
		common map[string]any
	}{
		{"", nil}, {" on a branch", map[string]any{"branch": "option"}},
		{" in the past", map[string]any{"at": fmt.Sprint(h.last - h.last/10)}},
	} {
		loading, err := b.firstAnswer(h, firstQuestion{tool: "model_overview"}, where.common)
		if err != nil {
			return err
		}
		for _, q := range about {
			if q.tool == "move_element" && where.common["at"] != nil {
				continue // the past cannot be changed
			}
			took, err := b.firstAnswer(h, q, where.common)
			if err != nil {
				return err
			}
			b.add(Figure{Name: fmt.Sprintf("first question about %s%s at %d elements", q.name, where.name, h.elements),
				Value: took.Seconds(), Unit: "s", Floor: "the first about counts, s", FloorIs: loading.Seconds(),
				Aim: "stated", Note: "the best of three starts"})
		}
	}
	return nil
}

// questionsAbout returns questions about parts that were created early in the history.
func (b *bench) questionsAbout(h *history) ([]firstQuestion, error) {
	store, err := sqlite.Open(h.data, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	defer func() { _ = store.Close() }()
	v, err := stores.Live(store, h.data).View(b.ctx, h.model, projections.MainBranch)
	if err != nil {
		return nil, err
	}
	levels := shape.Levels(v.Model)
	level := levels[(len(levels)-1)/2] // the highest level may have only a roof
	z := shape.Elevation(v.Model, level.ID).MM()
	wall := v.Model.OfCategoryOn(level.ID, modelstate.CategoryWall)[0]
	room := v.Model.OfCategoryOn(level.ID, modelstate.CategoryRoom)[0]
	return []firstQuestion{
		{"an element", "get_element", map[string]any{"element_id": wall}},
		{"a level", "level_elements", map[string]any{"level_id": level.ID}},
		{"a room", "room_analysis", map[string]any{"room_id": room}},
		{"a box", "spatial_query", map[string]any{"mode": "intersects", "bounds": map[string]any{
			"min": []float64{0, 0, z}, "max": []float64{5000, 5000, z + 3000}}}},
		{"a move", "move_element", map[string]any{"element_ids": []modelstate.ID{wall}, "delta": []int{10, 0, 0},
			"dry_run": true}},
	}, nil
}

// firstAnswer returns the time that a server takes for one question after its start, the best of three.
func (b *bench) firstAnswer(h *history, q firstQuestion, common map[string]any) (best time.Duration, err error) {
	arguments := map[string]any{"model_id": h.model}
	for _, more := range []map[string]any{q.arguments, common} {
		for name, value := range more {
			arguments[name] = value
		}
	}
	starts := 3
	if q.tool == "create_branch" {
		starts = 1
	}
	for range starts {
		server, err := client.Start(b.ctx, b.log, []string{stores.StoreVariable + "="}, b.program, "mcp", "all",
			"--data",
			h.data)
		if err != nil {
			return 0, err
		}
		began := time.Now()
		var answer json.RawMessage
		err = server.Ask(b.ctx, q.tool, arguments, &answer)
		took := time.Since(began)
		if err := errors.Join(err, server.Close()); err != nil {
			return 0, err
		}
		if best == 0 || took < best {
			best = took
		}
	}
	return best, nil
}
