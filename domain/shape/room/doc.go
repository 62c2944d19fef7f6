// Package room holds rooms: the outline that walls enclose around a seed, what covers them, their heights and
// quantities, and zones of rooms. Read room.go, then roomoutline.go and roomsloping.go.
package room
