package verify

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAFileThatIsNoSTEPFileIsReportedNotRefused(t *testing.T) {
	for _, text := range []string{"", "hello", "ISO-10303-21;", "\x00\xff",
		"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=IFCWALL(;\n"} {
		r, err := Read(t.Context(), strings.NewReader(text), Options{})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if o, _ := r.Outcome("STEP"); o.Status != Failed || !r.Worst(Critical) {
			t.Errorf("%q: %+v", text, o)
		}
		if o, _ := r.Outcome("SPS007"); o.Status != NotEvaluated || o.Reason == "" {
			t.Errorf("%q: a rule that needs the schema: %+v", text, o)
		}
	}
}

func TestSyntaxErrorsHaveTheirPlace(t *testing.T) {
	r := verifyFixture(t, filepath.Join(fixtures, "fail-STEP-string_not_closed.ifc"))
	if f := r.Findings[0]; f.Rule != "STEP" || f.Line < 8 || f.Column < 1 ||
		!strings.HasPrefix(f.String(), fmt.Sprintf("%d:%d: ", f.Line, f.Column)) {
		t.Errorf("%+v", f)
	}
}

func TestOptionsChooseRulesAndCapFindings(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(fixtures, "fail-IFC106-point_of_nothing.ifc"))
	if err != nil {
		t.Fatal(err)
	}
	data = []byte(strings.Replace(string(data), "ENDSEC;\nEND-",
		"#900=IFCDIRECTION((1.,0.));\n#901=IFCDIRECTION((0.,1.));\nENDSEC;\nEND-", 1))
	r, err := Bytes(t.Context(), data, Options{Rules: []string{"IFC106"}, MaxPerRule: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Rules) != 1 || r.Rules[0].Findings != 3 || len(r.Findings) != 1 || r.Omitted != 2 {
		t.Errorf("%+v", r)
	}
	if r.Worst(Proposition) || !r.Worst(Practice) {
		t.Errorf("a warning counts as %+v", r.Counts)
	}
	if _, err := Bytes(t.Context(), data, Options{Rules: []string{"XYZ001"}}); err == nil ||
		!strings.Contains(err.Error(), "XYZ001") {
		t.Errorf("an unknown rule: %v", err)
	}
}

func TestTheReportHasAJSONForm(t *testing.T) {
	r := verifyFixture(t, filepath.Join(fixtures, "fail-PJS003-length.ifc"))
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range back.Findings {
		found = found || f.Rule == "PJS003" && f.ID == 51 && f.Entity == "IfcWall" &&
			f.Attribute == "GlobalId" && f.Severity == Agreement
	}
	if !found || back.Schema != "IFC4" || len(back.Rules) != len(Rules()) {
		t.Errorf("%s", text)
	}
}

func TestTheRulesAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.ID] || r.Title == "" || !strings.HasSuffix(r.Title, ".") ||
			!r.Severity.AtLeast(Practice) || r.run == nil {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
	}
}

func TestAConvexPolygonDoesNotCrossItselfAndASwapMakesItDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 30).Draw(t, "corners")
		points := make([]vector, n)
		for i := range points { // the points lie on a parabola, so the polygon is convex
			x := float64(i)
			points[i] = vector{x, x * x}
		}
		if at, found, _ := crossing(points, 1e-6, maxPairs); found {
			t.Fatalf("a convex polygon crosses itself at %v", at)
		}
		i := rapid.IntRange(0, n-3).Draw(t, "swapped")
		points[i], points[i+1] = points[i+1], points[i]
		if _, found, _ := crossing(points, 1e-6, maxPairs); !found {
			t.Fatalf("corners %d and %d swapped: no crossing found", i, i+1)
		}
	})
}

func TestDistanceOfSegmentsIsTheLeastOverSamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(-10, 10)
		draw := func(name string) vector {
			return vector{coordinate.Draw(t, name), coordinate.Draw(t, name), coordinate.Draw(t, name)}
		}
		a, b := segment{draw("a"), draw("b")}, segment{draw("c"), draw("d")}
		got, least := a.distanceTo(b), 1e9
		const samples = 40
		for i := range samples + 1 {
			for j := range samples + 1 {
				p := a.from.plus(a.to.minus(a.from), float64(i)/samples)
				q := b.from.plus(b.to.minus(b.from), float64(j)/samples)
				least = min(least, distance(p, q))
			}
		}
		// Between samples the distance decreases by at most half a step of either segment.
		slack := (distance(a.from, a.to) + distance(b.from, b.to)) / (2 * samples)
		if got > least+1e-9 || got < least-slack-1e-9 {
			t.Fatalf("%v, but %v by samples", got, least)
		}
	})
}

func TestEPSGCodesHaveTheirKinds(t *testing.T) {
	cases := map[string]string{"EPSG:25832": "projected", "EPSG:4326": "geographic 2D",
		"EPSG:5703": "vertical", "EPSG:5834": "compound",
		"EPSG:4978": "geocentric", "EPSG:1": "", "EPSG:": "", "25832": "", "EPSG:x": ""}
	for name, want := range cases {
		if got := epsgKind(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"EPSG:6326": "geodetic", "EPSG:5101": "vertical",
		"EPSG:25832": "", "x": ""} {
		if got := epsgDatum(name); got != want {
			t.Errorf("datum %s: %q, want %q", name, got, want)
		}
	}
}

func FuzzVerify(f *testing.F) {
	for _, name := range []string{"pass-all-ifc2x3", "pass-all-ifc4", "pass-all-ifc4x3",
		"fail-SWE001-arc_through_an_edge", "fail-GRP001-ring"} {
		data, err := os.ReadFile(filepath.Join(fixtures, name+".ifc"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Bytes(t.Context(), data, Options{})
		if err != nil || len(r.Rules) != len(Rules()) {
			t.Fatalf("%v", err)
		}
	})
}
