package domain

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// plateHost is a floor or roof in which openings are drawn at random, with its upright thickness in m.
type plateHost struct {
	id        state.ID
	thickness float64
	slope     float64 // rise per unit of length along Y, 1 for 45 degrees
	planes    bool    // it has several planes
}

// drawPlate draws a floor, a floor with falls, or a roof of any type, of 12 m by 9 m.
func drawPlate(t *rapid.T, p *plot) plateHost {
	thick := rapid.Int64Range(120, 600).Draw(t, "thickness")
	boundary := rectangle(0, 0, 12000, 9000)
	kind := rapid.SampledFrom([]string{"floor", "falls", "flat", "shed", "gable", "hip"}).Draw(t, "host")
	switch kind {
	case "floor", "falls":
		c := change.CreateFloor{LevelID: p.level, Floor: fabric.Floor{Boundary: boundary,
			Thickness: geometry.MM(thick)}}
		if kind == "falls" {
			c.Falls = []fabric.FloorFall{{To: []geometry.Point2{mm(6000, 4500)}, Slope: 0.5}}
		}
		return plateHost{p.do(c), float64(thick) / 1000, 0, kind == "falls"}
	}
	slope := geometry.Angle(rapid.Int64Range(5, 60).Draw(t, "slope")) * geometry.Degree
	if kind == "flat" {
		slope = 0
	}
	c := change.CreateRoof{LevelID: p.level, Roof: fabric.Roof{Boundary: boundary, RoofType: fabric.RoofType(kind),
		Slope: slope, Thickness: geometry.MM(thick)}}
	if kind == "shed" {
		c.RidgeDirection = "x"
	}
	return plateHost{p.do(c), float64(thick) / 1000 / math.Cos(float64(slope)*math.Pi/180e6),
		math.Tan(float64(slope) * math.Pi / 180e6), kind == "gable" || kind == "hip"}
}

// A recess in a floor or roof of any form removes its plan times its depth. A slanted shaft removes its plan times the
// upright thickness, by Cavalieri's principle. The body of the host is closed, and its volume is smaller by that
// amount. Moving, turning and mirroring the host change none of these figures.
func TestAPlateIsLessByItsRecessesAndShafts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &plot{builder: newBuilder(t)}
		p.level = p.do(change.CreateLevel{Name: "Ground"})
		host := drawPlate(t, p)
		area := p.quantity(host.id, "NetArea")
		width, height := rapid.Int64Range(200, 2500).Draw(t, "width"), rapid.Int64Range(200, 1000).Draw(t, "height")
		x, y := rapid.Int64Range(3000, 9000).Draw(t, "x"), rapid.Int64Range(2700, 6300).Draw(t, "y")
		at := mm(x, y)
		c := change.CreateOpening{HostID: host.id, Location: &at, Width: geometry.MM(width),
			Height: geometry.MM(height)}
		deep := host.thickness
		if host.planes || rapid.Bool().Draw(t, "recess") {
			depth := rapid.Int64Range(10, int64(host.thickness*1000)-60).Draw(t, "depth")
			c.Depth, deep = geometry.MM(depth), float64(depth)/1000
			c.Face = rapid.SampledFrom([]fabric.RecessFace{"", fabric.FaceTop, fabric.FaceBottom}).Draw(t, "face")
		}
		want := float64(width*height) / 1e6 * deep
		if slant := rapid.Bool().Draw(t, "slant"); (slant || c.Depth == 0) && !host.planes {
			s := mm(rapid.Int64Range(-400, 400).Draw(t, "dx"), rapid.Int64Range(-400, 400).Draw(t, "dy"))
			if s == (geometry.Point2{}) {
				s.X = geometry.Millimetre
			}
			c.Slant = &s
		}
		decision, err := p.try(c)
		if err != nil {
			if code := state.CodeOf(err); code != state.OutOfRange && code != state.OpeningOutsideHost {
				t.Fatal(err)
			}
			return
		}
		p.model = decision.After
		opening := p.model.HostedBy(host.id)[0]
		checkPlate(t, p, host.id, opening, want)
		through := 0.0
		if c.Depth == 0 && host.slope == 0 {
			through = float64(width*height) / 1e6
			near(t, "the net area", p.quantity(host.id, "NetArea"), area-through, 1e-6)
		}
		turn := geometry.Angle(rapid.Int64Range(1, 359).Draw(t, "turn")) * geometry.Degree
		p.do(change.MoveElement{ElementIDs: []state.ID{host.id}, Rotation: turn,
			Delta: geometry.Point3{X: geometry.Metre}})
		checkPlate(t, p, host.id, opening, want)
		image := p.do(change.MirrorElement{ElementIDs: []state.ID{host.id}, Start: mm(-9000, 0), End: mm(-8000, 300)})
		checkPlate(t, p, image, p.model.HostedBy(image)[0], want)
	})
}

// checkPlate checks the body of a floor or roof, and the figures of its only opening.
func checkPlate(t *rapid.T, p *plot, host, opening state.ID, want float64) {
	body, err := shape.Body(p.model, host)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range body {
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
	}
	void, err := shape.Body(p.model, opening)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "the void", void.Volume(), want, 2e-5)
	near(t, "the volume", p.quantity(opening, "Volume"), want, 2e-5)
	net := p.quantity(host, "NetVolume")
	near(t, "the body", body.Volume(), net, 1e-9)
	whole := *p
	b := *p.builder
	whole.builder = &b
	whole.do(change.DeleteElement{ElementIDs: []state.ID{opening}})
	near(t, "the net volume", net, whole.quantity(host, "NetVolume")-want, rounded)
}

// rounded is the volume in m3 of a layer of two micrometres over the plan of a host. Volumes may differ by that much,
// because each face of the host is rounded to a micrometre.
const rounded = 12 * 9 * 2e-6

func near(t *rapid.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Fatalf("%s is %.9f, want %.9f within %.2g", what, got, want, within)
	}
}
