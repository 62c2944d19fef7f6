package meshfile

import (
	"errors"
	"fmt"
	"io"

	"github.com/bimstream/bimstream/geometry"
)

// Scene is the content of a file. Coordinates are micrometres, right-handed, Z up.
type Scene struct {
	Name    string
	Notes   []Note          // on the whole scene, in the order of writing
	Origin  geometry.Point3 // subtracted from every coordinate
	Groups  []string        // names
	Colours []Colour
	Objects []Object
}

// Note is a key with a value.
type Note struct{ Key, Value string }

// Colour is red, green, blue and opacity, each from 0 to 255.
type Colour [4]uint8

// Object is a named group of parts.
type Object struct {
	Key   string // unique among the objects
	Name  string
	Kind  string
	Group int // index in Groups, -1 for none
	Parts []Part
}

// Part is a closed surface of one colour.
type Part struct {
	Colour int // index in Colours
	Mesh   geometry.Mesh
}

// Counts are the sizes of a scene.
type Counts struct{ Objects, Vertices, Triangles int }

// Counts returns the sizes of the scene.
func (s *Scene) Counts() Counts {
	out := Counts{Objects: len(s.Objects)}
	for i := range s.Objects {
		for _, p := range s.Objects[i].Parts {
			out.Vertices += len(p.Mesh.Vertices)
			out.Triangles += len(p.Mesh.Triangles)
		}
	}
	return out
}

// groupName returns the name of a group, or OBJ's default name for no group.
func (s *Scene) groupName(group int) string {
	if group < 0 {
		return "default"
	}
	return s.Groups[group]
}

// bounds returns the box of an object.
func (o *Object) bounds() geometry.Box {
	box := geometry.EmptyBox()
	for _, p := range o.Parts {
		for _, v := range p.Mesh.Vertices {
			box = box.Extend(v)
		}
	}
	return box
}

// Format is a kind of file.
type Format string

// The formats.
const (
	GLB Format = "glb"
	OBJ Format = "obj"
	STL Format = "stl"
	PLY Format = "ply"
)

// Enum lists the formats; the name of a format is also its file extension.
func (Format) Enum() []string { return []string{"glb", "obj", "stl", "ply"} }

// Traits are the facts about a format that a reader needs.
type Traits struct {
	ContentType string
	Version     string
	Unit        string
	Up          string // the axis
	write       func(io.Writer, *Scene) error
}

// formats is the table of formats. Content types come from the IANA registry if the format is registered.
var formats = map[Format]Traits{
	GLB: {"model/gltf-binary", "glTF 2.0", "m", "y", writeGLB},
	OBJ: {"model/obj", "Wavefront OBJ", "m", "z", writeOBJ},
	STL: {"model/stl", "STL, binary", "mm", "z", writeSTL},
	PLY: {"application/octet-stream", "PLY 1.0, binary little-endian", "m", "z", writePLY},
}

// Traits returns the traits of a format, and false if the format does not exist.
func (f Format) Traits() (Traits, bool) {
	t, ok := formats[f]
	return t, ok
}

// Errors of writing.
var (
	// ErrNoFormat is the error for an unknown format.
	ErrNoFormat = errors.New("no such format")
	// ErrNothing is the error for a scene without triangles, because the formats cannot represent one.
	ErrNothing = errors.New("the scene has no triangles")
	// ErrTooLarge is the error for a scene whose sizes exceed the counters of the format.
	ErrTooLarge = errors.New("more than the format can hold")
)

// Write writes a scene. The error comes from w or is one of the above.
func (f Format) Write(w io.Writer, s *Scene) error {
	t, ok := formats[f]
	if !ok {
		return fmt.Errorf("%q: %w", f, ErrNoFormat)
	}
	if s.Counts().Triangles == 0 {
		return ErrNothing
	}
	return t.write(w, s)
}
