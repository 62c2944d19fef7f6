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
	s := k.joinFragments()
	k.dropStraightVertices(&s)
	s.dropEmpty()
	sides, corners, err := k.takeApart(&s)
	if err != nil {
		return Shape{}, err
	}
	out := k.assemble(&s, sides, corners)
	return out, k.verify(out, volume, area)
}

// dropEmpty takes out loops that have no area left.
func (s *surface) dropEmpty() {
	kept := s.loops[:0]
	for _, l := range s.loops {
		if len(l.verts) > 2 {
			kept = append(kept, l)
		}
	}
	s.loops = kept
}
