package bodies

import (
	"context"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/projections"
	"github.com/bimstream/bimstream/projections/scenes"
)

// Scene is a state with the addresses of its bodies.
type Scene struct {
	Moment
	Levels  []Level          `json:"levels"`
	Rows    Rows             `json:"rows"`
	Chunks  []Chunk          `json:"chunks"`
	Box     []float64        `json:"box"`
	LeftOut []scenes.LeftOut `json:"left_out"`
	Layers  []Layer          `json:"layers"`   // linked models, if they are requested
	LayerOf []int            `json:"layer_of"` // layer of each row; -1 for the model itself; empty without layers
}

// Layer is a linked model in a scene. For a model that the viewer may not read, it has only the id of the link.
type Layer struct {
	LinkID     state.ID `json:"link_id"`
	Name       string   `json:"name"`
	Discipline string   `json:"discipline"`
	Loaded     bool     `json:"loaded"`
	Revision   uint64   `json:"revision"`
	Elements   int      `json:"elements"`
}

// layer sets the layer of each row.
func (s *Scene) layer(v *projections.View) {
	parts := v.Parts()
	s.Layers, s.LayerOf = []Layer{}, []int{}
	if len(parts) == 0 {
		return
	}
	at := map[*projections.LinkedPart]int{}
	for i, p := range parts {
		at[p] = i
		s.Layers = append(s.Layers, Layer{LinkID: p.Link.ID, Name: p.Link.Name, Discipline: p.Link.Discipline,
			Loaded: true, Revision: p.View.Revision, Elements: p.Elements})
	}
	for _, id := range s.Rows.IDs {
		n := -1
		if p, _ := v.PartOf(id); p != nil {
			n = at[p]
		}
		s.LayerOf = append(s.LayerOf, n)
	}
}

// Chunk describes a chunk: its address, its rows and its box, which leaves out rooms.
type Chunk struct {
	URL       string    `json:"url"`
	Bytes     int       `json:"bytes"`
	Level     int       `json:"level"`
	First     int       `json:"first"`
	Count     int       `json:"count"`
	Triangles int       `json:"triangles"`
	Box       []float64 `json:"box"`
}

// chunkElements is the most elements of a chunk. It keeps the first chunk fast: about a second of work for bodies of
// 100 triangles.
const chunkElements = 2000

// State is the part of a view that a viewer may see, from which scenes and chunks are made.
type State struct {
	view  *projections.View
	tells func(state.ID) bool
	levelling
	elements []*state.Element // sorted
}

// StateOf returns the part of a view that a viewer may see.
func StateOf(v *projections.View, tells func(state.ID) bool) *State {
	s := &State{view: v, tells: tells, levelling: levelsOf(v, tells)}
	v.Model.Each(func(e *state.Element) bool {
		if listed(e.Category) && tells(e.ID) {
			s.elements = append(s.elements, e)
		}
		return true
	})
	s.elements = s.sorted(s.elements)
	return s
}

// part is the range of elements of a chunk: consecutive elements of one level.
type part struct{ level, first, count int }

// parts divides the elements into chunks.
func (s *State) parts() []part {
	var out []part
	for i, e := range s.elements {
		level := s.place(e)
		if n := len(out); n > 0 && out[n-1].level == level && out[n-1].count < chunkElements {
			out[n-1].count++
			continue
		}
		out = append(out, part{level: level, first: i, count: 1})
	}
	return out
}

// Scene returns the scene of the state. head is the last revision of the state's branch. The function address returns
// the address of a chunk by its number.
func (s *State) Scene(head uint64, address func(chunk int) string) *Scene {
	v := s.view
	out := &Scene{Moment: MomentOf(v, head), Levels: s.levels, Rows: s.rows(s.elements, s.tells), Chunks: []Chunk{},
		LeftOut: []scenes.LeftOut{}}
	whole := geometry.EmptyBox()
	for i, p := range s.parts() {
		box, any := geometry.EmptyBox(), false
		for _, e := range s.elements[p.first : p.first+p.count] {
			if !drawn(e.Category) {
				continue
			}
			any = true
			if b := v.BoundsOf(e.ID); e.Category != state.CategoryRoom {
				box = box.Union(b)
			}
			if _, err := v.MeasureOf(e.ID); err != nil {
				out.LeftOut = append(out.LeftOut, scenes.LeftOut{ElementID: e.ID, Reason: err.Error()})
			}
		}
		if whole = whole.Union(box); any {
			out.Chunks = append(out.Chunks, Chunk{Level: p.level, First: p.first, Count: p.count, Box: corners(box),
				URL: address(i)})
		}
	}
	out.Box = corners(whole)
	out.layer(v)
	return out
}

// Chunk returns the bodies of a chunk of the state's scene, or false if the scene has no chunk with that number.
func (b *Store) Chunk(ctx context.Context, s *State, n int) ([]byte, bool, error) {
	parts := s.parts()
	if n < 0 || n >= len(parts) {
		return nil, false, nil
	}
	p := parts[n]
	content, _, err := b.encode(ctx, s.view, s.elements[p.first:p.first+p.count])
	return content, true, err
}

// encode returns the bodies of elements as a chunk whose rows are their indices in the list, and the number of
// triangles. It makes bodies on all processors.
func (b *Store) encode(
	ctx context.Context,
	v *projections.View,
	elements []*state.Element,
) (_ []byte, _ int, err error) {
	defer processors.Stopped(&err)
	v = v.Until(ctx)
	made := make([]body, len(elements))
	processors.Each(len(elements), func(i int) {
		if ctx.Err() == nil && drawn(elements[i].Category) {
			made[i] = b.of(v, elements[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, 0, err
	}
	c := newChunkWriter()
	for i, b := range made {
		c.add(i, b)
	}
	return c.bytes(), c.triangles, nil
}
