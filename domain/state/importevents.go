package state

// ImportStarted opens an import: until the ImportCompleted of the same id the building is not whole. An import is split
// into appends of bounded size, each of which is valid by itself.
type ImportStarted struct {
	ImportID string `json:"import_id"` // of the command; the ids of its appends derive from it
	FileName string `json:"file_name"`
	SHA256   string `json:"sha256"` // of the file, hexadecimal
	Schema   string `json:"schema"` // as the file's header names it
	Appends  int    `json:"appends"`
}

// ImportCompleted closes an import: everything that was to be imported is in the model.
type ImportCompleted struct {
	ImportID string      `json:"import_id"`
	SHA256   string      `json:"sha256"`
	Elements int         `json:"elements"`
	NotTaken []LeftCount `json:"not_taken,omitempty"` // in a fixed order
}

// LeftCount counts what an import left out or simplified, by the class in the file and the reason.
type LeftCount struct {
	Class  string `json:"class"`
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

func (*ImportStarted) Evolve(*Model) {}

func (*ImportCompleted) Evolve(*Model) {}

// Touched says that nothing of an element is written: the events that follow do that.
func (*ImportStarted) Touched() []Touch { return nil }

// Touched says that nothing of an element is written: the events before it do that.
func (*ImportCompleted) Touched() []Touch { return nil }

func (e *ImportStarted) complete() bool { return e.ImportID != "" }

func (e *ImportCompleted) complete() bool { return e.ImportID != "" }
