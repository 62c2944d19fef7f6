// Package boundary finds the second-level space boundaries of rooms (IfcRelSpaceBoundary2ndLevel): the faces of each
// room's body, split where the element behind them or the space beyond that element changes.
//
// Read [Of] and [Boundary] first, then facing.go (which faces of two rooms face each other), behind.go (which element
// stands behind a face) and opening.go (openings within a boundary).
//
// The boundaries of a room, without those that have a parent, cover the whole surface of its body. All work is done on
// plane regions in the frame of a face: X and Y lie in the face, Z is its normal out of the room. An element stands
// behind the part of the face that its body covers, seen along the normal.
package boundary
