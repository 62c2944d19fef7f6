package render

// surface is what a fragment is of.
type surface struct {
	id     int32
	object int
	normal Vector
	colour Colour
	cut    bool
}

// cutShade is what is left of a body's own colour where it is cut, in 256ths.
const cutShade = 140

// groundColour is that of the ground, a little darker than the backdrop.
var groundColour = Colour{0xd9, 0xd8, 0xd2, 255}

// surfaces looks up surfaces; neighbours mostly are of one.
type surfaces struct {
	*frame
	last surface
}

func (f *frame) surfaces() *surfaces { return &surfaces{f, surface{id: nothing, object: -1}} }

// of returns the surface of a number, which must not be nothing.
func (s *surfaces) of(id int32) *surface {
	if id == s.last.id {
		return &s.last
	}
	s.last = surface{id: id, object: -1, normal: Vector{0, 0, 1}, colour: groundColour}
	if id == groundID {
		return &s.last
	}
	item, plane := s.itemOf(id)
	it := &s.items[item]
	s.last.object, s.last.colour = it.Object, it.Colour
	if plane >= 0 {
		s.last.normal, s.last.cut = s.Cut[plane].Normal.Unit(), true
		if s.last.colour = s.Poche; s.Poche[3] == 0 {
			s.last.colour = it.Colour.darker(cutShade)
		}
		return &s.last
	}
	t := it.Mesh.Triangles[id-s.first[item]]
	a, b, c := Metres(it.Mesh.Vertices[t[0]]), Metres(it.Mesh.Vertices[t[1]]), Metres(it.Mesh.Vertices[t[2]])
	s.last.normal = b.Sub(a).Cross(c.Sub(a)).Unit()
	return &s.last
}

// darker returns a colour with so many 256ths of its light.
func (c Colour) darker(share int) Colour {
	for i := range 3 {
		c[i] = uint8(int(c[i]) * share / 256)
	}
	return c
}
