package rules

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// ratedWall adds a wall with a rating, apart from all other walls, and a door in it.
func (b *building) ratedWall(name, wall, door string, row int64) {
	b.t.Helper()
	b.wall(name, mm(0, 5000*row), mm(5000, 5000*row), stated("Pset_WallCommon", wall))
	b.do("door in "+name, change.PlaceDoor{WallID: b.ids[name], Properties: stated("Pset_DoorCommon", door),
		Door: fabric.Door{Offset: geometry.MM(1000), Width: geometry.MM(1000), Height: geometry.MM(2100)}})
}

// doorRows lists the rules of IBC table 716.1(2).
var doorRows = []string{"IBC-T716-4-3", "IBC-T716-3-3", "IBC-T716-2-1.5", "IBC-T716-1.5-1.5", "IBC-T716-1-0.75",
	"IBC-T716-1-0.33", "IBC-T716-0.5-0.33"}

// noRow and source are parts of the message about hours for which the table has no row.
const (
	noRow  = "IBC-T716-4-3: missing row for doors in walls of "
	source = " in IBC 2021, T 716.1(2), unamended (1)"
)

// TestDoorsInWallsOfEveryRating checks walls of all ratings. The table has rows for some hours only. Doors in walls of
// other hours are reported once as not checked. A wall without a rating in time requires nothing of its doors.
func TestDoorsInWallsOfEveryRating(t *testing.T) {
	for _, c := range []struct{ wall, door, want string }{
		{"EI 120", "none", "IBC-T716-2-1.5: fail door in W 0"},
		{"EI 120", "EI 30", "IBC-T716-2-1.5: fail door in W 0.5"},
		{"REI 120", "EI 120", "IBC-T716-2-1.5: pass 1 (2 to 2)"},
		{"REI 60", "EI 45", "IBC-T716-1-0.75: pass 1 (0.75 to 0.75)"},
		{"EI 45", "none", noRow + "0.75 h" + source},
		{"REI 45", "", noRow + "0.75 h" + source},
		{"2.5 h", "none", noRow + "2.5 h" + source},
		{"20", "EI 60", noRow + "0.333 h" + source},
		{"none", "none", ""},
		{"", "EI 30", "IBC-T716-4-3: missing FireRating of the wall (Pset_WallCommon) (1)"},
	} {
		b := newBuilding(t)
		b.ratedWall("W", c.wall, c.door, 0)
		r := b.check(Options{Checks: []string{"fire_rating_check"}, Standards: []string{"IBC"}})
		if got := b.said(r, doorRows...); got != c.want {
			t.Errorf("a door %q in a wall %q: %s; expected %s", c.door, c.wall, got, c.want)
		}
	}
}

// TestATeamsRowIsARow checks that a team's own row for walls of other hours counts like the rows of the table. Only the
// first selected row reports the facts that concern all rows.
func TestATeamsRowIsARow(t *testing.T) {
	b := newBuilding(t)
	b.ratedWall("W1", "EI 45", "none", 0)
	b.ratedWall("W2", "2.5 h", "none", 1)
	own, faults := Parse(strings.Join(columns, "\t") + "\nOWN-45\tOwn\t1\t2\tfire_rating_check\tdoor_fire_rating\t" +
		">=\t0.5\th\t30 min\terror\twall:0.75\tP\tdoors in walls of 45 minutes\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	r := b.checkBy(append(Table(), own...), Options{Checks: []string{"fire_rating_check"}})
	want := noRow + "2.5 h" + source + "\nOWN-45: fail door in W1 0"
	if got := b.said(r, append([]string{"OWN-45"}, doorRows...)...); got != want {
		t.Errorf("%s; expected %s", got, want)
	}
	b.ratedWall("W3", "", "EI 30", 2)
	r = b.check(Options{Checks: []string{"fire_rating_check"}, Rules: []string{"IBC-T716-2-1.5"}})
	if got := b.said(r, doorRows...); !strings.Contains(got,
		"IBC-T716-2-1.5: missing FireRating of the wall (Pset_WallCommon) (1)") {
		t.Errorf("of the row for walls of two hours alone: %s", got)
	}
}

// TestARatingThatIsNotUnderstoodIsTold checks that an element with an unknown form of rating is not treated as unrated.
func TestARatingThatIsNotUnderstoodIsTold(t *testing.T) {
	b := newBuilding(t)
	b.ratedWall("W", "EI 230", "UL U305", 0)
	b.ratedWall("plain", "", "", 1)
	r := b.check(Options{Checks: []string{"fire_rating_check"}})
	want := "FR-1: missing FireRating that can be understood: \"EI 230\" (1)\n" +
		"IBC-716.2.6: missing FireRating that can be understood: \"UL U305\" (1)"
	if got := b.said(r, "FR-1", "IBC-716.2.6"); got != want {
		t.Errorf("%s; expected %s", got, want)
	}
}
