// Package governing keeps what governs a store: [New] reads the settings of domain/settings from the store's stream of
// them ([Stream]), and [Events] makes their stored form.
package governing
