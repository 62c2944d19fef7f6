package deliveries

import (
	"fmt"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// column is a column of a storey: its place in metres, and its name.
type column struct {
	at   geometry.Length
	name string
}

// built returns a model of columns on a storey. Each column is created by a command with an id from salt and the
// column's index.
func built(t *testing.T, salt string, columns ...column) *state.Model {
	t.Helper()
	m := state.NewModel()
	do := func(id string, op change.Operation) {
		d, err := domain.Decide(m, change.Command{ID: id, Do: op})
		if err != nil {
			t.Fatal(err)
		}
		m = d.After
	}
	do("model", change.CreateModel{ID: "m", Name: "M", Owner: "ann"})
	do("level", change.CreateLevel{Name: "Ground"})
	for i, c := range columns {
		create := change.CreateColumn{BaseLevel: m.OfCategory(state.CategoryLevel)[0], Name: c.name}
		create.Location.X, create.Height = c.at*geometry.Metre, 3*geometry.Metre
		create.Profile = &geometry.Profile{Shape: "rectangle", Width: 300 * geometry.Millimetre,
			Depth: 300 * geometry.Millimetre}
		do(fmt.Sprint(salt, i), create)
	}
	return m
}

// An automatic name is no evidence that two elements are the same: when a column is deleted, the next one gets its
// name.
func TestAnAutomaticNameIsNoIdentity(t *testing.T) {
	last := built(t, "last", column{0, ""}, column{10, ""}, column{20, "C"}, column{30, "D"})
	newer := built(t, "newer", column{10, ""}, column{25, "C"}, column{30, "E"})
	after, m := Match(last, newer, nil)
	if m.BySame != 0 || m.ByPlace != 2 || m.ByName != 1 || m.New != 0 {
		t.Errorf("matched %+v", m)
	}
	for _, e := range last.OfCategory(state.CategoryColumn) {
		was := change.Element(last, e)
		now, there := after.Element(e)
		x := was.Params.(*member.Column).Location.X
		switch {
		case x == 0 && there:
			t.Errorf("the column that is gone goes on as %q", now.Name)
		case x != 0 && !there:
			t.Errorf("the column at %s is gone", x)
		}
	}
}

// A file gives a column no name. It keeps its automatic name when another one before it is deleted, but a name that the
// file gives is taken over, also one that looks like an automatic one.
func TestAnUnnamedElementKeepsItsName(t *testing.T) {
	last := built(t, "c", column{0, ""}, column{10, ""}, column{20, ""})
	newer := built(t, "d", column{10, ""}, column{20, "Column 7"})
	unnamed := map[state.ID]bool{}
	for _, id := range newer.OfCategory(state.CategoryColumn) {
		unnamed[id] = change.Element(newer, id).Name != "Column 7"
	}
	after, m := Match(last, newer, unnamed)
	if m.ByPlace != 2 {
		t.Fatalf("matched %+v", m)
	}
	names := map[geometry.Length]string{}
	for _, id := range after.OfCategory(state.CategoryColumn) {
		e := change.Element(after, id)
		names[e.Params.(*member.Column).Location.X/geometry.Metre] = e.Name
	}
	if names[10] != "Column 2" || names[20] != "Column 7" {
		t.Errorf("the columns are called %v", names)
	}
}
