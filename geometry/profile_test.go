package geometry

import (
	"encoding/json"
	"errors"
	"math"
	"testing"
)

func TestProfiles(t *testing.T) {
	tests := []struct {
		json   string
		area   float64 // mm2
		points int
		holes  int
	}{
		{`{"shape":"rectangle","width":300,"depth":400}`, 120000, 4, 0},
		{`{"shape":"i","width":150,"depth":300,"web_thickness":7.1,"flange_thickness":10.7}`,
			2*150*10.7 + 278.6*7.1, 12, 0},
		{`{"shape":"l","width":100,"depth":150,"wall_thickness":10}`, 1000 + 1400, 6, 0},
		{`{"shape":"t","width":100,"depth":120,"web_thickness":8,"flange_thickness":10}`, 1000 + 880, 8, 0},
		{`{"shape":"u","width":75,"depth":200,"web_thickness":8,"flange_thickness":11}`, 2*75*11 + 178*8, 8, 0},
		{`{"shape":"rectangle_hollow","width":100,"depth":200,"wall_thickness":5}`, 20000 - 90*190, 4, 1},
		{`{"shape":"circle","diameter":300}`, math.Pi * 150 * 150, 56, 0},
		{`{"shape":"circle_hollow","wall_thickness":5,"diameter":100}`, math.Pi * (2500 - 2025), 32, 1},
		{`{"shape":"rectangle","width":0.003,"depth":0.005}`, 15e-6, 4, 0},
	}
	for _, tt := range tests {
		var p Profile
		if err := json.Unmarshal([]byte(tt.json), &p); err != nil {
			t.Fatal(err)
		}
		area, err := p.Area()
		if err != nil || !near(area*1e6, tt.area, tt.area*1e-14) {
			t.Errorf("%s: area %v mm2, want %v, %v", tt.json, area*1e6, tt.area, err)
		}
		region, err := p.Region()
		if err != nil {
			t.Fatal(err)
		}
		outer := region[0].Outer
		if len(outer) != tt.points || len(region[0].Holes) != tt.holes {
			t.Errorf("%s: %d points, %d holes; want %d, %d", tt.json, len(outer),
				len(region[0].Holes), tt.points, tt.holes)
		}
		lo, hi := region.Bounds()
		w, d := max(p.Width, p.Diameter), max(p.Depth, p.Diameter)
		if lo != (Point2{-(w / 2), -(d / 2)}) || hi.Sub(lo) != (Point2{w, d}) {
			t.Errorf("%s: bounds %v %v", tt.json, lo, hi)
		}
		round := p.Diameter > 0
		if !round && region.Area() != area || round && !near(region.Area(), area, area*0.01) {
			t.Errorf("%s: region has %v m2, profile %v", tt.json, region.Area(), area)
		}
		if back, _ := json.Marshal(p); string(back) != tt.json {
			t.Errorf("%s is written as %s", tt.json, back)
		}
	}
}

func TestCircleKeepsItsChordTolerance(t *testing.T) {
	for _, d := range []Length{MM(10), MM(50), MM(300), MM(5000), 300001} {
		ring := circle(d, circleSides(d))
		for i, a := range ring {
			b := ring.after(i)
			apothem := math.Hypot(float64(a.X+b.X), float64(a.Y+b.Y)) / 2
			if gap := float64(d)/2 - apothem; gap > float64(ChordTolerance)+1 {
				t.Fatalf("diameter %v: a side lies %v um inside", d, gap)
			}
			if off := math.Abs(math.Hypot(float64(a.X), float64(a.Y)) - float64(d)/2); off > 1 {
				t.Fatalf("diameter %v: a corner is %v um off the circle", d, off)
			}
		}
	}
}

func TestProfileRefusals(t *testing.T) {
	i := Profile{Shape: ProfileI, Width: MM(150), Depth: MM(300), WebThickness: MM(7), FlangeThickness: MM(11)}
	with := func(p Profile, change func(*Profile)) Profile { change(&p); return p }
	tests := []struct {
		p    Profile
		want ProfileDimension
	}{
		{Profile{Shape: "z"}, "shape"},
		{Profile{Shape: ProfileRectangle, Width: 1}, ProfileDepth},
		{Profile{Shape: ProfileRectangle, Width: -1, Depth: 1}, ProfileWidth},
		{Profile{Shape: ProfileRectangle, Width: 1, Depth: LengthOverflow}, ProfileDepth},
		{Profile{Shape: ProfileRectangle, Width: 1, Depth: 1, Diameter: 1}, ProfileDiameter},
		{Profile{Shape: ProfileCircle}, ProfileDiameter},
		{with(i, func(p *Profile) { p.WebThickness = p.Width }), ProfileWebThickness},
		{with(i, func(p *Profile) { p.FlangeThickness = MM(150) }), ProfileFlangeThickness},
		{with(i, func(p *Profile) { p.FlangeThickness = 0 }), ProfileFlangeThickness},
		{Profile{Shape: ProfileL, Width: MM(50), Depth: MM(80), WallThickness: MM(50)}, ProfileWallThickness},
		{Profile{Shape: ProfileT, Width: MM(50), Depth: MM(80), WebThickness: MM(5), FlangeThickness: MM(80)},
			ProfileFlangeThickness},
		{Profile{Shape: ProfileRectangleHollow, Width: MM(50), Depth: MM(80), WallThickness: MM(25)},
			ProfileWallThickness},
		{Profile{Shape: ProfileCircleHollow, Diameter: MM(50), WallThickness: MM(25)}, ProfileWallThickness},
	}
	for _, tt := range tests {
		err := tt.p.Validate()
		var pe *ProfileError
		if !errors.As(err, &pe) || pe.Dimension != tt.want || !errors.Is(err, ErrProfileDimension) {
			t.Errorf("%+v: %v, want a complaint about %s", tt.p, err, tt.want)
		}
		if _, regionErr := tt.p.Region(); regionErr == nil {
			t.Errorf("%+v has an outline", tt.p)
		}
		if _, areaErr := tt.p.Area(); areaErr == nil {
			t.Errorf("%+v has an area", tt.p)
		}
	}
}

func TestEveryShapeNamesItsDimensions(t *testing.T) {
	for _, s := range ProfileShapes() {
		for _, missing := range s.Dimensions() {
			p := Profile{Shape: s}
			for _, d := range s.Dimensions() {
				if d == missing {
					continue
				}
				v := MM(100)
				if d == ProfileWallThickness || d == ProfileWebThickness || d == ProfileFlangeThickness {
					v = MM(5)
				}
				*map[ProfileDimension]*Length{
					ProfileWidth: &p.Width, ProfileDepth: &p.Depth, ProfileWebThickness: &p.WebThickness,
					ProfileFlangeThickness: &p.FlangeThickness, ProfileWallThickness: &p.WallThickness,
					ProfileDiameter: &p.Diameter,
				}[d] = v
			}
			var pe *ProfileError
			if !errors.As(p.Validate(), &pe) || pe.Dimension != missing {
				t.Errorf("%s without %s: %v", s, missing, p.Validate())
			}
		}
	}
}
