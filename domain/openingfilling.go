package domain

import "github.com/bimstream/bimstream/geometry"

// filling is a category whose elements fill an opening in a wall (IfcRelFillsElement), or are set in a curtain wall in
// the place of its panels: doors and windows.
type filling interface {
	measuredInWall
	// size returns the size of the opening that it fills.
	size() (width, height geometry.Length)
}

// fill makes an opening in a wall and sets a door or window into it, or sets it into a curtain wall.
func (t *transaction) fill(wallID ID, e *Element, toGrid bool) error {
	wall, err := t.model.findParametric(wallID, lineWalls...)
	if err != nil {
		return err
	}
	if wall.Category == CategoryCurtainWall {
		return t.fillCurtain(wall, e, toGrid)
	}
	if toGrid {
		return Errorf(OutOfRange, "to_grid is for curtain walls, and %q is a wall without mullions: leave it out",
			wall.Name).With("parameter", "to_grid").With("element_id", wallID)
	}
	e.ID, e.LevelID = t.newID(), wall.LevelID
	opening := &Element{ID: t.newID(), Category: CategoryOpening, LevelID: wall.LevelID,
		Params: &Opening{OpeningType: OpeningThrough, FilledBy: e.ID}}
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

func fillingQuantities(width, height geometry.Length) []Quantity {
	return []Quantity{
		length("Width", width.M()), length("Height", height.M()),
		length("Perimeter", float64(2*(width+height).M())), area("Area", float64(width.M()*height.M())),
	}
}
