// Package server holds what a server tells of itself: instructions, skills, resources, its health, and the tools that
// find and enable other tools.
//
// Read [Tools] first, then [Backend.ReadResource].
package server
