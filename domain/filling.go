package domain

import (
	"github.com/bimstream/bimstream/geometry"
)

// fill makes an opening in a wall and sets a door or window into it.
func (t *transaction) fill(wallID ID, e *Element) error {
	wall, err := t.model.findOf(wallID, CategoryWall)
	if err != nil {
		return err
	}
	e.ID, e.LevelID = t.newID(), wall.LevelID
	opening := &Element{ID: t.newID(), Category: CategoryOpening, LevelID: wall.LevelID, Params: &Opening{OpeningType: OpeningThrough, FilledBy: e.ID}}
	if err := t.create(e); err != nil {
		return err
	}
	opening.Name = "Opening of " + e.Name
	if err := t.create(opening); err != nil {
		return err
	}
	t.emit(&ElementHosted{ElementID: opening.ID, HostID: wall.ID})
	t.emit(&ElementHosted{ElementID: e.ID, HostID: wall.ID, FillsID: opening.ID})
	return t.model.checkDependents(e.ID)
}

// fillingFrame answers the frame of a door's or window's elevation: the origin at the foot of its near edge on the wall's
// middle plane, X along the wall, Y up, Z to the wall's exterior.
func (m *Model) fillingFrame(e *Element, offset, sill geometry.Length) (frame geometry.Placement, thickness geometry.Length, err error) {
	plan, err := m.WallPlan(e.HostID)
	if err != nil {
		return geometry.Placement{}, 0, err
	}
	origin := plan.Frame.Point(geometry.Point3{X: offset, Y: plan.YMin + plan.Thickness()/2, Z: sill})
	toExterior := plan.Frame.Y().Mul(-1)
	return geometry.Placement{Origin: origin, X: plan.Frame.X, Z: toExterior}, plan.Thickness(), nil
}

// frameAndPanel answers a frame around an opening and a panel filling it, both centred in the wall's thickness.
// depth is the frame's, panel the panel's thickness.
func frameAndPanel(at geometry.Placement, width, height, lining, depth, panel geometry.Length, threshold bool) (geometry.Body, error) {
	lining = min(lining, width/4, height/4)
	foot := geometry.Length(0)
	if threshold {
		foot = lining
	}
	outer := geometry.Region{geometry.Rectangle(geometry.Point2{}, geometry.Point2{X: width, Y: height})}
	inner := geometry.Region{geometry.Rectangle(geometry.Point2{X: lining, Y: foot}, geometry.Point2{X: width - lining, Y: height - lining})}
	frame, err := geometry.Extrude(at, geometry.Subtract(outer, inner), -depth/2, depth-depth/2)
	if err != nil {
		return nil, geometryError(err)
	}
	leaf, err := geometry.Extrude(at, inner, -panel/2, panel-panel/2)
	if err != nil {
		return nil, geometryError(err)
	}
	return geometry.Body{frame, leaf}, nil
}

func fillingQuantities(width, height geometry.Length) []Quantity {
	return []Quantity{
		length("Width", width.M()), length("Height", height.M()),
		length("Perimeter", float64(2*(width+height).M())), area("Area", float64(width.M()*height.M())),
	}
}
