// Package governing keeps the settings that govern a store. [New] reads them (domain/settings) from their stream
// ([Stream]), and [Events] returns the stored form of their events.
package governing
