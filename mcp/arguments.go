package mcp

import "github.com/bimstream/bimstream/mcp/schema"

// MutationArguments are the arguments that every mutating tool takes. Argument structs embed it, as the last field.
type MutationArguments struct {
	ModelID          string    `json:"model_id,omitempty"`
	Branch           string    `json:"branch,omitempty"`
	DryRun           *bool     `json:"dry_run,omitempty"`
	Reasoning        string    `json:"reasoning,omitempty"`
	ExpectedRevision *Revision `json:"expected_revision,omitempty"`
	IdempotencyKey   string    `json:"idempotency_key,omitempty"`
	// ApprovalID quotes a granted approval, or the preview_id of a dry run: the call executes exactly that plan or
	// fails.
	ApprovalID string `json:"approval_id,omitempty"`
}

// ReadArguments are the arguments that every reading tool takes. Argument structs embed it, as the last field. At is a
// revision, a timestamp or a tag; empty means the current state.
type ReadArguments struct {
	ModelID string `json:"model_id,omitempty"`
	Branch  string `json:"branch,omitempty"`
	At      At     `json:"at,omitempty"`
	Limit   Limit  `json:"limit,omitempty"`
	Cursor  string `json:"cursor,omitempty"`
}

// The limits of a page of a list.
const (
	DefaultLimit = 50
	MaxLimit     = 500
)

// Limit is the length of a page, from 1 to MaxLimit; zero means DefaultLimit.
type Limit int

// JSONSchema states the range.
func (Limit) JSONSchema() string { return `{"type":"integer","minimum":1,"maximum":500}` }

// Size returns the length of the page that was asked for.
func (l Limit) Size() int {
	if l == 0 {
		return DefaultLimit
	}
	return int(l)
}

var _ schema.Described = Limit(0)

// CommonArguments are the arguments that the chain itself reads. A field that a tool does not have stays zero.
type CommonArguments struct {
	ModelID          string    `json:"model_id"`
	Branch           string    `json:"branch"` // set to the default if the tool has a branch
	At               At        `json:"at"`
	Limit            int       `json:"limit"`
	Cursor           string    `json:"cursor"`
	Reasoning        string    `json:"reasoning"`
	IdempotencyKey   string    `json:"idempotency_key"`
	ApprovalID       string    `json:"approval_id"`
	RunID            string    `json:"run_id"`
	Models           []string  `json:"models"`  // linked models that the question includes
	DryRun           *bool     `json:"dry_run"` // never nil for a tool that takes it, since the principal has a default
	ExpectedRevision *Revision `json:"expected_revision"`
}
