package app

import (
	"context"
	"encoding/json"
	"time"

	"github.com/bimstream/bimstream/domain/approvals"
	"github.com/bimstream/bimstream/domain/sessions"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/projections"
)

// EventEntry is an event as the history shows it.
type EventEntry struct {
	EventID    string          `json:"event_id"`
	Revision   uint64          `json:"revision"`
	Branch     string          `json:"branch,omitempty" jsonschema:"before the fork: the ancestor it happened on"`
	Type       string          `json:"type"`
	OccurredAt time.Time       `json:"occurred_at"`
	UserID     string          `json:"user_id"`
	AgentID    string          `json:"agent_id,omitempty"`
	Tool       string          `json:"tool"`
	Reasoning  string          `json:"reasoning,omitempty"`
	CommandID  string          `json:"command_id"`
	Touched    []state.Touch   `json:"touched"`
	Data       json.RawMessage `json:"data,omitempty"`
	Hash       string          `json:"hash,omitempty"`
	Long       []LongList      `json:"long_lists,omitempty" jsonschema:"of data, told in part: get_element with at pages them"`
	// The following fields are set only by element_history.
	SessionID string         `json:"session_id,omitempty" jsonschema:"of the work that it was part of"`
	Thoughts  []ThoughtEntry `json:"thoughts,omitempty" jsonschema:"after which it was done, the last ones"`
	Approved  []ApprovedBy   `json:"approved,omitempty" jsonschema:"who agreed to it before"`
	Followed
}

func (b *Backend) EventAt(ctx context.Context, modelID string, at projections.EventRef) (EventEntry, error) {
	for r, err := range b.Store.Read(ctx, projections.StreamName(modelID, at.Branch), at.Revision) {
		if err != nil {
			return EventEntry{}, err
		}
		return EntryOf(r, true)
	}
	return EventEntry{}, MissingRevision(at.Branch, at.Revision)
}

func MissingRevision(branch string, revision uint64) error {
	return state.Errorf(state.StoreCorrupt, "revision %d of branch %q is not in the store", revision, branch)
}

func EntryOf(r eventstore.Recorded, detailed bool) (EventEntry, error) {
	meta, err := projections.DecodeMeta(r.Meta)
	if err != nil {
		return EventEntry{}, state.Errorf(state.StoreCorrupt,
			"the metadata of event %s does not decode: %w", r.ID, err)
	}
	entry := EventEntry{
		EventID: r.ID, Revision: r.Revision, Type: r.Type, OccurredAt: meta.OccurredAt,
		UserID: meta.UserID, AgentID: meta.AgentID,
		Tool: meta.Tool, Reasoning: meta.Reasoning, CommandID: meta.CommandID, Touched: meta.Touched,
	}
	if detailed {
		entry.Hash = HexOf(r.Hash)
		entry.Data, entry.Long, err = Beginnings(r.Data, LongListBytes)
	}
	return entry, err
}

// Followed describes how a change affected an element that the change does not name.
type Followed struct {
	Derived bool     `json:"derived,omitempty" jsonschema:"it followed from what the event did to others"`
	Cause   string   `json:"cause,omitempty" jsonschema:"what was done, and what became of the element"`
	Changed []string `json:"changed,omitempty" jsonschema:"body, place, relations; of rooms extent, bounds, openings, neighbours"`
	Before  *Figures `json:"before,omitempty"`
	After   *Figures `json:"after,omitempty"`
}

// ApprovedBy is a person's agreement to a change.
type ApprovedBy struct {
	By         string            `json:"by"`
	Level      approvals.Level   `json:"level"`
	At         approvals.Instant `json:"at"`
	ApprovalID string            `json:"approval_id,omitempty"`
	StandingID string            `json:"standing_id,omitempty" jsonschema:"it was given ahead"`
	Note       string            `json:"note,omitempty"`
}

// ThoughtEntry is a thought as it was recorded.
type ThoughtEntry struct {
	SessionID string               `json:"session_id"`
	ThoughtID string               `json:"thought_id"`
	EventID   string               `json:"event_id" jsonschema:"for merkle_proof"`
	Index     int                  `json:"index" jsonschema:"of its record in the session"`
	Kind      sessions.ThoughtKind `json:"kind"`
	Thought   string               `json:"thought"`
	Elements  []state.ID           `json:"element_ids,omitempty"`
	At        approvals.Instant    `json:"at"`
}
