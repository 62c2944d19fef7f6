package state

// ImportStarted opens an import. Until the ImportCompleted with the same id, the building is incomplete. An import is
// split into appends of bounded size. Each append is valid by itself.
type ImportStarted struct {
	ImportID string `json:"import_id"` // of the command; the ids of its appends derive from it
	FileName string `json:"file_name"`
	SHA256   string `json:"sha256"` // of the file, hexadecimal
	Schema   string `json:"schema"` // as named in the file's header
	Appends  int    `json:"appends"`
}

// ImportCompleted closes an import: all imported content is in the model.
type ImportCompleted struct {
	ImportID string      `json:"import_id"`
	SHA256   string      `json:"sha256"`
	Elements int         `json:"elements"`
	NotTaken []LeftCount `json:"not_taken,omitempty"` // in a fixed order
}

// LeftCount counts the instances that an import left out or simplified, by their class in the file and the reason.
type LeftCount struct {
	Class  string `json:"class"`
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

func (*ImportStarted) Evolve(*Model) {}

func (*ImportCompleted) Evolve(*Model) {}

// Touched returns nil, because the following events write to the elements.
func (*ImportStarted) Touched() []Touch { return nil }

// Touched returns nil, because the events before this event write to the elements.
func (*ImportCompleted) Touched() []Touch { return nil }

func (e *ImportStarted) complete() bool { return e.ImportID != "" }

func (e *ImportCompleted) complete() bool { return e.ImportID != "" }
