package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/ifc/building"
	"github.com/bimstream/bimstream/ifc/importer"
	"github.com/bimstream/bimstream/ifc/schema"
)

// ofApplications returns a file with one proxy per application. Each application is given by developer, version, full
// name and identifier.
func ofApplications(applications ...[4]string) string {
	var b strings.Builder
	b.WriteString(strings.Replace(foreignLooks[:strings.Index(foreignLooks, "#10=")], "#50,'P'", "$,'P'", 1))
	for i, a := range applications {
		at := 100 + 10*i
		fmt.Fprintf(&b, "#%d=IFCBUILDINGELEMENTPROXY('%022d',#%d,'A%d',$,$,#8,$,$,$);\n", at, at, at+1, i)
		fmt.Fprintf(&b, "#%d=IFCOWNERHISTORY(#%d,#%d,$,.ADDED.,$,$,$,1000);\n", at+1, at+2, at+5)
		fmt.Fprintf(&b, "#%d=IFCPERSONANDORGANIZATION(#%d,#%d,$);\n", at+2, at+3, at+4)
		fmt.Fprintf(&b, "#%d=IFCPERSON('ab','Bee','Ann',$,$,$,$,$);\n#%d=IFCORGANIZATION($,'Office',$,$,$);\n",
			at+3, at+4)
		fmt.Fprintf(&b, "#%d=IFCAPPLICATION(#%d,'%s','%s','%s');\n", at+5, at+6, a[1], a[2], a[3])
		fmt.Fprintf(&b, "#%d=IFCORGANIZATION($,'%s',$,$,$);\n", at+6, a[0])
		fmt.Fprintf(&b, "#%d=IFCRELCONTAINEDINSPATIALSTRUCTURE('%022d',$,$,$,(#%d),#9);\n", at+7, at+7, at)
	}
	return b.String() + "ENDSEC;END-ISO-10303-21;"
}

