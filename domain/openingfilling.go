package domain

import "github.com/bimstream/bimstream/geometry"

// filling is a category whose elements fill an opening in a wall: doors and windows (IfcRelFillsElement).
type filling interface {
	measuredInWall
	// size returns the size of the opening that it fills.
	size() (width, height geometry.Length)
}

// fill makes an opening in a wall and sets a door or window into it.
func (t *transaction) fill(wallID ID, e *Element) error {
	if host, ok := t.model.Element(wallID); ok && host.Category == CategoryCurtainWall {
		return Errorf(IllegalState, "doors and windows in a curtain wall are not supported: leave a gap between two "+
			"curtain walls, and place the %s in a wall there", e.Category).
			With("element_id", wallID).With("state", host.Category).With("allowed", []Category{CategoryWall})
	}
	wall, err := t.model.findParametric(wallID, CategoryWall)
	if err != nil {
		return err
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
