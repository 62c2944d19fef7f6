package geometry

import (
	"encoding/json"
	"errors"

	"github.com/golang/geo/r3"
)

// Point2 is a point in a plane, in micrometres. In JSON it is [x, y] in millimetres.
type Point2 struct{ X, Y Length }

// Point3 is a point in space, in micrometres. In JSON it is [x, y, z] in millimetres.
type Point3 struct{ X, Y, Z Length }

// Add returns p + q.
func (p Point2) Add(q Point2) Point2 { return Point2{p.X + q.X, p.Y + q.Y} }

// Sub returns p - q.
func (p Point2) Sub(q Point2) Point2 { return Point2{p.X - q.X, p.Y - q.Y} }

// At returns the point in space at a height.
func (p Point2) At(z Length) Point3 { return Point3{p.X, p.Y, z} }

// Add returns p + q.
func (p Point3) Add(q Point3) Point3 { return Point3{p.X + q.X, p.Y + q.Y, p.Z + q.Z} }

// Sub returns p - q.
func (p Point3) Sub(q Point3) Point3 { return Point3{p.X - q.X, p.Y - q.Y, p.Z - q.Z} }

// XY returns the point in plan.
func (p Point3) XY() Point2 { return Point2{p.X, p.Y} }

// Vector returns the coordinates in micrometres as floats.
func (p Point3) Vector() r3.Vector {
	return r3.Vector{X: float64(p.X), Y: float64(p.Y), Z: float64(p.Z)}
}

var errPoint2 = errors.New("a point in plan is [x, y] in millimetres")
var errPoint3 = errors.New("a point in space is [x, y, z] in millimetres")

// MarshalJSON writes [x, y].
func (p Point2) MarshalJSON() ([]byte, error) { return appendPoint(p.X, p.Y), nil }

// UnmarshalJSON reads [x, y].
func (p *Point2) UnmarshalJSON(b []byte) error {
	var v []Length
	if err := json.Unmarshal(b, &v); err != nil || len(v) != 2 {
		return errPoint2
	}
	*p = Point2{v[0], v[1]}
	return nil
}

// MarshalJSON writes [x, y, z].
func (p Point3) MarshalJSON() ([]byte, error) { return appendPoint(p.X, p.Y, p.Z), nil }

// UnmarshalJSON reads [x, y, z], and [x, y] with z 0.
func (p *Point3) UnmarshalJSON(b []byte) error {
	var v []Length
	err := json.Unmarshal(b, &v)
	if len(v) == 2 {
		v = append(v, 0)
	}
	if err != nil || len(v) != 3 {
		return errPoint3
	}
	*p = Point3{v[0], v[1], v[2]}
	return nil
}

func appendPoint(coordinates ...Length) []byte {
	b := []byte{'['}
	for i, c := range coordinates {
		if i > 0 {
			b = append(b, ',')
		}
		b = c.appendDecimal(b)
	}
	return append(b, ']')
}
