package domain

import (
	"strings"
	"testing"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// The refusal of a mitre names the walls by their names, as a person would.
func TestARefusedMitreNamesItsWalls(t *testing.T) {
	p := newPlot(t)
	wall := func(name string, from, to geometry.Point2) state.ID {
		return p.do(change.CreateWall{LevelID: p.level, Name: name, Wall: fabric.Wall{Start: from, End: to,
			Height: geometry.MM(3000), Thickness: geometry.MM(200)}})
	}
	long := wall("long", mm(0, 0), mm(9000, 0))
	for _, other := range []state.ID{wall("tee", mm(4000, 0), mm(4000, 4000)),
		wall("sharp", mm(0, 0), polar(mm(0, 0), 8, 9000))} {
		_, err := p.try(change.JoinElements{ElementIDs: []state.ID{long, other}, JoinType: fabric.JoinMitre})
		if err == nil || !strings.Contains(err.Error(), `"long"`) ||
			!strings.Contains(err.Error(), shape.NameOf(p.model, other)) {
			t.Errorf("%v", err)
		}
	}
}
