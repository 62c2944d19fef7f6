package drawings

import (
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// Lines of hatches lie at about 45 degrees to the main outlines of what is cut (ISO 128-3): along its faces they would
// read as layers. All hatches are drawn for faces along the paper; where those of a body run at about 45 degrees to it,
// of a house that stands askew or below a steep roof, its hatch is turned by as much.

// askewBy is the least part by which faces at 45 degrees must outweigh those along the paper for a hatch to be turned:
// round bodies, whose faces run all ways, keep theirs on either side of a rounding.
const askewBy = 0.25

// askew reports whether the sides of a polygon run at about 45 degrees to the paper rather than along it: the cosine of
// four times their angle, weighed by length, is 1 for those along the paper and -1 for those at 45 degrees to it.
func askew(p geometry.Polygon) bool {
	weighed, whole := 0.0, 0.0
	for _, s := range rings(geometry.Region{p}) {
		l := s.length()
		if l == 0 {
			continue
		}
		x, y := float64(s.b.X-s.a.X)/l, float64(s.b.Y-s.a.Y)/l
		double := float64(x*x) - float64(y*y)
		weighed += float64(l * (float64(2*double*double) - 1))
		whole += l
	}
	return weighed < -askewBy*whole
}

// hatches returns the hatches of what is cut of a material: of what lies along the paper, and of what is askew to it.
func hatches(region geometry.Region, families []paper.Family, pen paper.Pen) []paper.Hatch {
	var along, turned geometry.Region
	for _, p := range region {
		if askew(p) {
			turned = append(turned, p)
		} else {
			along = append(along, p)
		}
	}
	var out []paper.Hatch
	if len(along) > 0 {
		out = append(out, paper.Hatch{Region: along, Families: families, Pen: pen})
	}
	if len(turned) > 0 {
		out = append(out, paper.Hatch{Region: turned, Families: turnedBy45(families), Pen: pen})
	}
	return out
}

// turnedBy45 returns families of lines turned by 45 degrees about the origin.
func turnedBy45(families []paper.Family) []paper.Family {
	out := make([]paper.Family, len(families))
	turn := 45 * geometry.Degree
	for i, f := range families {
		x, y := float64(f.Base.X), float64(f.Base.Y)
		f.Base = paper.Point{X: geometry.Length(round(float64(x*turn.Cos()) - float64(y*turn.Sin()))),
			Y: geometry.Length(round(float64(x*turn.Sin()) + float64(y*turn.Cos())))}
		f.Angle += turn
		out[i] = f
	}
	return out
}
