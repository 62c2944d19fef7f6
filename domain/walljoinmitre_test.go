package domain

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/geometry"
)

// A refused mitre names its walls as a person does.
func TestARefusedMitreNamesItsWalls(t *testing.T) {
	p := newPlot(t)
	wall := func(name string, from, to geometry.Point2) ID {
		return p.do(CreateWall{LevelID: p.level, Name: name, Wall: Wall{Start: from, End: to,
			Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
	}
	long := wall("long", mm(0, 0), mm(9000, 0))
	for _, other := range []ID{wall("tee", mm(4000, 0), mm(4000, 4000)),
		wall("sharp", mm(0, 0), polar(mm(0, 0), 8, 9000))} {
		_, err := p.try(JoinElements{ElementIDs: []ID{long, other}, JoinType: JoinMitre})
		if err == nil || !strings.Contains(err.Error(), `"long"`) ||
			!strings.Contains(err.Error(), p.model.nameOf(other)) {
			t.Errorf("%v", err)
		}
	}
}
