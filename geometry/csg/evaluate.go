package csg

// Evaluate answers the closed surface of an expression, regularised: faces, edges and points without volume vanish. It
// runs in the frame of the first operand, in one step for the whole expression. Every result is checked; ErrNotClosed
// means that the check failed and there is no result.
func Evaluate(e Expr) (Shape, error) {
	k, err := load(e)
	if err != nil {
		return Shape{}, err
	}
	k.findMates()
	k.findSegments()
	k.selectFragments()
	volume, area := k.fragmentVolume()
	k.weldVertices()
	if err := k.sew(); err != nil {
		return Shape{}, err
	}
	surface, err := k.joinSides()
	if err != nil {
		return Shape{}, err
	}
	s := surface.faces()
	s.dropStraightVertices()
	s.sortLoops()
	if err := k.verify(s, volume, area); err != nil {
		return Shape{}, err
	}
	return s, nil
}