// TestApplicationsHaveUniqueNames exports a model of several files whose applications share names. The names in the
// export are unique, a warning reports each change, and every element keeps its author.
func TestApplicationsHaveUniqueNames(t *testing.T) {
	long := strings.Repeat("x", 250)
	for _, c := range []struct {
		name         string
		applications [][4]string
		want         []string // full name and identifier
		warnings     int
	}{
		{"the same twice", [][4]string{{"D", "1", "App", "a"}, {"D", "1", "App", "a"}}, []string{"App, a"}, 0},
		{"another developer", [][4]string{{"D", "1", "App", "a"}, {"E", "1", "App", "a"}}, []string{"App, a"}, 1},
		{"another version", [][4]string{{"D", "1", "App", "a"}, {"D", "2", "App", "a"}, {"D", "2", "App", "a"}},
			[]string{"App, a", "App, a 2"}, 1},
		{"another name", [][4]string{{"D", "1", "App", "a"}, {"D", "1", "App B", "a"}, {"D", "1", "App C", "a"}},
			[]string{"App, a", "App B, a 1", "App C, (2) a"}, 2},
		{"another identifier", [][4]string{{"D", "1", "App", "a"}, {"D", "1", "App", "b"}},
			[]string{"App, a", "App b, b"}, 1},
		{"long names", [][4]string{{"D", "12345678", "App", long}, {"D", "12345679", "App", long}},
			[]string{"App, " + long, "App, " + long + " 1234"}, 1},
	} {
		for _, name := range Schemas() {
			src, err := building.Parse([]byte(ofApplications(c.applications...)))
			if err != nil {
				t.Fatal(err)
			}
			plan, err := importer.Make(t.Context(), src, importer.Target{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			plan.Create.ID, plan.Create.Owner = "m1", "ada"
			m := carriedOut(t, plan)
			back, _ := reimported(t, m, in(name))
			sameState(t, back, m)
			r, summary := exported(t, m, in(name))
			if got := codes(summary)["APPLICATION_NAME"]; got != c.warnings {
				t.Errorf("%s, %s: %d warnings, want %d: %v", c.name, name, got, c.warnings, summary.Warnings)
			}
			var got []string
			for _, a := range r.of("IfcApplication") {
				if of := r.text(a, "ApplicationIdentifier"); of != defaults().Application.Name {
					got = append(got, r.text(a, "ApplicationFullName")+", "+of)
				}
			}
			if len(got) != len(c.want) {
				t.Errorf("%s, %s: %q, want %q", c.name, name, got, c.want)
			}
			for i, proxy := range r.of("IfcBuildingElementProxy") {
				if by := r.ref(r.ref(proxy, "OwnerHistory"), "OwningApplication"); by == nil {
					t.Errorf("%s, %s: proxy %d is by nobody", c.name, name, i)
				}
			}
			for _, o := range r.of("IfcOrganization") {
				if r.text(o, "Name") == "E" {
					t.Errorf("%s, %s: the developer of no application is in the file", c.name, name)
				}
			}
		}
	}
}

// TestEveryOfficialListIsExported checks that an element can have all enumerated properties of the official sets. Some
// of these sets give one name to different lists of values, and some give a list no name.
func TestEveryOfficialListIsExported(t *testing.T) {
	for _, name := range Schemas() {
		s, of := house(t), map[string]string{}
		for _, set := range dialectOf(name).schema().PropertySets() {
			sets := shape.PropertySets{set.Name: {}}
			for _, p := range set.Properties {
				if p.Kind == schema.EnumeratedValue && len(p.Items) > 0 {
					sets[set.Name][p.Name] = shape.PropertyOf(p.Items[0])
					of[set.Name+"."+p.Name] = "(IFCLABEL('" + strings.ReplaceAll(p.Items[0], "'", "''") + "'))"
				}
			}
			if len(sets[set.Name]) > 0 {
				s.do("", change.SetProperties{ElementIDs: []state.ID{s.ids["W1"]}, Psets: sets})
			}
		}
		r := readIn(t, s, name)
		wall := r.one(t, "IfcWall", "W1")
		for path, want := range of {
			set, property, _ := strings.Cut(path, ".")
			if got := r.property(wall, set, property); got != want {
				t.Errorf("%s: %s is %s, want %s", name, path, got, want)
			}
		}
		if len(of) < 200 {
			t.Errorf("%s has %d enumerated properties", name, len(of))
		}
	}
}

// TestSetsOfSlabsAreThoseOfTheSlabsOfARoof checks a roof with official sets for slabs, which it has because it was a
// slab in its file. They must be written at the slabs of the roof, and an import must read them back. This holds for
// sets of its type as well.
func TestSetsOfSlabsAreThoseOfTheSlabsOfARoof(t *testing.T) {
	for _, name := range Schemas() {
		s := house(t)
		roof := s.model.OfCategory(state.CategoryRoof)[0]
		s.do("", change.SetProperties{ElementIDs: []state.ID{roof}, Psets: shape.PropertySets{
			"Pset_SlabCommon": {"FireRating": shape.PropertyOf("F90")},
			"Pset_RoofCommon": {"FireRating": shape.PropertyOf("F30")}, "Own": {"A": shape.PropertyOf("a")}}})
		r := readIn(t, s, name)
		whole := r.of("IfcRoof")[0]
		if got := r.property(whole, "Pset_SlabCommon", "FireRating"); got != "" {
			t.Errorf("%s: the roof has the fire rating of slabs %s", name, got)
		}
		if got := r.property(whole, "Pset_RoofCommon", "FireRating"); got != "IFCLABEL('F30')" {
			t.Errorf("%s: the roof's fire rating is %s", name, got)
		}
		if got := r.property(whole, "Own", "A"); got != "IFCTEXT('a')" {
			t.Errorf("%s: the roof's own property is %s", name, got)
		}
		slabs := 0
		for _, slab := range r.of("IfcSlab") {
			if r.enum(slab, "PredefinedType") != "ROOF" {
				continue
			}
			slabs++
			if got := r.property(slab, "Pset_SlabCommon", "FireRating"); got != "IFCLABEL('F90')" {
				t.Errorf("%s: the fire rating of a slab is %s", name, got)
			}
		}
		if slabs == 0 {
			t.Errorf("%s: the roof has no slabs", name)
		}
		back, _ := reimported(t, s.model, in(name))
		sameState(t, back, s.model)
	}
}
