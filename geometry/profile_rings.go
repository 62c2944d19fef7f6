package geometry

func noLimits(Profile) []profileLimit { return nil }

func twoFlangeLimits(p Profile) []profileLimit {
	return []profileLimit{{ProfileWebThickness, p.Width, "the width"},
		{ProfileFlangeThickness, (p.Depth + 1) / 2, "half the depth"}}
}

func oneFlangeLimits(p Profile) []profileLimit {
	return []profileLimit{{ProfileWebThickness, p.Width, "the width"}, {ProfileFlangeThickness, p.Depth, "the depth"}}
}

func angleLimits(p Profile) []profileLimit {
	return []profileLimit{{ProfileWallThickness, min(p.Width, p.Depth), "width and depth"}}
}

func boxLimits(p Profile) []profileLimit {
	return []profileLimit{{ProfileWallThickness, (min(p.Width, p.Depth) + 1) / 2, "half of width and depth"}}
}

func pipeLimits(p Profile) []profileLimit {
	return []profileLimit{{ProfileWallThickness, (p.Diameter + 1) / 2, "half the diameter"}}
}

// corners returns the corners of the bounding box. For an odd dimension, half of it is rounded towards zero on the left
// side.
func (p Profile) corners() (x0, y0, x1, y1 Length) {
	x0, y0 = -(p.Width / 2), -(p.Depth / 2)
	return x0, y0, x0 + p.Width, y0 + p.Depth
}

func rectangleRings(p Profile) []Ring {
	x0, y0, x1, y1 := p.corners()
	return []Ring{{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}
}

func boxRings(p Profile) []Ring {
	x0, y0, x1, y1 := p.corners()
	t := p.WallThickness
	hole := Ring{{x0 + t, y0 + t}, {x1 - t, y0 + t}, {x1 - t, y1 - t}, {x0 + t, y1 - t}}
	return append(rectangleRings(p), hole)
}

// web returns the left and right side of a web in the middle.
func (p Profile) web() (left, right Length) {
	left = -(p.WebThickness / 2)
	return left, left + p.WebThickness
}

func iRings(p Profile) []Ring {
	x0, y0, x1, y1 := p.corners()
	w0, w1 := p.web()
	f0, f1 := y0+p.FlangeThickness, y1-p.FlangeThickness
	return []Ring{{
		{x0, y0}, {x1, y0}, {x1, f0}, {w1, f0}, {w1, f1}, {x1, f1},
		{x1, y1}, {x0, y1}, {x0, f1}, {w0, f1}, {w0, f0}, {x0, f0},
	}}
}

func lRings(p Profile) []Ring {
	x0, y0, x1, y1 := p.corners()
	t := p.WallThickness
	return []Ring{{{x0, y0}, {x1, y0}, {x1, y0 + t}, {x0 + t, y0 + t}, {x0 + t, y1}, {x0, y1}}}
}

func tRings(p Profile) []Ring {
	x0, y0, x1, y1 := p.corners()
	w0, w1 := p.web()
	f := y1 - p.FlangeThickness
	return []Ring{{{w0, y0}, {w1, y0}, {w1, f}, {x1, f}, {x1, y1}, {x0, y1}, {x0, f}, {w0, f}}}
}

func uRings(p Profile) []Ring {
	x0, y0, x1, y1 := p.corners()
	w, f0, f1 := x0+p.WebThickness, y0+p.FlangeThickness, y1-p.FlangeThickness
	return []Ring{{{x0, y0}, {x1, y0}, {x1, f0}, {w, f0}, {w, f1}, {x1, f1}, {x1, y1}, {x0, y1}}}
}

func circleRings(p Profile) []Ring { return []Ring{circle(p.Diameter, circleSides(p.Diameter))} }

func pipeRings(p Profile) []Ring {
	n := circleSides(p.Diameter)
	return []Ring{circle(p.Diameter, n), circle(p.Diameter-2*p.WallThickness, n)}
}

func circleSides(diameter Length) int { return CircleSides((diameter+1)/2, ChordTolerance) }

// circle returns a regular polygon with corners on the circle, one on each half axis.
func circle(diameter Length, sides int) Ring {
	return ellipseRing(Point2{}, float64(diameter)/2, float64(diameter)/2, 0, sides)
}
