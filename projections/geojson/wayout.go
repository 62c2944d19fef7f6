package geojson

import (
	"cmp"
	"slices"

	"github.com/paulmach/orb"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/ways"
)

// waysOut adds the exits, and for each room the way out from its remotest place.
func (c *collecting) waysOut(index *ways.Index) error {
	walker := ways.Walker()
	walker.Radius = 0 // building codes measure travel distances along the path of a point
	b, err := index.Building(c.ctx, c.view, walker)
	if err != nil {
		return err
	}
	exits, err := b.Exits()
	if err != nil {
		return err
	}
	for _, x := range exits {
		if c.wants(Exit) && c.wantsLevel(b.Level(x.Storey)) {
			sides := metresOf(x.Sides[:]...)
			middle := orb.Point{(sides[0][0] + sides[1][0]) / 2, (sides[0][1] + sides[1][1]) / 2}
			f := c.of(x.ID, Exit, middle)
			f.ID = "exit " + f.ID // distinct from the id of the door's footprint
			f.Properties.Reason, f.Properties.Room = x.Reason, x.Room
			c.add(f)
		}
	}
	if !c.wants(WayOut) {
		return nil
	}
	egress, err := b.Egress(exits)
	if err != nil {
		return err
	}
	rooms := c.view.Model.OfCategory(state.CategoryRoom)
	if err := egress.Prepare(c.ctx, rooms); err != nil {
		return err
	}
	for _, id := range rooms {
		far, reached, err := egress.Remotest(id)
		if err = cmp.Or(err, c.ctx.Err()); err != nil {
			return err
		}
		if !reached || len(far.Way) < 2 || !c.wantsLevel(b.Level(far.Place.Storey)) {
			continue
		}
		way := slices.Clone(far.Way)
		slices.Reverse(way) // from the room outwards
		f := c.of(id, WayOut, metresOf(way...))
		f.ID, f.Properties.Room = "way out of "+f.ID, id
		f.Properties.Length = measured(far.Distance.M())
		c.add(f)
	}
	return nil
}
