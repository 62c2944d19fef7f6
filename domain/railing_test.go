package domain

import (
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/stair"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	collision "github.com/bimstream/bimstream/geometry/clash"
	"github.com/bimstream/bimstream/geometry/csg"
)

func TestARailingIsRefused(t *testing.T) {
	p := newPlot(t)
	good := change.CreateRailing{LevelID: p.level, Railing: stair.Railing{Path: []geometry.Point3{{},
		shift(3000, 0, 0)},
		Height: geometry.MM(1000)}}
	path := func(points ...geometry.Point3) func(*change.CreateRailing) {
		return func(c *change.CreateRailing) { c.Path = points }
	}
	for _, c := range []struct {
		when string
		edit func(*change.CreateRailing)
		want state.Code
	}{
		{"it is nowhere", func(c *change.CreateRailing) { c.LevelID = "" }, state.NotFound},
		{"its host is none", func(c *change.CreateRailing) { c.LevelID, c.HostID = "", p.level }, state.IllegalState},
		{"its path is a point", path(geometry.Point3{}), state.OutOfRange},
		{"its path goes straight up", path(geometry.Point3{}, shift(0, 0, 1000)), state.DegenerateGeometry},
		{"its path turns back", path(geometry.Point3{}, shift(3000, 0, 0), shift(0, 1, 0)), state.DegenerateGeometry},
		{"its path crosses itself", path(geometry.Point3{}, shift(3000, 0, 0), shift(3000, 3000, 0),
			shift(1500, 3000, 0), shift(1500, -3000, 0)), state.DegenerateGeometry},
		{"a run is too short", path(geometry.Point3{}, shift(20, 0, 0)), state.DegenerateGeometry},
		{"it has no height", func(c *change.CreateRailing) { c.Height = 0 }, state.DegenerateGeometry},
		{"its rail is as deep as it is high", func(c *change.CreateRailing) { c.Height = geometry.MM(50) },
			state.DegenerateGeometry},
		{"its rail is a tube", func(c *change.CreateRailing) {
			c.Rail = &geometry.Profile{Shape: "circle",
				Diameter: geometry.MM(42)}
		}, state.OutOfRange},
		{"its infill does not exist", func(c *change.CreateRailing) { c.Infill = "roses" }, state.OutOfRange},
		{"it has too many parts", func(c *change.CreateRailing) {
			c.Infill, c.Path = "balusters", []geometry.Point3{{}, {X: 5 * geometry.Kilometre}}
		}, state.OutOfRange},
		{"its posts are too many", func(c *change.CreateRailing) { c.PostSpacing = 1 }, state.OutOfRange},
		{"it is out of bounds", func(c *change.CreateRailing) { c.Path[1].Z = state.DefaultHalfExtent },
			state.OutOfModelBounds},
	} {
		t.Run(c.when, func(t *testing.T) {
			op := good
			op.Path = append([]geometry.Point3{}, good.Path...)
			c.edit(&op)
			p.refused(op, c.want)
		})
	}
}

// The expected values are worked out by hand: rails and posts of 50 x 50 mm, posts 950 mm high, newels 1 m.
func TestRailingFigures(t *testing.T) {
	const section = 0.05 * 0.05
	for _, c := range []struct {
		name   string
		r      stair.Railing
		length float64
		volume float64
	}{
		{"straight", stair.Railing{Path: []geometry.Point3{{}, shift(3000, 0, 0)}}, 3, 3*section + 4*section*0.95},
		{"with a corner", stair.Railing{Path: []geometry.Point3{{}, shift(2000, 0, 0), shift(2000, 2000, 0)}}, 4,
			2*1.975*section + 4*section*0.95 + section},
		{"up a stair", stair.Railing{Path: []geometry.Point3{{}, shift(3000, 0, 4000)}}, 5, 3*section + 4*section*0.95},
		{"with sheets", stair.Railing{Path: []geometry.Point3{{}, shift(1000, 0, 0)}, Infill: "panel"}, 1,
			section + 2*section*0.95 + 0.9*0.01*0.9},
		{"with balusters", stair.Railing{Path: []geometry.Point3{{}, shift(500, 0, 0)}, Infill: "balusters"}, 0.5,
			0.5*section + 2*section*0.95 + 3*0.015*0.015*0.95},
		{"closed", stair.Railing{Path: []geometry.Point3{{}, shift(1000, 0, 0), shift(1000, 1000, 0), shift(0, 1000, 0),
			{}}},
			4, 4*0.95*section + 4*section},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPlot(t)
			c.r.Height = geometry.MM(1000)
			id := p.do(change.CreateRailing{LevelID: p.level, Railing: c.r})
			checkBody(t, p.model, id)
			p.measure(id, "Length", c.length)
			p.measure(id, "NetVolume", c.volume)
		})
	}
}

// Parts of a railing touch, and overlap by no more than the rounding of their corners. The paths have acute and obtuse
// turns to both sides, and are level or sloped, closed or open.
func TestPartsOfARailingDoNotOverlap(t *testing.T) {
	for name, path := range map[string][]geometry.Point3{
		"zigzag": {{}, shift(2000, 0, 0), shift(3000, 2000, 500), shift(4500, 1500, 500), shift(4000, 300, 0)},
		"closed": {shift(0, 0, 0), shift(2000, 300, 0), shift(1500, 2000, 0), shift(-300, 1500, 0), shift(0, 0, 0)},
		"spiral": {{}, shift(2000, 0, 1000), shift(2000, 2000, 2000), shift(0, 2000, 3000), shift(0, -500, 4200)},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlot(t)
			id := p.do(change.CreateRailing{LevelID: p.level,
				Railing: stair.Railing{Path: path, Height: geometry.MM(1000), Infill: "balusters"}})
			checkBody(t, p.model, id)
			body, err := shape.Body(p.model, id)
			if err != nil {
				t.Fatal(err)
			}
			for i := range body {
				for k := range i {
					if body[i].Bounds().Intersects(body[k].Bounds()) {
						checkApart(t, body[i], body[k])
					}
				}
			}
		})
	}
}

// checkApart asserts that the overlap of two solids is smaller than the effect of rounding the corners at the end of a
// rail.
func checkApart(t *testing.T, a, b geometry.Solid) {
	t.Helper()
	p, err := csg.FromSolid(a)
	if err != nil {
		t.Fatal(err)
	}
	q, err := csg.FromSolid(b)
	if err != nil {
		t.Fatal(err)
	}
	found, err := collision.Examine(collision.NewBody(csg.Of(p)), collision.NewBody(csg.Of(q)), collision.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if found.Volume > 1e-8 {
		t.Errorf("parts overlap by %g m3", found.Volume)
	}
}

func TestARailingFollowsItsStair(t *testing.T) {
	h := buildHouse(t)
	id := h.do(change.CreateRailing{HostID: h.id["T1"], Railing: stair.Railing{Path: []geometry.Point3{shift(7300, 6500,
		0),
		shift(11050, 6500, 2812)}, Height: geometry.MM(900)}})
	h.do(change.MoveElement{ElementIDs: []state.ID{h.id["T1"]}, Delta: shift(100, 50, 0)})
	e, _ := h.model.Element(id)
	if got := e.Params.(*stair.Railing).Path[0]; got != shift(7400, 6550, 0) {
		t.Errorf("it starts at %v", got)
	}
	h.do(change.DeleteElement{ElementIDs: []state.ID{h.id["T1"]}})
	if change.Has(h.model, id) {
		t.Error("it outlives its stair")
	}
}
