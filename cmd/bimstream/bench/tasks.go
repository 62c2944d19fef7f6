package bench

import (
	"fmt"

	modelstate "github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/domain/tasks"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/sqlite"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/tasklog"
)

const (
	// manyTasks is the number of tasks in the project in which the next actions are searched.
	manyTasks = 10_000
	// tasksAppend is how many tasks are stored in one append.
	tasksAppend = 1000
)

// tasks measures the search for the next actions among many tasks that depend on each other.
func (b *bench) tasks() error {
	s, err := b.scene("tasks", 1, 1)
	defer s.close()
	if err != nil {
		return err
	}
	if err := b.manyTasks(s); err != nil {
		return err
	}
	clients, stop, err := b.lineClients(s, 1)
	defer stop()
	if err != nil {
		return err
	}
	args := func(int, int) string { return fmt.Sprintf(`{"model_id":%q,"limit":10}`, s.model) }
	// load the tasks first
	if _, _, err := clients[0].exchange(1, b.lasting/10, "task_next_actions", args); err != nil {
		return err
	}
	nothing, took, err := clients[0].exchange(1, b.lasting, "list_models", func(int, int) string { return "{}" })
	if err != nil {
		return err
	}
	idle := rateOf("", nothing, took)
	next, took, err := clients[0].exchange(1, b.lasting, "task_next_actions", args)
	if err != nil {
		return err
	}
	figure := rateOf(fmt.Sprintf("next actions among %d tasks with dependencies", manyTasks), next, took)
	figure.Floor, figure.FloorIs, figure.Aim = "call that changes nothing", idle.Value, "stated"
	b.add(figure)
	return nil
}

// manyTasks stores tasks that each depend on up to three earlier ones.
func (b *bench) manyTasks(s *scene) error {
	store, err := sqlite.Open(s.data, sqlite.Options{})
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	id := func(i int) modelstate.ID { return modelstate.DeriveID("bench task", i) }
	expected := eventstore.NoStream
	for from := 0; from < manyTasks; from += tasksAppend {
		var events []tasks.Event
		for i := from; i < from+tasksAppend; i++ {
			title, due := fmt.Sprintf("task %d", i), fmt.Sprintf("2030-%02d-%02d", i%12+1, i%28+1)
			set := tasks.Changes{Title: &title, Due: &due}
			if i%3 > 0 {
				first := []modelstate.ID{id(i / 2), id(i / 3)}
				set.DependsOn = &first
			}
			events = append(events, &tasks.TaskAdded{TaskID: id(i), Owner: "local", Set: set})
		}
		meta := projections.Meta{CommandID: string(modelstate.DeriveID("bench tasks", from)),
			UserID: "local", Tool: "add_task"}
		_, err := store.Append(b.ctx, eventstore.Append{Stream: tasklog.Stream(s.model), Expected: expected,
			Events: tasklog.Events(events, meta)})
		if err != nil {
			return err
		}
		expected = eventstore.At(uint64(from + tasksAppend - 1))
	}
	return nil
}
