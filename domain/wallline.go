package domain

import "slices"

// lineWalls are the categories with a line along which doors and windows are measured (lineWall).
var lineWalls = []Category{CategoryWall, CategoryCurtainWall}

// WallLine returns the footprint of a wall or curtain wall as WallPlan does, but without the region: the line and the
// faces alone, which take none of the wall's joins. The error is that of an id without such a wall.
func (m *Model) WallLine(id ID) (WallPlan, error) {
	e, err := m.findParametric(id, lineWalls...)
	if err != nil {
		return WallPlan{}, err
	}
	return m.strip(e).plan(), nil
}

// WallLineKept reports whether a wall has in two models the same line and faces on the same base, the same joins, and
// meets the same walls there: then the footprints of other walls take from it what they took. Its height alone may be
// another one.
func WallLineKept(before, after *Model, id ID) bool {
	a, inBefore := before.lineStrip(id)
	b, inAfter := after.lineStrip(id)
	if inBefore != inAfter {
		return false
	}
	if !inBefore {
		return true
	}
	a.z1, b.z1 = 0, 0
	if a != b {
		return false
	}
	was, is := before.JoinsOf(id), after.JoinsOf(id)
	return slices.EqualFunc(was, is, func(j, k *Join) bool { return *j == *k && before.met(j) == after.met(k) })
}

// lineStrip is stripOf, of a curtain wall too.
func (m *Model) lineStrip(id ID) (strip, bool) {
	e, err := m.findParametric(id, lineWalls...)
	if err != nil {
		return strip{}, false
	}
	return m.strip(e), true
}

// met reports whether the walls of a join are near each other.
func (m *Model) met(j *Join) bool {
	a, hasA := m.stripOf(j.A)
	b, hasB := m.stripOf(j.B)
	return hasA && hasB && j.near(a, b)
}
