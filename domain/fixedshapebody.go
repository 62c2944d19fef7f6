package domain

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/bimstream/bimstream/geometry"
)

// FixedBody is a body that follows from no parameters: imported, or the result of a boolean operation. It belongs to
// the library of the model. Its id derives from its content, so that elements of one shape share one body, and copies,
// moves, branches and merges refer to it by id. Bodies are never changed and never leave the library.
type FixedBody struct {
	ID   ID     `json:"id"`
	Body string `json:"body"` // see geometry.BodyText
}

// BodyDefined adds a body to the library.
type BodyDefined struct {
	FixedBody
}

// Touched names the body's existence.
func (e *BodyDefined) Touched() []Touch { return []Touch{{e.ID, existenceFacets}} }

func (e *BodyDefined) complete() bool { return e.ID != "" }

func (e *BodyDefined) evolve(m *Model) {
	body := e.FixedBody
	m.bodies.Set(body.ID, &body)
}

// maxBodyText bounds the text of one body, in bytes. By default a KurrentDB server refuses appends above 1 MiB; this
// leaves a quarter of that for the envelope and for other events of the same command. It is enough for about 30,000
// vertices and 60,000 triangles.
const maxBodyText = 768 << 10

// FixedBody returns a body of the library by id.
func (m *Model) FixedBody(id ID) (*FixedBody, bool) { return m.bodies.Get(id) }

// EachBody calls f for every body of the library in the order of ids until f returns false, and reports whether it
// never did.
func (m *Model) EachBody(f func(*FixedBody) bool) bool {
	going := true
	m.bodies.Scan(func(_ ID, b *FixedBody) bool {
		going = f(b)
		return going
	})
	return going
}

// fixedSolids returns the solids of a body of the library.
func (m *Model) fixedSolids(id ID) (geometry.Body, error) {
	fixed, ok := m.FixedBody(id)
	if !ok {
		return nil, Errorf(NotFound, "no body %q in the library of this model", id).With("body_id", id)
	}
	body, err := geometry.ParseBody(fixed.Body)
	if err != nil {
		return nil, Errorf(StoreCorrupt, "body %s cannot be read: %w", id, err).With("body_id", id)
	}
	return body, nil
}

// bodyID returns the id of a body: a UUIDv8 over its text.
func bodyID(text string) ID {
	h := sha256.New()
	h.Write([]byte("bimstream-body:"))
	h.Write([]byte(text))
	return ID(uuidV8(h.Sum(nil)).String())
}

// fix adds a body to the library, unless it is there, and returns its id. The solids are checked, faces that are not
// plane are triangulated, and disconnected pieces become solids of their own.
func (t *transaction) fix(body geometry.Body) (ID, error) {
	flat, err := checkedBody(t.model, body)
	if err != nil {
		return "", err
	}
	text := geometry.BodyText(flat)
	if len(text) > maxBodyText {
		return "", Errorf(OperationTooLarge,
			"the body takes %d bytes, more than the %d that one event may hold: simplify the mesh, or make several "+
				"elements of its parts", len(text), maxBodyText).
			With("bytes", len(text)).With("max", maxBodyText)
	}
	fixed := FixedBody{bodyID(text), text}
	if _, ok := t.model.FixedBody(fixed.ID); !ok {
		t.emit(&BodyDefined{fixed})
	}
	return fixed.ID, nil
}

// checkedBody refuses what is not a list of closed, outward oriented solids within the model's extent. Each solid of
// the result is one part with the voids in it.
func checkedBody(m *Model, body geometry.Body) (geometry.Body, error) {
	if len(body) == 0 {
		return nil, Errorf(DegenerateGeometry, "the body has no solid: give at least one closed surface").With(
			"parameter", "body")
	}
	out := make(geometry.Body, 0, len(body))
	for i, s := range body {
		parts, err := m.checkedSolid(s)
		if err != nil {
			return nil, Errorf(CodeOf(err), "solid %d of the body: %w", i,
				err).With("parameter", "body").With("solid", i)
		}
		out = append(out, parts...)
	}
	return out, nil
}

// checkedSolid returns the parts of a solid, each with the voids in it.
func (m *Model) checkedSolid(s geometry.Solid) ([]geometry.Solid, error) {
	if err := m.checkSolid(s); err != nil {
		return nil, err
	}
	flat := s.Flattened()
	// a face that is bent far may leave triangles that do not close the surface
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

// sidesOf returns how many sides a face has.
func sidesOf(f geometry.Face) int {
	n := 0
	for _, loop := range f.Loops {
		n += len(loop)
	}
	return n
}

// inOrder returns a solid with its vertices in the order in which the faces use them, so that the id of a body does not
// depend on how it was written. Unused vertices are dropped.
func inOrder(s geometry.Solid) geometry.Solid {
	out := geometry.Solid{Frame: s.Frame, Faces: make([]geometry.Face, len(s.Faces))}
	places := make([]int32, len(s.Vertices)) // plus one; 0 for one not met yet
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

func (m *Model) checkSolid(s geometry.Solid) error {
	if s.Empty() {
		return Errorf(DegenerateGeometry, "it has no faces: give a closed surface")
	}
	extent := geometry.Point3{X: 2 * m.Info().HalfExtent, Y: 2 * m.Info().HalfExtent, Z: 2 * m.Info().HalfExtent}
	within := geometry.Box{Min: geometry.Point3{}.Sub(extent), Max: extent}
	for i, p := range s.Vertices {
		if !within.Contains(geometry.Box{Min: p, Max: p}) {
			return Errorf(OutOfModelBounds,
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
	return Errorf(DegenerateGeometry, "it is not a closed, outward oriented surface: %w",
		fmt.Errorf("%w (faces run counter-clockwise seen from outside, and every edge belongs to two of them in "+
			"opposite directions)", err))
}
