package render

// surface is the surface of a fragment.
type surface struct {
	id     fragment
	object int
	normal Vector
	colour Colour
	cut    bool
}

// cutShade is the remaining share of a body's own colour at a cut, in 256ths.
const cutShade = 140

// groundColour is the colour of the ground, a little darker than the backdrop.
var groundColour = Colour{0xd9, 0xd8, 0xd2, 255}

// surfaces looks up the surfaces of fragments. It caches the last surface, because neighbouring samples mostly show the
// same surface.
type surfaces struct {
	*frame
	last surface
}

func (f *frame) surfaces() *surfaces { return &surfaces{f, surface{id: nothing, object: -1}} }

// of returns the surface of a fragment, which must not be nothing.
func (s *surfaces) of(id fragment) *surface {
	if id == s.last.id {
		return &s.last
	}
	s.last = surface{id: id, object: -1, normal: Vector{0, 0, 1}, colour: groundColour}
	if id == ground {
		return &s.last
	}
	of := id.source()
	part := &s.made[of.object][of.part]
	s.last.object, s.last.colour = of.object, part.Colour
	if of.plane >= 0 {
		s.last.normal, s.last.cut = s.Cut[of.plane].Normal.Unit(), true
		if s.last.colour = s.Poche; s.Poche[3] == 0 {
			s.last.colour = part.Colour.darker(cutShade)
		}
		return &s.last
	}
	t, corners := part.Mesh.Triangles[of.triangle], part.Mesh.Vertices
	a, b, c := Metres(corners[t[0]]), Metres(corners[t[1]]), Metres(corners[t[2]])
	s.last.normal = b.Sub(a).Cross(c.Sub(a)).Unit()
	return &s.last
}

// darker returns a colour with the given 256ths of its light.
func (c Colour) darker(share int) Colour {
	for i := range 3 {
		c[i] = uint8(int(c[i]) * share / 256)
	}
	return c
}
