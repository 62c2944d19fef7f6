package eventtable

import (
	"bytes"
	"testing"

	"github.com/bimstream/bimstream/domain/state"
)

type fact interface{ isFact() }

type opened struct {
	Door string `json:"door"`
}

type closed struct{}

type painted struct {
	Colour string `json:"colour"`
	Coats  int    `json:"coats"`
}

func (*opened) isFact()  {}
func (*closed) isFact()  {}
func (*painted) isFact() {}

var facts = Table[fact]{
	{Name: "door.opened", Schema: 2, Empty: func() fact { return new(opened) }},
	{Name: "door.closed", Schema: 1, Empty: func() fact { return new(closed) }},
	{Name: "door.painted", Schema: 3, Empty: func() fact { return new(painted) },
		Upcasts: []func([]byte) ([]byte, error){
			func(data []byte) ([]byte, error) {
				return bytes.Replace(data, []byte("color"), []byte("colour"), 1), nil
			},
			func(data []byte) ([]byte, error) {
				return append(data[:len(data)-1:len(data)-1], `,"coats":1}`...), nil
			},
		}},
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
			state.CodeOf(err) != state.StoreCorrupt {
			t.Errorf("%s %d %s: %v, %v", c.name, c.schema, c.data, e, err)
		}
	}
}

func TestOldVersionsAreBroughtUp(t *testing.T) {
	for schema, data := range map[int]string{1: `{"color":"red"}`, 2: `{"colour":"red"}`,
		3: `{"colour":"red","coats":1}`} {
		e, err := facts.Decode("door.painted", schema, []byte(data))
		if p, ok := e.(*painted); err != nil || !ok || *p != (painted{"red", 1}) {
			t.Errorf("version %d is read as %#v: %v", schema, e, err)
		}
	}
	for _, schema := range []int{0, 4} {
		if e, err := facts.Decode("door.painted", schema, []byte(`{}`)); err == nil {
			t.Errorf("version %d is read as %#v", schema, e)
		}
	}
}
