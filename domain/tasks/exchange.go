package tasks

import (
	"slices"

	"github.com/bimstream/bimstream/domain/state"
)

// Exchange is what was agreed with another program about a task: the topic that both had last.
type Exchange struct {
	GUID string `json:"guid"` // of the topic
	// Topic names what the topic said, by the SHA-256 of its stored form.
	Topic string `json:"topic_sha256"`
	// Version is that of the task when both said the same: a task of the same version says what the topic says. 0 where
	// they did not.
	Version uint64 `json:"version"`
	// Claim is who made the topic, as the file says by which the task came. It is empty for tasks that were made here.
	Claim
}

// TaskExchanged says that a task and a topic of another program say the same from here on.
type TaskExchanged struct {
	TaskID   state.ID `json:"task_id"`
	Exchange Exchange `json:"exchange"`
}

func (e *TaskExchanged) subject() state.ID { return e.TaskID }

// evolve notes the exchange. It is no change of the task.
func (e *TaskExchanged) evolve(b *Board, _ Stamp) {
	if t := b.edit(e.TaskID); t != nil {
		exchange := e.Exchange
		t.Exchange = &exchange
		b.tasks[t.ID] = t
	}
}

// RecordExchange notes what was given to another program, of a task that the caller sees.
type RecordExchange struct {
	ID          state.ID
	GUID, Topic string
	Same        bool  // the task says what the topic says
	Claim       Claim // of a task that came by a file
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

// ImportTask makes a task what a topic of another program and the task itself came to. A status is reached by the moves
// of the state machine, one after the other.
type ImportTask struct {
	ID          state.ID // of a new task, or of one that the caller sees
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

// wayTo returns the fewest moves to the status of an import, in the order of the table.
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

// move returns the command that makes a move.
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

// importComment adds a comment that somebody made elsewhere, or gives it another text.
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
