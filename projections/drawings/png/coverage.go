package png

import "math"

// Places of outlines are whole numbers of 1/256 pixel, while the corners of marks lie on a grid of 1/64 pixel. The
// finer unit keeps the sides of an oblique line parallel to within a hundredth of the finest line's width.
const (
	fineBits = 8
	fine     = 1 << fineBits
	// full is the cover of a whole pixel: twice its area, in units of (1/256 pixel)².
	full = 2 * fine * fine
)

// coverage measures how much of each pixel of a box outlines cover. It uses whole numbers only, so that every machine
// and every build paints the same picture. Sums of floating-point numbers differ between machines: compilers may fuse a
// product and a sum, and vector units add in another order.
//
// A cell holds the cover of its pixel less the cover of the previous pixel in the row. An edge covers everything to its
// right.
type coverage struct {
	width, height int
	cells         []int32 // rows of width+1
	rows          []span
}

// span is the part of a row that edges touch. It is empty if first > last.
type span struct{ first, last int32 }

// reset prepares an empty coverage for a box of a given size in pixels. The method each must already have cleared the
// cells of the previous box.
func (c *coverage) reset(width, height int) {
	c.width, c.height = width, height
	if n := (width + 1) * height; n > len(c.cells) {
		c.cells = make([]int32, n)
	}
	if height > len(c.rows) {
		c.rows = make([]span, height)
	}
	for y := range height {
		c.rows[y] = span{math.MaxInt32, -1}
	}
}

// edge adds a side of an outline between two places in 1/256 pixel. The side may reach beyond the box.
func (c *coverage) edge(x0, y0, x1, y1 int) {
	sign := 1
	if y0 > y1 {
		x0, y0, x1, y1, sign = x1, y1, x0, y0, -1
	}
	if y0 == y1 || y1 <= 0 || y0 >= c.height*fine {
		return
	}
	at := func(y int) int { return x0 + floorDivide((y-y0)*(x1-x0), y1-y0) }
	from, x := max(y0, 0), x0
	if from > y0 {
		x = at(from)
	}
	for from < min(y1, c.height*fine) {
		row := from >> fineBits
		to, next := (row+1)<<fineBits, x1
		if to < y1 {
			next = at(to)
		} else {
			to = y1
		}
		c.inRow(row, x, next, to-from, sign)
		from, x = to, next
	}
}

// inRow adds a piece of an edge within a row of pixels. The piece rises by a number of 1/256 pixel or, with sign -1,
// falls.
func (c *coverage) inRow(row, x0, x1, rise, sign int) {
	if x0 > x1 { // the area to the right is the same from either end
		x0, x1 = x1, x0
	}
	if x0>>fineBits == x1>>fineBits {
		c.cell(row, x0>>fineBits, x0, x1, rise*sign)
		return
	}
	done, from := 0, x0
	for from < x1 && from < c.width<<fineBits {
		column, part := from>>fineBits, rise-done
		to := max(column+1, 0) << fineBits
		if to < x1 {
			part = (to-x0)*rise/(x1-x0) - done
		} else {
			to = x1
		}
		c.cell(row, column, from, to, part*sign)
		from, done = to, done+part
	}
}

// cell adds an edge that crosses a column of a row between two places. An edge on the left of the box counts at the
// box's left side.
func (c *coverage) cell(row, column, from, to, rise int) {
	sum := from + to - 2*(column<<fineBits) // of the distances from the pixel's left side
	switch {
	case column >= c.width || rise == 0:
		return
	case column < 0:
		column, sum = 0, 0
	}
	s := &c.rows[row]
	s.first, s.last = min(s.first, int32(column)), max(s.last, int32(column))
	at := row*(c.width+1) + column
	c.cells[at] += int32(rise * (2*fine - sum))
	c.cells[at+1] += int32(rise * sum)
}

// each calls paint for every covered pixel with its cover, up to 255, and leaves the cells empty. It calls row before
// each row.
func (c *coverage) each(row func(), paint func(x, y int, alpha uint32)) {
	for y := range c.height {
		row()
		s := c.rows[y]
		if s.last < 0 {
			continue
		}
		cells := c.cells[y*(c.width+1) : (y+1)*(c.width+1)]
		cover := int32(0)
		for x := int(s.first); x < c.width; x++ {
			if x > int(s.last)+1 && cover == 0 {
				break
			}
			cover += cells[x]
			if alpha := (min(uint32(max(cover, -cover)), full)*255 + full/2) / full; alpha > 0 {
				paint(x, y, alpha)
			}
		}
		clear(cells[s.first : s.last+2])
	}
}

// floorDivide returns a/b rounded down, for b > 0.
func floorDivide(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
