package eventtable

import (
	"testing"

	"github.com/bimstream/bimstream/domain"
)

type fact interface{ isFact() }

type opened struct {
	Door string `json:"door"`
}

type closed struct{}

func (*opened) isFact() {}
func (*closed) isFact() {}

var facts = Table[fact]{
	{Name: "door.opened", Schema: 2, Empty: func() fact { return new(opened) }},
	{Name: "door.closed", Schema: 1, Empty: func() fact { return new(closed) }},
}

func TestAnEventIsReadAsItWasStored(t *testing.T) {
	name, schema, data := facts.Encode(&opened{Door: "front"})
	if name != "door.opened" || schema != 2 || string(data) != `{"door":"front"}` {
		t.Fatalf("stored as %s %d %s", name, schema, data)
	}
	read, err := facts.Decode(name, schema, data)
	if o, ok := read.(*opened); err != nil || !ok || o.Door != "front" {
		t.Errorf("read as %#v: %v", read, err)
	}
}

func TestWhatIsNotKnownIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		schema int
		data   string
	}{{"door.locked", 1, `{}`}, {"door.opened", 1, `{}`}, {"door.opened", 3, `{}`},
		{"door.opened", 2, `[]`}, {"door.opened", 2, `{`}} {
		if e, err := facts.Decode(c.name, c.schema, []byte(c.data)); e != nil ||
			domain.CodeOf(err) != domain.StoreCorrupt {
			t.Errorf("%s %d %s: %v, %v", c.name, c.schema, c.data, e, err)
		}
	}
}
