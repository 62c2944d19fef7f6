// Package server holds the tools and resources by which a server describes itself: instructions, skills, resources,
// health, and the tools that find and enable other tools.
//
// Read [Tools] first, then [Backend.ReadResource].
package server
