package export

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// TestRoundTripOfRoomsBesideAJoinedPartition checks that two rooms that only a joined partition divides stay two rooms.
// The partition was created when the wall at its end stood nearer.
func TestRoundTripOfRoomsBesideAJoinedPartition(t *testing.T) {
	s := house(t)
	wall := func(name string, x0, y0, x1, y1, thickness int64) {
		s.do(name, change.CreateWall{LevelID: s.ids["Ground"], Name: name, Wall: fabric.Wall{Start: at(x0, y0),
			End: at(x1, y1), Height: length(2800), Thickness: length(thickness)}})
	}
	wall("south", 60000, 0, 70000, 0, 200)
	wall("north", 70000, 5000, 60000, 5000, 200)
	wall("west", 60000, 6000, 60000, 0, 200)
	wall("east", 70000, 0, 70000, 6000, 200)
	wall("partition", 65000, 0, 65000, 5000, 100)
	s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["south"], s.ids["north"], s.ids["west"], s.ids["east"],
		s.ids["partition"]}})
	for name, seed := range map[string]geometry.Point2{"A": at(62000, 2000), "B": at(68000, 2000)} {
		s.do(name, change.CreateRoom{LevelID: s.ids["Ground"], Name: name, Room: room.Room{Number: "9" + name,
			Seed: &seed}})
	}
	s.do("", change.MoveElement{ElementIDs: []state.ID{s.ids["north"]}, Delta: geometry.Point3{Y: length(300)}})
	everyForm(func(o Options) {
		back, _ := reimported(t, s.model, o)
		sameState(t, back, s.model)
	})
}

// TestRoundTripOfAWallWithAPartThatIsCutAway checks a wall that another wall crosses. One part of the crossed wall lies
// wholly above the roof to which the wall is attached.
func TestRoundTripOfAWallWithAPartThatIsCutAway(t *testing.T) {
	s := house(t)
	s.do("R9", change.CreateRoof{LevelID: s.ids["Ground"], Name: "R9", Roof: fabric.Roof{
		Boundary: ring(60000, -1000, 68000, -1000, 68000, 11000, 60000, 11000), RoofType: fabric.RoofGable,
		RidgeDirection: "x", Slope: 45 * geometry.Degree, Thickness: length(200), Offset: length(-2000)}})
	wall := func(name string, x0, y0, x1, y1, height, thickness int64) {
		s.do(name, change.CreateWall{LevelID: s.ids["Ground"], Name: name, Wall: fabric.Wall{Start: at(x0, y0),
			End: at(x1, y1), Height: length(height), Thickness: length(thickness)}})
	}
	wall("partition", 64000, 0, 64000, 9000, 3000, 100)
	wall("knee", 60000, 900, 68000, 900, 1000, 200)
	s.do("", change.JoinElements{ElementIDs: []state.ID{s.ids["partition"], s.ids["knee"]}, Priority: s.ids["knee"]})
	s.do("", change.Attach{ElementIDs: []state.ID{s.ids["partition"]}, To: []state.ID{s.ids["R9"]}})
	if plan, err := fabric.WallPlanOf(s.model, s.ids["partition"]); err != nil || len(plan.Region) != 2 {
		t.Fatalf("%d parts, %v", len(plan.Region), err)
	}
	everyForm(func(o Options) {
		back, _ := reimported(t, s.model, o)
		sameState(t, back, s.model)
	})
}
