package projections

import (
	"slices"
	"testing"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
)

func (s *site) edges(t *testing.T, id state.ID, r Relation) []Edge {
	t.Helper()
	out, err := s.view().Graph().Edges(id, r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sameEdges(t *testing.T, what string, got []Edge, want ...Edge) {
	t.Helper()
	order := func(a, b Edge) int { return compareLinks(Link{Edge: a}, Link{Edge: b}) }
	slices.SortFunc(want, order)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got  %v\n want %v", what, got, want)
	}
}

func TestRelations(t *testing.T) {
	h := newHouse(t)
	door, _ := h.view().Model.Element(h.inner)
	hole := door.FillsID
	sameEdges(t, "hosts", h.edges(t, h.middle, Hosts), Edge{Hosts, h.middle, h.inner}, Edge{Hosts, h.middle, hole})
	sameEdges(t, "hosted by", h.edges(t, h.inner, HostedBy), Edge{HostedBy, h.inner, h.middle})
	sameEdges(t, "hosts of a door", h.edges(t, h.inner, Hosts))
	sameEdges(t, "fills", h.edges(t, h.inner, Fills), Edge{Fills, h.inner, hole})
	sameEdges(t, "filled", h.edges(t, hole, Fills), Edge{Fills, h.inner, hole})
	sameEdges(t, "voids", h.edges(t, hole, Voids), Edge{Voids, hole, h.middle})
	sameEdges(t, "voided", h.edges(t, h.middle, Voids), Edge{Voids, hole, h.middle})
	sameEdges(t, "joined", h.edges(t, h.middle, Joined), Edge{Joined, h.middle, h.south},
		Edge{Joined, h.middle, h.north})
	sameEdges(t, "bounds", h.edges(t, h.middle, Bounds), Edge{Bounds, h.middle, h.living},
		Edge{Bounds, h.middle, h.kitchen})
	sameEdges(t, "bounded", h.edges(t, h.kitchen, Bounds), Edge{Bounds, h.south, h.kitchen},
		Edge{Bounds, h.east, h.kitchen},
		Edge{Bounds, h.north, h.kitchen}, Edge{Bounds, h.middle, h.kitchen})
	sameEdges(t, "contained", h.edges(t, h.middle, Contained), Edge{Contained, h.middle, h.level})
	info := h.view().Model.Info()
	sameEdges(t, "building", h.edges(t, info.BuildingID, Contained),
		Edge{Contained, info.BuildingID, info.SiteID}, Edge{Contained, h.level, info.BuildingID})
}

func TestTypedBothWays(t *testing.T) {
	s := newSite(t)
	level := s.level("Ground", 0)
	s.must(changing.DefineMaterial{Name: "Brick"})
	s.must(changing.DefineType{Category: state.CategoryWall, Name: "W",
		Layers: []shape.LayerInput{{Material: "Brick", Thickness: 200000}}})
	wallType := s.view().Model.Types()[0].ID
	wall := s.must(changing.CreateWall{LevelID: level, TypeID: wallType,
		Wall: fabric.Wall{Start: at(0, 0), End: at(5000, 0), Height: 2800000}})[0]
	sameEdges(t, "of the wall", s.edges(t, wall, Typed), Edge{Typed, wall, wallType})
	sameEdges(t, "of the type", s.edges(t, wallType, Typed), Edge{Typed, wall, wallType})
}

func TestTraverse(t *testing.T) {
	h := newHouse(t)
	links, err := h.view().Graph().Traverse(h.kitchen, Bounds, 2)
	if err != nil {
		t.Fatal(err)
	}
	// the kitchen's four walls, then the living room through the three walls that they share
	if len(links) != 7 || links[3].Depth != 1 || links[4].Depth != 2 {
		t.Fatalf("links: %v", links)
	}
	for _, l := range links[4:] {
		if l.Node != h.living || l.To != h.living {
			t.Errorf("second step reaches %v", l)
		}
	}
	// Seen from the wall and from the door, hosting is one edge, not two.
	links, _ = h.view().Graph().Traverse(h.middle, Any, 2)
	for i, l := range links {
		if l.Relation == HostedBy && l.To == h.middle {
			t.Errorf("link %d repeats that the wall hosts: %v", i, l)
		}
	}
}

func TestTraverseRefuses(t *testing.T) {
	h := newHouse(t)
	if _, err := h.view().Graph().Traverse("nothing", Any, 1); state.CodeOf(err) != state.NotFound {
		t.Errorf("no element: %v", err)
	}
	if _, err := h.view().Graph().Traverse(h.middle, "likes", 1); state.CodeOf(err) != state.OutOfRange {
		t.Errorf("no relation: %v", err)
	}
}

func TestEveryRelationIsFollowed(t *testing.T) {
	listed := Any.Enum()
	for _, r := range relations {
		if edges[r] == nil || !slices.Contains(listed, string(r)) {
			t.Errorf("relation %s has no edges or is not listed", r)
		}
	}
	if len(edges) != len(relations) || len(listed) != len(relations)+1 {
		t.Errorf("%d relations with edges, %d followed by any, %d listed", len(edges), len(relations), len(listed))
	}
}
