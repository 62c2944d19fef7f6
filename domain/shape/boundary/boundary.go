package boundary

import (
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// Beyond says what lies on the other side of a boundary.
type Beyond string

// The other sides of a boundary. A boundary with Element beyond it is of type 2b (IFC4, IfcRelSpaceBoundary2ndLevel:
// "there is a building element on the other side"); all others are of type 2a.
const (
	Room    Beyond = "room"
	Outside Beyond = "outside"
	Ground  Beyond = "ground"
	Element Beyond = "element"
)

// None is the index of no boundary.
const None = -1

// Boundary is a plane part of the surface of a room.
type Boundary struct {
	Room    state.ID
	Element state.ID // behind the boundary: a wall, a slab, a door; "" if nothing stands there
	Virtual bool     // nothing stands there, or an opening without a door or window
	Beyond  Beyond
	Other   state.ID           // the room beyond, "" if there is none
	Frame   geometry.Placement // Z is the normal out of the room
	Polygon geometry.Polygon   // in the frame
	Pair    int                // index of the boundary of the other room that it corresponds to, or None
	Parent  int                // index of the boundary in whose element it is an opening, or None
}

// Enclosed is a room with its body.
type Enclosed struct {
	ID   state.ID
	Body geometry.Body
}

// Each calls a function for every number from 0 below n, in any order and on any number of goroutines.
type Each func(n int, f func(i int))

// Of returns the boundaries of rooms, in the order of the rooms. The result does not depend on the order in which each
// makes its calls. It is incomplete if the interrupt of the model ended the work.
func Of(m *state.Model, rooms []Enclosed, each Each) []Boundary {
	w := work{model: m, stop: m.Stop, rooms: rooms, each: each}
	w.listFaces()
	w.findFacing()
	w.listElements()
	w.split()
	return w.boundaries()
}

// work holds the state while the boundaries of rooms are found.
type work struct {
	model    *state.Model
	stop     geometry.Interrupt
	rooms    []Enclosed
	each     Each
	faces    []face
	facing   []facing
	elements []element
	near     boxTree // of the elements
	pieces   []piece
}
