package scenes

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/csg"
	"github.com/bimstream/bimstream/geometry/meshfile"
	"github.com/bimstream/bimstream/projections"

	"github.com/bimstream/bimstream/geometry/budget"
	"github.com/bimstream/bimstream/geometry/processors"
)

// Selection selects the elements that match every list that is not empty. Rooms and openings are left out unless their
// category is in the list.
type Selection struct {
	Categories []state.Category
	Levels     []state.ID
	Elements   []state.ID
}

// LeftOut is an element whose body cannot be made.
type LeftOut struct {
	ElementID state.ID `json:"element_id"`
	Reason    string   `json:"reason"`
}

// hidden lists the categories that hide their contents, or are only holes.
var hidden = []state.Category{state.CategoryRoom, state.CategoryOpening}

// Build makes the scene of a view, in the order of its levels and elements. The error is NOT_FOUND for an unknown
// element or level, or the context's error if it was cancelled. Progress may be nil.
func Build(ctx context.Context, v *projections.View, s Selection,
	progress func(done, total int)) (_ *meshfile.Scene, _ []LeftOut, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	if err := s.check(v.Model); err != nil {
		return nil, nil, err
	}
	elements := s.elements(v.Model)
	made, err := makeAll(ctx, v, elements, progress)
	if err != nil {
		return nil, nil, err
	}
	scene := &meshfile.Scene{Name: v.Model.Info().Name}
	groups := map[state.ID]int{}
	for i, l := range shape.Levels(v.Model) {
		scene.Groups, groups[l.ID] = append(scene.Groups, l.Name), i
	}
	p := palette{scene: scene, places: map[meshfile.Colour]int{}}
	var left []LeftOut
	for i, e := range elements {
		if made[i].err != nil {
			left = append(left, LeftOut{e.ID, made[i].err.Error()})
			continue
		}
		group, known := groups[e.LevelID]
		if !known {
			group = -1
		}
		if len(made[i].parts) > 0 {
			scene.Objects = append(scene.Objects, meshfile.Object{Key: string(e.ID), Name: e.Name,
				Kind: string(e.Category), Group: group, Parts: p.parts(made[i].parts)})
		}
	}
	slices.SortStableFunc(scene.Objects, func(a, b meshfile.Object) int { return a.Group - b.Group })
	scene.Notes = []meshfile.Note{{Key: "model_id", Value: v.ModelID}, {Key: "branch", Value: v.Branch},
		{Key: "revision", Value: strconv.FormatUint(v.Revision, 10)}}
	return scene, left, nil
}

func (s *Selection) check(m *state.Model) error {
	for _, id := range s.Levels {
		if e, ok := m.Element(id); !ok || e.Category != state.CategoryLevel {
			return state.Errorf(state.NotFound,
				"no level %q in this model and branch: list levels with model_overview", id).With("level_id", id)
		}
	}
	for _, id := range s.Elements {
		if _, ok := m.Element(id); !ok {
			return state.Errorf(state.NotFound,
				"no element %q in this model and branch: list elements with query_elements", id).With("element_id", id)
		}
	}
	return nil
}

// elements returns the selected elements in the order of ids. If elements are named, the cost depends on their number
// and not on the model.
func (s *Selection) elements(m *state.Model) []*state.Element {
	if len(s.Elements) == 0 {
		var out []*state.Element
		m.Each(func(e *state.Element) bool {
			if s.includes(e, false) {
				out = append(out, e)
			}
			return true
		})
		return out
	}
	var out []*state.Element
	for _, id := range slices.Compact(slices.Sorted(slices.Values(s.Elements))) {
		if e, ok := m.Element(id); ok && s.includes(e, true) {
			out = append(out, e)
		}
	}
	return out
}

// Leaves returns the given elements that the selection leaves out.
func (s *Selection) Leaves(m *state.Model, ids []state.ID) []state.ID {
	var out []state.ID
	for _, id := range ids {
		e, ok := m.Element(id)
		named := slices.Contains(s.Elements, id)
		if !ok || !s.includes(e, named) || !named && len(s.Elements) > 0 {
			out = append(out, id)
		}
	}
	return out
}

// includes reports whether an element matches the categories and levels.
func (s *Selection) includes(e *state.Element, named bool) bool {
	asked := slices.Contains(s.Categories, e.Category)
	return e.Category.Physical() && (asked || len(s.Categories) == 0) &&
		(len(s.Levels) == 0 || slices.Contains(s.Levels, e.LevelID)) &&
		(named || asked || !slices.Contains(hidden, e.Category))
}

// Surface is a closed surface of one colour, in the world's coordinates.
type Surface struct {
	Colour meshfile.Colour
	Mesh   geometry.Mesh
}

