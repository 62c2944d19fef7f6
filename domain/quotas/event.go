package quotas

import "github.com/bimstream/bimstream/domain/eventtable"

// Event is a fact about a balance. eventTable lists the events.
type Event interface{ entry() *Entry }

// Entry is the content of every event: the holder, the amounts, and the balance after it.
type Entry struct {
	Holder     string         `json:"holder"`
	Operations int            `json:"operations,omitempty"`
	Calls      map[string]int `json:"calls,omitempty"` // by category of tools
	At         int64          `json:"at_ms"`           // since 1970
	Balance    Balance        `json:"balance"`
}

// The events.
type (
	// Lent records that a holder borrowed a block and had used up its previous block.
	Lent struct{ Entry }
	// Returned records that a holder returned operations and has none left.
	Returned struct{ Entry }
	// Asked records that a holder needs operations that others hold.
	Asked struct{ Entry }
)

var eventTable = eventtable.Table[Event]{
	{Name: "limits.lent", Schema: 1, Empty: func() Event { return new(Lent) }},
	{Name: "limits.returned", Schema: 1, Empty: func() Event { return new(Returned) }},
	{Name: "limits.asked", Schema: 1, Empty: func() Event { return new(Asked) }},
}

func (e *Entry) entry() *Entry { return e }

// Until returns when lent calls of a category expire.
func (l *Lent) Until(category string) int64 {
	return l.Balance.holder(l.Holder).Calls[category].Until
}

// Encode returns the stored form of an event: its name, the version of its shape and its data as JSON.
func Encode(e Event) (name string, schema int, data []byte) { return eventTable.Encode(e) }

// After returns the balance after a stored event. It returns STORE_CORRUPT for an event that this build does not know.
func After(name string, schema int, data []byte) (*Balance, error) {
	e, err := eventTable.Decode(name, schema, data)
	if err != nil {
		return nil, err
	}
	return &e.entry().Balance, nil
}
