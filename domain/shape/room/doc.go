// Package room holds rooms and zones of rooms. A room has the outline that walls enclose around a seed, the elements
// that cover it, heights and quantities. Read room.go, then roomoutline.go and roomsloping.go.
package room
