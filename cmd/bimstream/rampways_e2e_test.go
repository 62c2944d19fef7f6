package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rampFile is an IFC file of prisms, whose storeys are 1 m apart.
type rampFile struct {
	lines []string
	next  int
	on    [2][]string // products in the storeys, without spaces
	rooms [2][]string
}

func newRampFile() *rampFile {
	return &rampFile{next: 100, lines: strings.Split(`ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('','',(''),(''),'','Another - Program - 1','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,'Ramps',$,$,$,$,(#7),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCAXIS2PLACEMENT3D(#4,$,$);
#6=IFCDIRECTION((0.,0.,1.));
#7=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,$,#5,$);
#8=IFCLOCALPLACEMENT($,#5);
#9=IFCDIRECTION((0.,-1.,0.));
#10=IFCBUILDING('0000000000000000000010',$,'Building',$,$,#8,$,$,$,$,$,$);
#11=IFCBUILDINGSTOREY('0000000000000000000011',$,'Ground',$,$,#8,$,$,$,0.);
#12=IFCRELAGGREGATES('0000000000000000000012',$,$,$,#1,(#10));
#13=IFCDIRECTION((1.,0.,0.));
#14=IFCCARTESIANPOINT((0.,0.,1.));
#15=IFCAXIS2PLACEMENT3D(#14,$,$);
#16=IFCLOCALPLACEMENT($,#15);
#17=IFCBUILDINGSTOREY('0000000000000000000017',$,'Upper',$,$,#16,$,$,$,1.);
#18=IFCRELAGGREGATES('0000000000000000000018',$,$,$,#10,(#11,#17));`, "\n")}
}

func (f *rampFile) add(format string, args ...any) int {
	f.next++
	f.lines = append(f.lines, fmt.Sprintf("#%d=", f.next)+fmt.Sprintf(format, args...)+";")
	return f.next
}

// prism adds a product whose body is a polygon of points (x, z) in metres from y0 to y1, in a storey.
func (f *rampFile) prism(storey int, class, name, rest string, y0, y1 float64, points ...[2]float64) {
	var corners []string
	for _, p := range append(points, points[0]) {
		corners = append(corners, fmt.Sprintf("#%d", f.add("IFCCARTESIANPOINT((%g,%g))", p[0], p[1])))
	}
	line := f.add("IFCPOLYLINE((%s))", strings.Join(corners, ","))
	area := f.add("IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#%d)", line)
	origin := f.add("IFCCARTESIANPOINT((0.,%g,0.))", y1)
	frame := f.add("IFCAXIS2PLACEMENT3D(#%d,#9,#13)", origin)
	solid := f.add("IFCEXTRUDEDAREASOLID(#%d,#%d,#6,%g)", area, frame, y1-y0)
	shape := f.add("IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#%d))", solid)
	body := f.add("IFCPRODUCTDEFINITIONSHAPE($,$,(#%d))", shape)
	id := f.add("%s('%022d',$,'%s',$,$,#8,#%d,%s)", class, f.next+1, name, body, rest)
	if class == "IFCSPACE" {
		f.rooms[storey] = append(f.rooms[storey], fmt.Sprintf("#%d", id))
		return
	}
	f.on[storey] = append(f.on[storey], fmt.Sprintf("#%d", id))
}

// floor adds a slab and a room on it.
func (f *rampFile) floor(storey int, name string, x0, x1, y0, y1 float64) {
	z := float64(storey)
	f.prism(storey, "IFCSLAB", name+" slab", "$,.FLOOR.", y0, y1, [2]float64{x0, z - 0.2}, [2]float64{x1, z - 0.2},
		[2]float64{x1, z}, [2]float64{x0, z})
	f.prism(storey, "IFCSPACE", name, "$,.ELEMENT.,.INTERNAL.,$", y0, y1, [2]float64{x0, z}, [2]float64{x1, z},
		[2]float64{x1, z + 2.5}, [2]float64{x0, z + 2.5})
}

