package export

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/member"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/step"
)

// lines returns the lines of a model's file.
func lines(t *testing.T, m *state.Model) []string {
	t.Helper()
	var out bytes.Buffer
	if _, err := Write(t.Context(), &out, m, defaults()); err != nil {
		t.Fatal(err)
	}
	return strings.Split(out.String(), "\n")
}

// difference returns the lines of one file that the other lacks.
func difference(a, b []string) []string {
	known := map[string]bool{}
	for _, line := range b {
		known[line] = true
	}
	return slices.DeleteFunc(slices.Clone(a), func(line string) bool { return known[line] })
}

// TestEditsChangeFewLines checks that an edit changes only lines whose content changes, and a few lines whose numbers
// move. Of the 1,400 lines of the house, only the lines of the edited element change.
func TestEditsChangeFewLines(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*site)
		most int // number of new lines after the edit
	}{
		"a wall moves": {func(s *site) {
			s.do("", change.MoveElement{ElementIDs: []state.ID{s.ids["P1"]}, Delta: at(-1000, 0).At(0)})
		}, 44},
		// its type and the shape of the type change too
		"a door is widened": {func(s *site) { s.modify("D1", "width", 1300) }, 72},
		"a room is renamed": {func(s *site) { s.modify("001", "name", "Lounge") }, 3},
		"a window is deleted": {func(s *site) {
			s.do("", change.DeleteElement{ElementIDs: []state.ID{s.ids["F1"]}})
		}, 54},
		"a column is added": {func(s *site) {
			s.do("C3", change.CreateColumn{BaseLevel: s.ids["Ground"], Name: "C3",
				Column: member.Column{Location: at(8000, 4000), Height: length(2800), Profile: &profiles[0]}})
		}, 50},
	} {
		t.Run(name, func(t *testing.T) {
			s := house(t)
			before := lines(t, s.model)
			c.edit(s)
			after := lines(t, s.model)
			fresh, gone := difference(after, before), difference(before, after)
			t.Logf("%d of %d lines are new, %d of %d are gone", len(fresh), len(after), len(gone), len(before))
			if len(fresh) > c.most {
				t.Errorf("%d lines are new, want no more than %d:\n%s", len(fresh), c.most, strings.Join(fresh, "\n"))
			}
			if kept := len(before) - len(gone); !slices.Equal(common(before, after), common(after, before)) {
				t.Errorf("the %d lines that stay are in another order", kept)
			}
		})
	}
}

// common returns the lines of one file that the other also has.
func common(a, b []string) []string {
	known := map[string]bool{}
	for _, line := range b {
		known[line] = true
	}
	return slices.DeleteFunc(slices.Clone(a), func(line string) bool { return !known[line] })
}

// TestNoListIsShared checks that no list belongs to two instances, because numbers are replaced in place.
func TestNoListIsShared(t *testing.T) {
	for _, name := range Schemas() {
		x, err := build(t.Context(), variety(t).model, in(name))
		if err != nil {
			t.Fatal(err)
		}
		owner := map[*step.Value]int{}
		var walk func(id int, values []step.Value)
		walk = func(id int, values []step.Value) {
			if len(values) == 0 {
				return
			}
			if other, taken := owner[&values[0]]; taken {
				t.Errorf("#%d and #%d share a list", id, other)
			}
			owner[&values[0]] = id
			for _, v := range values {
				if list, ok := v.(step.List); ok {
					walk(id, list)
				}
			}
		}
		for i := range x.file.Instances {
			walk(x.file.Instances[i].ID, x.file.Instances[i].Args)
		}
	}
}

// TestNumbersStayDense checks that the range of numbers has at most four numbers per instance, because some readers
// keep a table of all numbers.
func TestNumbersStayDense(t *testing.T) {
	x, err := build(t.Context(), house(t).model, defaults())
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	for i := range x.file.Instances {
		last = max(last, x.file.Instances[i].ID)
	}
	if n := len(x.file.Instances); last > 4*n {
		t.Errorf("%d instances are numbered up to %d", n, last)
	}
}
