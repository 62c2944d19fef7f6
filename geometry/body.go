package geometry

// Body is a list of solids that belong together, such as the layers of a wall.
type Body []Solid

// Volume returns the sum of the volumes in m3.
func (b Body) Volume() float64 {
	sum := 0.0
	for _, s := range b {
		sum += s.Volume()
	}
	return sum
}

// Area returns the sum of the surfaces in m2.
func (b Body) Area() float64 {
	sum := 0.0
	for _, s := range b {
		sum += s.Area()
	}
	return sum
}

// Bounds returns the box of all solids.
func (b Body) Bounds() Box {
	box := EmptyBox()
	for _, s := range b {
		box = box.Union(s.Bounds())
	}
	return box
}

// Mesh joins the meshes of all solids.
func (b Body) Mesh() Mesh {
	var m Mesh
	for _, s := range b {
		part, base := s.Mesh(), int32(len(m.Vertices))
		m.Vertices = append(m.Vertices, part.Vertices...)
		for _, t := range part.Triangles {
			m.Triangles = append(m.Triangles, [3]int32{t[0] + base, t[1] + base, t[2] + base})
		}
	}
	return m
}
