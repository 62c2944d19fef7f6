package coordination

import (
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings"
)

// Report is what a coordinator reads of one delivery.
type Report struct {
	Project string
	At      time.Time // of the report
	Since   time.Time // of the check before, with which it compares; zero where there is none
	Models  []Model
	Clashes []Clash // new ones first, then open ones, then those that are gone
	Tasks   []Task
}

// Model is a linked model, or the project's own where it has elements that clash.
type Model struct {
	Name       string
	Discipline string
	Delivery   string // name of the last delivery, "" for the first file
	File       string
	Received   time.Time
	Revision   uint64
	Elements   int
	// First says that there is no state before to compare with.
	First   bool
	Changes Changes
	Lines   []string // what changed, for a reader
}

// Changes counts elements by what became of them. An element that is moved and resized counts in both.
type Changes struct{ New, Gone, Moved, Resized, Data int }

// Fate is what became of a clash since the check before.
type Fate string

// The fates.
const (
	New  Fate = "new"
	Open Fate = "open" // found before, and again
	Gone Fate = "gone"
	// Unjudged is a clash that was found before and could not be tested again.
	Unjudged Fate = "not tested"
)

// Fates lists them in the order in which clashes are listed.
var Fates = []Fate{New, Open, Unjudged, Gone}

// Party is an element of a clash with where it comes from.
type Party struct {
	ID       state.ID
	Name     string
	Category state.Category
	Of       string // discipline, else model
}

// Clash is a clash between two elements, or more of them where they are copies of each other.
type Clash struct {
	Key      string
	Fate     Fate
	Status   string // of the finding: new, active, reviewed, approved, resolved
	Kind     string
	Elements []Party
	Storey   string
	At       geometry.Point3
	Depth    geometry.Length
	VolumeM3 float64
	First    time.Time // of the check that found it first
	Delivery string    // the latest delivery of the elements' models at that time
	Court    string    // who has to act: the assignee of its task
	Task     string
	Picture  *drawings.View // a part of the plan; nil where there is none
}

// approved reports whether a clash was accepted as it is.
func (c *Clash) approved() bool { return c.Status == "approved" }

// Task is a task that is neither completed nor cancelled, or was completed since the check before.
type Task struct {
	Title    string
	Party    string // assignee
	Status   string
	Priority string
	Created  time.Time
	Due      string // YYYY-MM-DD
	Done     bool
}

// days returns the whole days from a time until the report.
func (r *Report) days(since time.Time) int { return max(0, int(r.At.Sub(since)/(24*time.Hour))) }

// Title names a clash by its first two elements.
func (c *Clash) Title() string {
	a, b := c.sides()
	return a.Name + " and " + b.Name
}
