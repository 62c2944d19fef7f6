package shape

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// BodyID returns the id of a body: a UUIDv8 over the texts of its solids and, if there are any, of its drawn items.
func BodyID(solids, drawn string) state.ID {
	h := sha256.New()
	h.Write([]byte("bimstream-body:"))
	h.Write([]byte(solids))
	if drawn != "" {
		h.Write([]byte("\n" + drawn))
	}
	return state.ID(state.UuidV8(h.Sum(nil)).String())
}

// CheckedBody returns a body with one solid for each connected part, including the voids in the part. It returns an
// error unless the solids are closed, oriented outwards and within the model's extent.
func CheckedBody(m *state.Model, body geometry.Body) (geometry.Body, error) {
	if len(body) == 0 {
		return nil, state.Errorf(state.DegenerateGeometry,
			"the body has no solid: give at least one closed surface").With(
			"parameter", "body")
	}
	out := make(geometry.Body, 0, len(body))
	for i, s := range body {
		parts, err := checkedSolid(m, s)
		if err != nil {
			return nil, state.Errorf(state.CodeOf(err), "solid %d of the body: %w", i,
				err).With("parameter", "body").With("solid", i)
		}
		out = append(out, parts...)
	}
	return out, nil
}

// checkedSolid returns the parts of a solid, each with its voids.
func checkedSolid(m *state.Model, s geometry.Solid) ([]geometry.Solid, error) {
	if err := checkSolid(m, s); err != nil {
		return nil, err
	}
	flat := s.Flattened()
	// The triangles of a strongly bent face may leave the surface open.
	if !slices.EqualFunc(flat.Faces, s.Faces, func(a, b geometry.Face) bool { return sidesOf(a) == sidesOf(b) }) {
		if err := flat.Check(); err != nil {
			return nil, bodyFault(err)
		}
	}
	parts, err := flat.Parts()
	if err != nil {
		return nil, bodyFault(err)
	}
	for i := range parts {
		parts[i] = inOrder(parts[i])
	}
	return parts, nil
}

// sidesOf returns the number of sides of a face.
func sidesOf(f geometry.Face) int {
	n := 0
	for _, loop := range f.Loops {
		n += len(loop)
	}
	return n
}

// inOrder returns a solid with its vertices in the order in which the faces first use them. So the id of a body does
// not depend on the order of vertices in its file. Unused vertices are dropped.
func inOrder(s geometry.Solid) geometry.Solid {
	out := geometry.Solid{Frame: s.Frame, Faces: make([]geometry.Face, len(s.Faces))}
	places := make([]int32, len(s.Vertices)) // plus one; 0 for a vertex not met yet
	for i, f := range s.Faces {
		out.Faces[i].Loops = make([][]int32, len(f.Loops))
		for k, loop := range f.Loops {
			out.Faces[i].Loops[k] = make([]int32, len(loop))
			for n, v := range loop {
				if places[v] == 0 {
					out.Vertices = append(out.Vertices, s.Vertices[v])
					places[v] = int32(len(out.Vertices))
				}
				out.Faces[i].Loops[k][n] = places[v] - 1
			}
		}
	}
	return out
}

func checkSolid(m *state.Model, s geometry.Solid) error {
	if s.Empty() {
		return state.Errorf(state.DegenerateGeometry, "it has no faces: give a closed surface")
	}
	extent := geometry.Point3{X: 2 * m.Info().HalfExtent, Y: 2 * m.Info().HalfExtent, Z: 2 * m.Info().HalfExtent}
	within := geometry.Box{Min: geometry.Point3{}.Sub(extent), Max: extent}
	for i, p := range s.Vertices {
		if !within.Contains(geometry.Box{Min: p, Max: p}) {
			return state.Errorf(state.OutOfModelBounds,
				"vertex %d is farther from the body's origin than the model is wide (%s mm): give coordinates near "+
					"the body's own location", i, extent.X).With("vertex", i)
		}
	}
	if err := s.Check(); err != nil {
		return bodyFault(err)
	}
	if err := s.CheckFaces(); err != nil {
		return bodyFault(err)
	}
	return nil
}

func bodyFault(err error) error {
	return state.Errorf(state.DegenerateGeometry, "it is not a closed, outward oriented surface: %w",
		fmt.Errorf("%w (faces run counter-clockwise seen from outside, and every edge belongs to two of them in "+
			"opposite directions)", err))
}

// CheckDrawn returns an error for an item that is malformed or reaches beyond the model's extent.
func CheckDrawn(m *state.Model, items []geometry.Drawn) error {
	extent := geometry.Point3{X: 2 * m.Info().HalfExtent, Y: 2 * m.Info().HalfExtent, Z: 2 * m.Info().HalfExtent}
	within := geometry.Box{Min: geometry.Point3{}.Sub(extent), Max: extent}
	for i := range items {
		if err := items[i].Check(); err != nil {
			return state.Errorf(state.DegenerateGeometry, "drawn item %d of the body: %w", i, err).With("parameter",
				"body")
		}
		if !within.Contains(items[i].Bounds()) {
			return state.Errorf(state.OutOfModelBounds,
				"drawn item %d of the body reaches farther from its origin than the model is wide (%s mm): give "+
					"coordinates near the body's own location", i, extent.X).With("parameter", "body")
		}
	}
	return nil
}

// Place3 returns the text of a point for a message.
func Place3(p geometry.Point3) string { return string(state.MustJSON(p)) }

// Standing returns solids transformed from a frame into the world.
func Standing(frame geometry.Placement, solids geometry.Body) geometry.Body {
	for i := range solids {
		solids[i].Frame = frame.Compose(solids[i].Frame)
	}
	return solids
}
