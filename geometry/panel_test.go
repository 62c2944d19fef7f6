package geometry

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// A panel that is alone in its plane is its own face, whichever way it runs and however its ends rise.
func TestPanelAlone(t *testing.T) {
	coordinate := rapid.Int64Range(-20_000, 20_000)
	rapid.Check(t, func(t *rapid.T) {
		point := func(name string) Point2 {
			return Point2{Length(coordinate.Draw(t, name+"x")), Length(coordinate.Draw(t, name+"y"))}
		}
		height := func(name string) (low, high Length) {
			low = Length(coordinate.Draw(t, name))
			return low, low + Length(rapid.Int64Range(1, 9000).Draw(t, name+" height"))
		}
		from, to := point("from"), point("to")
		if from == to {
			t.Skip()
		}
		from0, from1 := height("start")
		to0, to1 := height("end")
		p := newPanel(directed{from, to}, from0, to0, from1, to1)
		use := map[upright]int{p.uprights()[0]: rapid.IntRange(1, 4).Draw(t, "panels at the start")}
		if got, want := appendWall(nil, []panel{p}, use),
			appendTraced(nil, []panel{p}, use); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, traced %v", got, want)
		}
	})
}
