package geojson

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/paulmach/orb"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/geometry"
)

func degrees(v float64) *geometry.Angle {
	a := geometry.Angle(math.Round(v * float64(geometry.Degree)))
	return &a
}

func metresAt(x, y float64) geometry.Point2 {
	return geometry.Point2{X: geometry.FromMM(x * 1000), Y: geometry.FromMM(y * 1000)}
}

// TestDegreesFollowTheEllipsoid compares 100 m to the east and to the north with the degrees that follow from the
// ellipsoid's radii of curvature (Hofmann-Wellenhof, GNSS, 8.2: M of the meridian, N of the prime vertical).
func TestDegreesFollowTheEllipsoid(t *testing.T) {
	for _, place := range []struct{ latitude, longitude, height float64 }{
		{0, 0, 0}, {52.09, 5.12, 0}, {-33.86, 151.21, 60}, {78.22, 15.65, 1600}, {-0.18, -78.47, 2850},
		{45, 179.9999, 0},
	} {
		g := onTheEarth(&shape.Site{Latitude: degrees(place.latitude), Longitude: degrees(place.longitude),
			Elevation: geometry.FromMM(place.height * 1000)})
		sine := math.Sin(place.latitude * math.Pi / 180)
		w := 1 - eccentricity2*sine*sine
		m, n := semiMajor*(1-eccentricity2)/math.Pow(w, 1.5)+place.height, semiMajor/math.Sqrt(w)+place.height
		east, north := g.Of(metresAt(100, 0)), g.Of(metresAt(0, 100))
		wantEast := place.longitude + 100/(n*math.Cos(place.latitude*math.Pi/180))*180/math.Pi
		wantNorth := place.latitude + 100/m*180/math.Pi
		if wantEast > 180 {
			wantEast -= 360
		}
		// over 100 m the curvature of the meridian adds some 1e-9 degrees
		if math.Abs(east[0]-wantEast) > 3e-9 || math.Abs(north[1]-wantNorth) > 3e-9 {
			t.Errorf("at %v: 100 m east is %.9f, want %.9f; 100 m north is %.9f, want %.9f", place, east[0], wantEast,
				north[1], wantNorth)
		}
	}
}

// TestTrueNorthTurnsThePlan checks a true north that is turned by 90 degrees counter-clockwise from the Y axis: it lies
// along -X, so that +Y points east.
func TestTrueNorthTurnsThePlan(t *testing.T) {
	g := onTheEarth(&shape.Site{Latitude: degrees(50), Longitude: degrees(10), TrueNorth: 90 * geometry.Degree})
	if p := g.Of(metresAt(-100, 0)); p[1] <= 50.0008 || math.Abs(p[0]-10) > 1e-9 {
		t.Errorf("along -X one comes to %v, want due north", p)
	}
	if p := g.Of(metresAt(0, 100)); p[0] <= 10.001 || math.Abs(p[1]-50) > 1e-7 {
		t.Errorf("along +Y one comes to %v, want due east", p)
	}
}

// TestMapConversion checks that a map conversion rotates, scales and moves (IFC4, IfcMapConversion).
func TestMapConversion(t *testing.T) {
	g := onTheMap(&shape.Site{CRS: "EPSG:28992", Eastings: geometry.Metre * 155_000,
		Northings: geometry.Metre * 463_000, MapRotation: 90 * geometry.Degree, MapScale: 2})
	if got, want := g.Of(metresAt(10, 1)), (orb.Point{155_000 - 2, 463_000 + 20}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOffsetsAreOfTheFilesOrigin checks that a model that an import moved to its origin lies at the place that the file
// states.
func TestOffsetsAreOfTheFilesOrigin(t *testing.T) {
	g := onTheEarth(&shape.Site{Latitude: degrees(50), Longitude: degrees(10), OffsetX: 1000 * geometry.Metre})
	if p := g.Of(metresAt(-1000, 0)); math.Abs(p[0]-10) > 1e-9 || math.Abs(p[1]-50) > 1e-9 {
		t.Errorf("the file's origin lies at %v", p)
	}
}

// TestPointsComeBack checks on every ground that points return to their place within the 0.1 mm that nine decimals
// resolve.
func TestPointsComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		site := shape.Site{Latitude: degrees(r.Float64()*178 - 89), Longitude: degrees(r.Float64()*359 - 179.5),
			TrueNorth: geometry.Angle(r.IntN(360)) * geometry.Degree,
			Elevation: geometry.Metre * geometry.Length(r.IntN(3000)), CRS: "EPSG:25832",
			Eastings: geometry.Metre * 500_000, Northings: geometry.Metre * 5_600_000,
			MapRotation: geometry.Angle(r.IntN(360)) * geometry.Degree, MapScale: 0.9996}
		p := metresAt(r.Float64()*4000-2000, r.Float64()*4000-2000)
		for _, g := range []Ground{onTheEarth(&site), onTheMap(&site)} {
			c := g.Of(p)
			scale := math.Pow10(g.Coordinates.digits())
			c = orb.Point{math.Round(c[0]*scale) / scale, math.Round(c[1]*scale) / scale}
			back, ok := g.Point(c)
			off := math.Hypot((back.X - p.X).M(), (back.Y - p.Y).M())
			if !ok || off > 0.001 {
				t.Fatalf("%v at %+v on %s comes back as %v, %v m off", p, site, g.Coordinates, back, off)
			}
		}
	}
}

func TestPointRefusesWhatIsNowhere(t *testing.T) {
	earth := onTheEarth(&shape.Site{Latitude: degrees(50), Longitude: degrees(10)})
	for _, c := range []orb.Point{{10, 91}, {181, 50}, {50, 10}, {math.NaN(), 50}, {-170, -50}} {
		if p, ok := earth.Point(c); ok {
			t.Errorf("%v is taken for %v", c, p)
		}
	}
}
