package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/geometry"
)

// ended is the error with which a stop ends work in this test.
type ended struct{}

// endsAfter returns a stop that ends the work when it has been called the given number of times, and counts the calls.
func endsAfter(most int) (stop geometry.Interrupt, asked *int) {
	asked = new(int)
	return func() bool {
		if *asked++; *asked > most {
			panic(ended{})
		}
		return false
	}, asked
}

// Work on a model ends at the next call of stop, at whatever point it is, and stop is called often. Each run uses
// another size, because earlier results are cached.
func TestWorkOnAModelEndsWhenItIsStopped(t *testing.T) {
	p := newPlot(t)
	for name, prepare := range map[string]func(size int64) func(stop geometry.Interrupt) error{
		"body": func(size int64) func(geometry.Interrupt) error {
			floor := p.do(change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Thickness: geometry.MM(200),
				Boundary: []geometry.Point2{mm(0, 0), mm(size, 0), mm(size, 20000), mm(0, 20000)}}})
			for i := range int64(8) {
				p.do(change.CreateOpening{HostID: floor, Polygon: circle(mm(1000+2000*i, 1000), geometry.MM(300), 24)})
			}
			return func(stop geometry.Interrupt) error { _, err := shape.Body(p.model.Until(stop), floor); return err }
		},
		"roof": func(size int64) func(geometry.Interrupt) error {
			var ring []geometry.Point2
			for i := range int64(12) {
				ring = append(ring, mm(2000*i, 40000), mm(2000*i+1000, 40000), mm(2000*i+1000, 41000),
					mm(2000*i+2000, 41000))
			}
			roof := change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{RoofType: fabric.RoofHip,
				Slope:     30 * geometry.Degree,
				Thickness: geometry.MM(200), Boundary: append(ring, mm(24000, 27000+size), mm(0, 27000+size))}}
			return func(stop geometry.Interrupt) error {
				d, err := Decide(p.model, change.Command{ID: "00000000-0000-4000-8000-000000000009", Do: roof,
					Stop: stop})
				if err == nil && d.After.Stop != nil {
					t.Error("a model that was decided goes on being stopped")
				}
				return err
			}
		},
	} {
		endless, asked := endsAfter(1 << 40)
		if err := prepare(20000)(endless); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		whole := *asked
		if whole < 100 {
			t.Errorf("%s: it was asked %d times", name, whole)
		}
		for i, most := range []int{0, whole / 4, whole / 2, whole - 20} {
			work := prepare(20001 + int64(i))
			stop, asked := endsAfter(most)
			func() {
				defer func() {
					if _, ok := recover().(ended); !ok {
						t.Errorf("%s: did not end at look %d of %d", name, most, whole)
					}
				}()
				_ = work(stop)
			}()
			if *asked != most+1 {
				t.Errorf("%s: looked %d times more after the end", name, *asked-most-1)
			}
		}
	}
}