// body is the surfaces of an element, or the error.
type body struct {
	parts []Surface
	err   error
}

// makeAll makes the bodies of elements on all processors, in the order of the elements.
func makeAll(ctx context.Context, v *projections.View, elements []*state.Element,
	progress func(done, total int)) ([]body, error) {
	out := make([]body, len(elements))
	var done atomic.Int64
	var telling sync.Mutex
	var memory sceneMemory
	processors.Each(len(elements), func(i int) {
		if ctx.Err() != nil || memory.refused.Load() != nil {
			return
		}
		out[i].parts, out[i].err = Surfaces(v, elements[i])
		memory.add(ctx, out[i].parts)
		if progress != nil && done.Add(1)%toldEvery == 0 {
			telling.Lock()
			defer telling.Unlock()
			progress(int(done.Load()), len(elements))
		}
	})
	return out, cmp.Or(ctx.Err(), memory.err())
}

// sceneMemory reserves memory for a scene while it is made, because the number of triangles is not known before.
type sceneMemory struct {
	owed    atomic.Int64
	refused atomic.Pointer[error]
}

const (
	vertexBytes, triangleBytes = 24, 12
	copiesOfAMesh              = 3       // copies in the body, in the scene, and in the data of the file
	memoryStep                 = 4 << 20 // reserved at a time
)

func (s *sceneMemory) add(ctx context.Context, parts []Surface) {
	bytes := 0
	for i := range parts {
		bytes += len(parts[i].Mesh.Vertices)*vertexBytes + len(parts[i].Mesh.Triangles)*triangleBytes
	}
	owed := s.owed.Add(int64(bytes) * copiesOfAMesh)
	if owed < memoryStep || !s.owed.CompareAndSwap(owed, 0) {
		return // another goroutine reserves it
	}
	if err := budget.Hold(ctx, owed); err != nil {
		s.refused.CompareAndSwap(nil, &err)
	}
}

// err returns the reason why the scene was not completed, or nil if it was.
func (s *sceneMemory) err() error {
	refused := s.refused.Load()
	switch {
	case refused == nil:
		return nil
	case errors.Is(*refused, budget.ErrNever):
		return state.Errorf(state.OperationTooLarge,
			"the bodies of what is selected take more memory than the %d MB that all calls of this server may take "+
				"(flag --work-memory): give fewer categories, level_ids or element_ids", budget.Allowed()>>20).
			With("allowed", budget.Allowed())
	}
	return *refused
}

// toldEvery is the number of elements between two reports of progress: some milliseconds of work.
const toldEvery = 256

// Surfaces returns the surfaces of an element's solids and its open surfaces, in the order of the solids. Surfaces of
// the same colour are merged into one.
func Surfaces(v *projections.View, e *state.Element) ([]Surface, error) {
	solids, err := v.Measures().Body(e.ID)
	if err != nil {
		return nil, err
	}
	drawn, err := v.Measures().Drawn(e.ID)
	if err != nil {
		return nil, err
	}
	colours := coloursOf(v.Model, e, len(solids))
	var out surfaces
	for i, s := range solids {
		out.of(colours[i]).add(s)
	}
	for _, d := range drawn {
		if d.OfBody() && d.IsSurface() {
			out.of(ColourOf(v.Model, e)).addSheet(d)
		}
	}
	return out, nil
}

// surfaces are the surfaces of an element, one for each colour.
type surfaces []Surface

// of returns the surface of a colour.
func (s *surfaces) of(colour meshfile.Colour) *Surface {
	at := slices.IndexFunc(*s, func(c Surface) bool { return c.Colour == colour })
	if at < 0 {
		at, *s = len(*s), append(*s, Surface{Colour: colour})
	}
	return &(*s)[at]
}

// addSheet adds the triangles of an open surface, each from both sides, since it is seen from both.
func (c *Surface) addSheet(d geometry.Drawn) {
	from := len(c.Mesh.Triangles)
	c.add(d.Surface())
	for _, t := range c.Mesh.Triangles[from:] {
		c.Mesh.Triangles = append(c.Mesh.Triangles, [3]int32{t[0], t[2], t[1]})
	}
}

// add adds the triangles of a solid.
func (c *Surface) add(s geometry.Solid) {
	base := int32(len(c.Mesh.Vertices))
	c.Mesh.Vertices = append(c.Mesh.Vertices, s.World()...)
	triangles, _ := csg.SolidTriangles(s)
	for _, t := range triangles {
		c.Mesh.Triangles = append(c.Mesh.Triangles, [3]int32{t[0] + base, t[1] + base, t[2] + base})
	}
}
