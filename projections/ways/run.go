package ways

import (
	"math"

	"github.com/golang/geo/r3"

	"github.com/bimstream/bimstream/geometry"
)

const (
	// leastRamp is the least slope of a ramp. Flatter floors are laid to falls.
	leastRamp = 1.0 / 100

	// besideRun is the least area of a run, as a share of the area of the largest sloping face. Kerbs and rails are
	// smaller.
	besideRun = 0.25

	// inPlane is the greatest distance of a corner from the plane of a neighbouring face that counts as the same plane.
	// Imported faces are triangles with rounded corners.
	inPlane = 100 * geometry.Micrometre

	// onEdge is the greatest difference in height between the corners of the lower, or of the upper, edge of a run.
	// Edges that are askew to the fall by a degree differ by 2 mm, in a run of 1.5 m at 1:12.
	onEdge = 5 * geometry.Millimetre
)

// Run is a plane sloping surface of a ramp.
type Run struct {
	Slope  float64 // rise divided by going
	Going  geometry.Length
	Rise   geometry.Length
	Width  geometry.Length // across the fall
	Middle geometry.Point3
	Foot   geometry.Point3 // middle of the lower edge
	Head   geometry.Point3 // middle of the upper edge
}

// RunsOf returns the runs of a body: its sloping plane parts that look up.
func RunsOf(body geometry.Body) []Run {
	var faces []slopingFace
	for _, solid := range body {
		faces = append(faces, slopingFaces(solid)...)
	}
	most := 0.0
	parts := joinedFaces(faces)
	for _, p := range parts {
		most = max(most, p.area)
	}
	var out []Run
	for _, p := range parts {
		if p.area >= besideRun*most {
			out = append(out, p.run())
		}
	}
	return out
}

// slopingFace is a face, or several faces in one plane that share corners.
type slopingFace struct {
	corners []geometry.Point3
	normal  r3.Vector // of length 1, upwards
	area    float64
}

// slopingFaces returns the faces of a solid that look up and slope by 1:100 to 1:1.
func slopingFaces(s geometry.Solid) []slopingFace {
	var out []slopingFace
	world := s.World()
	for _, f := range s.Faces {
		var face slopingFace
		sum := r3.Vector{}
		first := world[f.Loops[0][0]]
		for _, loop := range f.Loops {
			for i, v := range loop {
				a, b := world[v].Sub(first).Vector(), world[loop[(i+1)%len(loop)]].Sub(first).Vector()
				sum = sum.Add(geometry.Cross(a, b))
				face.corners = append(face.corners, world[v])
			}
		}
		face.area = math.Sqrt(geometry.Dot(sum, sum)) / 2
		if face.area == 0 {
			continue
		}
		face.normal = geometry.Times(sum, 1/(2*face.area))
		if slope := face.slope(); face.normal.Z > 0 && slope >= leastRamp && slope <= 1 {
			out = append(out, face)
		}
	}
	return out
}

func (f slopingFace) slope() float64 {
	return math.Sqrt(float64(f.normal.X*f.normal.X)+float64(f.normal.Y*f.normal.Y)) / f.normal.Z
}

// joinedFaces merges the faces of one plane that share corners.
func joinedFaces(faces []slopingFace) []slopingFace {
	var out []slopingFace
	for len(faces) > 0 {
		one := faces[0]
		rest := faces[1:]
		for grown := true; grown; {
			grown = false
			var left []slopingFace
			for _, f := range rest {
				if one.meets(f) {
					one.corners, one.area, grown = append(one.corners, f.corners...), one.area+f.area, true
				} else {
					left = append(left, f)
				}
			}
			rest = left
		}
		out, faces = append(out, one), rest
	}
	return out
}

// meets reports whether another face lies in the plane of this face and shares a corner with it.
func (f slopingFace) meets(g slopingFace) bool {
	shares := false
	for _, q := range g.corners {
		if math.Abs(geometry.Dot(f.normal, q.Sub(f.corners[0]).Vector())) > float64(inPlane) {
			return false
		}
		for _, p := range f.corners {
			shares = shares || p == q
		}
	}
	return shares
}

// run measures a part along its fall and across it.
func (f slopingFace) run() Run {
	length := math.Sqrt(float64(f.normal.X*f.normal.X) + float64(f.normal.Y*f.normal.Y))
	fall := r3.Vector{X: f.normal.X / length, Y: f.normal.Y / length}
	across := r3.Vector{X: -fall.Y, Y: fall.X}
	low, high := f.corners[0], f.corners[0]
	var along, beside [2]float64
	for _, p := range f.corners {
		v := p.Sub(f.corners[0]).Vector()
		a, b := geometry.Dot(fall, v), geometry.Dot(across, v)
		along = [2]float64{min(along[0], a), max(along[1], a)}
		beside = [2]float64{min(beside[0], b), max(beside[1], b)}
		if p.Z < low.Z {
			low = p
		}
		if p.Z > high.Z {
			high = p
		}
	}
	between := func(ends [2]float64) geometry.Length { return geometry.Length(math.Round(ends[1] - ends[0])) }
	return Run{Slope: f.slope(), Going: between(along), Rise: high.Z - low.Z, Width: between(beside),
		Middle: geometry.Point3{X: (low.X + high.X) / 2, Y: (low.Y + high.Y) / 2, Z: (low.Z + high.Z) / 2},
		Foot:   f.edge(low.Z, across), Head: f.edge(high.Z, across)}
}

// edge returns the middle of the edge at the lowest or the highest height of a part.
func (f slopingFace) edge(z geometry.Length, across r3.Vector) geometry.Point3 {
	var ends [2]geometry.Point3
	var at [2]float64
	found := false
	for _, p := range f.corners {
		if (p.Z - z).Abs() > onEdge {
			continue
		}
		b := geometry.Dot(across, p.Sub(f.corners[0]).Vector())
		if !found || b < at[0] {
			ends[0], at[0] = p, b
		}
		if !found || b > at[1] {
			ends[1], at[1] = p, b
		}
		found = true
	}
	return geometry.Point3{X: (ends[0].X + ends[1].X) / 2, Y: (ends[0].Y + ends[1].Y) / 2, Z: z}
}
