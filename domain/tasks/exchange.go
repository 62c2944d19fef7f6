package tasks

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Exchange is the last topic that was synchronized with another program for a task.
type Exchange struct {
	GUID string `json:"guid"` // of the topic
	// Topic is the SHA-256 of the topic's stored form.
	Topic string `json:"topic_sha256"`
	// Version is the version of the task that equals the topic, or 0 if no version does. While the task has this
	// version, it equals the topic.
	Version uint64 `json:"version"`
	// Claim is the author of the topic according to the imported file. It is empty for tasks that were made here.
	Claim
}

// TaskExchanged records an exchange of a task with another program.
type TaskExchanged struct {
	TaskID   state.ID `json:"task_id"`
	Exchange Exchange `json:"exchange"`
}

func (e *TaskExchanged) subject() state.ID { return e.TaskID }

// evolve stores the exchange. An exchange does not count as a change of the task.
func (e *TaskExchanged) evolve(b *Board, _ Stamp) {
	if t := b.edit(e.TaskID); t != nil {
		exchange := e.Exchange
		t.Exchange = &exchange
		b.tasks[t.ID] = t
	}
}

// RecordExchange records that a visible task was given to another program.
type RecordExchange struct {
	ID          state.ID
	GUID, Topic string
	Same        bool  // the task equals the topic
	Claim       Claim // of an imported task
}

func (c RecordExchange) decide(b *Board, by Caller, _ string) ([]Event, error) {
	t, err := b.Task(by, c.ID)
	if err != nil {
		return nil, err
	}
	now := Exchange{GUID: c.GUID, Topic: c.Topic, Claim: c.Claim}
	if t.Exchange != nil {
		now.Claim = t.Exchange.Claim
	}
	if c.Same {
		now.Version = t.Version
	}
	if was := t.Exchange; was != nil && (*was == now ||
		was.GUID == now.GUID && was.Topic == now.Topic && !c.Same && was.Version != t.Version) {
		return nil, nil
	}
	return []Event{&TaskExchanged{t.ID, now}}, nil
}

// ImportTask creates or updates a task from a topic of another program. It reaches the status by a sequence of moves of
// the state machine.
type ImportTask struct {
	ID          state.ID // of a new task, or of one that the caller can see
	New         bool
	Set         Changes // without a status
	Status      *Status
	Note        string // of a completion
	Comments    []Comment
	GUID, Topic string
	Same        bool
	Claim       Claim // of a new task
}

func (c ImportTask) decide(b *Board, by Caller, id string) ([]Event, error) {
	after := b.Clone()
	var out []Event
	do := func(next Command) error {
		events, err := next.decide(after, by, id)
		for _, e := range events {
			after.Evolve(e, Stamp{})
		}
		out = append(out, events...)
		return err
	}
	first := Command(UpdateTask{ID: c.ID, Set: c.Set})
	if c.New {
		first = AddTask{ID: c.ID, Set: c.Set}
	}
	if err := do(first); err != nil {
		return nil, err
	}
	for _, said := range c.Comments {
		if err := do(importComment{c.ID, said}); err != nil {
			return nil, err
		}
	}
	for _, m := range after.wayTo(c) {
		if err := do(c.move(m)); err != nil {
			return nil, err
		}
	}
	return out, do(RecordExchange{c.ID, c.GUID, c.Topic, c.Same, c.Claim})
}

// wayTo returns the shortest sequence of moves to the status of an import, preferring the order of the table.
func (b *Board) wayTo(c ImportTask) []Move {
	t := b.tasks[c.ID]
	if c.Status == nil || t == nil {
		return nil
	}
	ways := map[Status][]Move{t.Status: {}}
	for next := []Status{t.Status}; len(next) > 0; next = next[1:] {
		for _, m := range Moves {
			if _, known := ways[m.To]; m.From == next[0] && !known {
				ways[m.To] = append(slices.Clone(ways[m.From]), m)
				next = append(next, m.To)
			}
		}
	}
	return ways[*c.Status]
}

// move returns the command for a move.
func (c ImportTask) move(m Move) Command {
	switch m.By {
	case ByComplete:
		return CompleteTask{ID: c.ID, Note: c.Note}
	case ByReopen:
		return ReopenTask{ID: c.ID, Reason: c.Note}
	}
	to := m.To
	return UpdateTask{ID: c.ID, Set: Changes{Status: &to}}
}

// importComment adds a comment from another program, or changes its text.
type importComment struct {
	ID      state.ID
	Comment Comment
}

func (c importComment) decide(b *Board, by Caller, _ string) ([]Event, error) {
	t, err := b.Task(by, c.ID)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(t.Comments, func(k Comment) bool { return k.ID == c.Comment.ID }); i >= 0 &&
		t.Comments[i].Text == c.Comment.Text {
		return nil, nil
	} else if i < 0 && len(t.Comments) >= MaxComments {
		return nil, tooMany("comments", len(t.Comments)+1, MaxComments)
	}
	if err := checkText("comment", c.Comment.Text, 1, MaxText); err != nil {
		return nil, err
	}
	return []Event{&TaskCommented{TaskID: t.ID, CommentID: c.Comment.ID, Text: c.Comment.Text,
		Claimed: c.Comment.ClaimedAuthor, At: c.Comment.At, Source: c.Comment.Source}}, nil
}
