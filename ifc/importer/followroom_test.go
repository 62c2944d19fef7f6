package importer

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape/elements"
	"github.com/bimstream/bimstream/domain/shape/room"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// boxAt returns the statements of a product of a class whose body is a box, in metres, with instance numbers derived
// from n.
func boxAt(n int, class, name, tail string, x0, y0, x1, y1, height float64) string {
	return fmt.Sprintf(`#%[1]d=IFCCARTESIANPOINT((%[5]g,%[6]g));
#%[2]d1=IFCAXIS2PLACEMENT2D(#%[1]d,$);
#%[2]d2=IFCRECTANGLEPROFILEDEF(.AREA.,$,#%[2]d1,%[7]g,%[8]g);
#%[2]d3=IFCEXTRUDEDAREASOLID(#%[2]d2,$,#6,%[9]g);
#%[2]d4=IFCSHAPEREPRESENTATION(#7,'Body','SweptSolid',(#%[2]d3));
#%[2]d5=IFCPRODUCTDEFINITIONSHAPE($,$,(#%[2]d4));
#%[2]d6=%[3]s('00000000000000000%05[1]d',$,'%[4]s',$,$,#8,#%[2]d5,%[10]s);
`, n, n, class, name, (x0+x1)/2, (y0+y1)/2, x1-x0, y1-y0, height, tail)
}

// roomed returns a file with four walls around 5 m by 4 m and a space in between. The edges of the space are gap metres
// away from the walls.
func roomed(gap float64) string {
	walls := boxAt(100, "IFCWALL", "south", "$,$", 0, 0, 5.4, 0.2, 3) +
		boxAt(101, "IFCWALL", "north", "$,$", 0, 4.2, 5.4, 4.4, 3) +
		boxAt(102, "IFCWALL", "west", "$,$", 0, 0.2, 0.2, 4.2, 3) +
		boxAt(103, "IFCWALL", "east", "$,$", 5.2, 0.2, 5.4, 4.2, 3) +
		boxAt(104, "IFCSPACE", "Office", "$,.ELEMENT.,.INTERNAL.,$", 0.2+gap, 0.2+gap, 5.2-gap, 4.2-gap, 2.5) + `
#90=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000090',$,$,$,(#1006,#1016,#1026,#1036),#11);
#91=IFCRELAGGREGATES('0000000000000000000091',$,$,$,#11,(#1046));
ENDSEC;
END-ISO`
	return strings.Replace(foreign, "ENDSEC;\nEND-ISO", walls, 1)
}

// TestImportedRoomsFollowTheirWalls checks an imported room whose outline the walls enclose. It must follow the walls
// after the first change, and have the outline in the file until then. A room with another outline keeps that outline.
func TestImportedRoomsFollowTheirWalls(t *testing.T) {
	for _, c := range []struct {
		gap           float64
		follows, kept bool
	}{{0, true, false}, {0.002, true, true}, {0.05, false, false}} {
		m, plan := imported(t, roomed(c.gap))
		office := one(t, m, state.CategoryRoom, "Office")
		p := office.Params.(*room.Room)
		if follows := p.Seed != nil; follows != c.follows || (p.Kept != nil) != c.kept {
			t.Errorf("%g m off: %+v; %+v", c.gap, p, plan.Report.Left)
			continue
		}
		net := (5 - 2*c.gap) * (4 - 2*c.gap)
		if area, volume := figures(t, m, office.ID); math.Abs(area-net) > 1e-9 || math.Abs(volume-net*2.5) > 1e-9 {
			t.Errorf("%g m off: %g m2, %g m3, want %g m2", c.gap, area, volume, net)
		}
		east := one(t, m, state.CategoryWall, "east")
		south, north := one(t, m, state.CategoryWall, "south"), one(t, m, state.CategoryWall, "north")
		ids := []state.ID{south.ID, north.ID, east.ID, one(t, m, state.CategoryWall, "west").ID}
		whole := moved(t, m, append(ids, office.ID), geometry.Point3{X: 10 * geometry.Metre, Y: 3 * geometry.Metre})
		if area, _ := figures(t, whole, office.ID); math.Abs(area-net) > 1e-9 {
			t.Errorf("%g m off, moved as a whole: %g m2, want %g m2", c.gap, area, net)
		}
		wider := moved(t, m, ids[2:3], geometry.Point3{X: -geometry.Metre})
		want := 16.0
		if !c.follows {
			want = net
		}
		if area, _ := figures(t, wider, office.ID); math.Abs(area-want) > 1e-6 {
			t.Errorf("%g m off, after a wall moved: %g m2, want %g m2", c.gap, area, want)
		}
	}
}

func moved(t *testing.T, m *state.Model, ids []state.ID, by geometry.Point3) *state.Model {
	t.Helper()
	d, err := domain.Decide(m, change.Command{ID: "move", Do: change.MoveElement{ElementIDs: ids, Delta: by}})
	if err != nil {
		t.Fatal(err)
	}
	return d.After
}

func figures(t *testing.T, m *state.Model, id state.ID) (area, volume float64) {
	t.Helper()
	list, err := elements.Quantities(m, id)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range list {
		switch q.Name {
		case "NetFloorArea":
			area = q.Value
		case "NetVolume":
			volume = q.Value
		}
	}
	return area, volume
}