func (f *rampFile) write(t *testing.T, folder, name string) string {
	t.Helper()
	for i, storey := range []int{11, 17} {
		if len(f.on[i]) > 0 {
			f.add("IFCRELCONTAINEDINSPATIALSTRUCTURE('%022d',$,$,$,(%s),#%d)", f.next+1,
				strings.Join(f.on[i], ","), storey)
		}
		if len(f.rooms[i]) > 0 {
			f.add("IFCRELAGGREGATES('%022d',$,$,$,#%d,(%s))", f.next+1, storey, strings.Join(f.rooms[i], ","))
		}
	}
	path := filepath.Join(folder, name)
	text := strings.Join(append(f.lines, "ENDSEC;", "END-ISO-10303-21;", ""), "\n")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// rampReply is the part of path_finding's data that a test reads.
type rampReply struct {
	Found    bool    `json:"found"`
	Distance float64 `json:"distance"`
	Risers   int     `json:"risers"`
	Legs     []struct {
		Ramp *struct {
			Name string `json:"name"`
		} `json:"ramp"`
		Distance float64 `json:"distance"`
		Up       bool    `json:"up"`
	} `json:"legs"`
	Blocked *struct {
		Reason   string  `json:"reason"`
		Widest   float64 `json:"widest"`
		Elements []struct {
			Name string `json:"name"`
		} `json:"elements"`
	} `json:"blocked"`
	NotTaken []struct {
		Name string `json:"name"`
	} `json:"not_taken"`
}

// straight returns a ramp of two runs of 1:12 with a landing between them, 1.5 m wide, from the hall to an office 1 m
// above. going is the length of a run.
func straight(going float64) *rampFile {
	f := newRampFile()
	f.floor(0, "Hall", 0, 4, 0, 4)
	end := 4 + 2*going + 1.5
	f.prism(0, "IFCRAMP", "Ramp", ".STRAIGHT_RUN_RAMP.", 1.25, 2.75, [2]float64{4, 0}, [2]float64{end, 0},
		[2]float64{end, 1}, [2]float64{end - going, 0.5}, [2]float64{4 + going, 0.5})
	f.floor(1, "Office", end, end+4, 0, 4)
	return f
}

// uTurn returns a ramp of two parallel flights, with a slab as the landing between them, 2 m deep.
func uTurn() *rampFile {
	f := newRampFile()
	f.floor(0, "Hall", 0, 4, 0, 1.75)
	f.prism(0, "IFCRAMPFLIGHT", "Lower flight", "$,.STRAIGHT.", 0.25, 1.75, [2]float64{4, 0}, [2]float64{10, 0.5},
		[2]float64{10, 0.3}, [2]float64{4.1, -0.2})
	f.prism(0, "IFCSLAB", "Landing", "$,.LANDING.", 0.25, 3.75, [2]float64{10, 0.3}, [2]float64{12, 0.3},
		[2]float64{12, 0.5}, [2]float64{10, 0.5})
	f.prism(0, "IFCRAMPFLIGHT", "Upper flight", "$,.STRAIGHT.", 2.25, 3.75, [2]float64{4, 0.8}, [2]float64{10, 0.3},
		[2]float64{10, 0.5}, [2]float64{4, 1})
	f.floor(1, "Office", 0, 4, 2.25, 6)
	return f
}

// TestWaysLeadOverRamps checks that people and wheelchairs go over the ramps of imported files and over the landings
// between their runs. It also checks the length of the way. A ramp that is too steep or too narrow must be reported as
// the obstacle.
func TestWaysLeadOverRamps(t *testing.T) {
	t.Parallel()
	run := math.Hypot(6, 0.5) * 1000
	folder := t.TempDir()
	s := serveFrom(t, t.TempDir(), folder)
	for i, c := range []struct {
		name     string
		file     *rampFile
		call     arguments
		ramp     string
		distance float64 // of the leg over the ramp
		reason   string
		widest   float64
		notTaken int
	}{
		{"two runs of one body, on foot", straight(6), arguments{}, "Ramp", 2*run + 1500, "", 0, 0},
		{"two runs of one body, in a wheelchair", straight(6), arguments{"accessible_only": true}, "Ramp",
			2*run + 1500, "", 0, 0},
		{"1:10 on foot", straight(5), arguments{}, "Ramp", 2*math.Hypot(5, 0.5)*1000 + 1500, "", 0, 0},
		{"1:10 in a wheelchair", straight(5), arguments{"accessible_only": true}, "", 0, "too_steep", 0, 1},
		{"1:6 on foot", straight(3), arguments{}, "", 0, "enclosed", 0, 1},
		{"wider than the ramp", straight(6), arguments{"min_width": 1600}, "", 0, "too_narrow", 1500, 1},
		{"two flights and a slab, in a wheelchair", uTurn(), arguments{"accessible_only": true}, "Lower flight",
			2*run + 2000, "", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var imported importAnswer
			file := c.file.write(t, folder, fmt.Sprintf("ramp%d.ifc", i))
			s.must("import_ifc", arguments{"file": file, "name": c.name}, &imported)
			var got rampReply
			c.call["model_id"], c.call["from_room"], c.call["to_room"] = imported.ModelID, "Hall", "Office"
			s.must("path_finding", c.call, &got)
			if len(got.NotTaken) != c.notTaken {
				t.Errorf("not taken: %+v", got.NotTaken)
			}
			if c.reason != "" {
				if b := got.Blocked; got.Found || b == nil || b.Reason != c.reason || b.Widest != c.widest ||
					c.reason != "enclosed" && (len(b.Elements) != 1 || b.Elements[0].Name != "Ramp") {
					t.Errorf("%+v %+v", got, b)
				}
				return
			}
			if !got.Found || len(got.Legs) != 3 || got.Legs[1].Ramp == nil || got.Legs[1].Ramp.Name != c.ramp ||
				!got.Legs[1].Up || got.Risers != 0 {
				t.Fatalf("%+v %+v", got, got.Blocked)
			}
			if math.Abs(got.Legs[1].Distance-c.distance) > 0.01 {
				t.Errorf("the ramp is %v mm long, expected %v", got.Legs[1].Distance, c.distance)
			}
		})
	}
}
