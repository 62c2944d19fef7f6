package geometry

// Box is a closed axis-parallel box. The zero Box is a point at the origin; EmptyBox contains nothing.
type Box struct {
	Min Point3 `json:"min"`
	Max Point3 `json:"max"`
}

// EmptyBox returns the box that contains no point and is neutral under Union.
func EmptyBox() Box {
	return Box{Point3{LengthOverflow, LengthOverflow, LengthOverflow},
		Point3{-LengthOverflow, -LengthOverflow, -LengthOverflow}}
}

// Empty reports whether the box contains no point.
func (b Box) Empty() bool { return b.Min.X > b.Max.X || b.Min.Y > b.Max.Y || b.Min.Z > b.Max.Z }

// Extend returns the smallest box that contains b and p.
func (b Box) Extend(p Point3) Box {
	return Box{
		Point3{min(b.Min.X, p.X), min(b.Min.Y, p.Y), min(b.Min.Z, p.Z)},
		Point3{max(b.Max.X, p.X), max(b.Max.Y, p.Y), max(b.Max.Z, p.Z)},
	}
}

// Union returns the smallest box that contains both.
func (b Box) Union(c Box) Box {
	if c.Empty() {
		return b
	}
	return b.Extend(c.Min).Extend(c.Max)
}

// Intersects reports whether the boxes share a point; touching counts.
func (b Box) Intersects(c Box) bool {
	return b.Min.X <= c.Max.X && c.Min.X <= b.Max.X && b.Min.Y <= c.Max.Y && c.Min.Y <= b.Max.Y &&
		b.Min.Z <= c.Max.Z && c.Min.Z <= b.Max.Z
}

// Contains reports whether c lies wholly in b; touching from inside counts.
func (b Box) Contains(c Box) bool {
	return b.Min.X <= c.Min.X && c.Max.X <= b.Max.X && b.Min.Y <= c.Min.Y && c.Max.Y <= b.Max.Y &&
		b.Min.Z <= c.Min.Z && c.Max.Z <= b.Max.Z
}

// Grow moves every side outward by d.
func (b Box) Grow(d Length) Box {
	return Box{Point3{b.Min.X - d, b.Min.Y - d, b.Min.Z - d}, Point3{b.Max.X + d, b.Max.Y + d, b.Max.Z + d}}
}
