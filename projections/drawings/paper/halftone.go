package paper

// Halftone returns a mark in half the strength of its ink, as printed on white. A dimension is returned unchanged.
func Halftone(m Mark) Mark {
	switch m := m.(type) {
	case Stroke:
		m.Ink = m.Ink.half()
		return m
	case Arc:
		m.Ink = m.Ink.half()
		return m
	case Fill:
		m.Ink = m.Ink.half()
		return m
	case Hatch:
		m.Ink = m.Ink.half()
		return m
	case Text:
		m.Ink = m.Ink.half()
		return m
	}
	return m // dimensions belong to the drawing, not to the measured elements
}

// half returns an ink half way to white.
func (i Ink) half() Ink {
	const white = 0xff
	toWhite := func(c uint8) uint8 { return c + (white-c)/2 }
	return Ink{toWhite(i.R), toWhite(i.G), toWhite(i.B)}
}
