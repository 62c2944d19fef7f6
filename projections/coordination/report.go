package coordination

import (
	"time"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/projections/drawings"
)

// Report is the content of a coordinator's report after a check.
type Report struct {
	Project string
	At      time.Time // time of the report
	Since   time.Time // time of the previous check, which the report compares with; zero for the first check
	Models  []Model
	Clashes []Clash // in the order of Fates
	Tasks   []Task
}

// Model is a linked model, or the project's own model if its elements clash.
type Model struct {
	Name       string
	Discipline string
	Delivery   string // name of the last delivery, "" for the first file
	File       string
	Received   time.Time
	Revision   uint64
	Elements   int
	// First is true if there is no earlier state to compare with.
	First   bool
	Changes Changes
	Lines   []string // descriptions of the changes
}

// Changes counts the elements of a model by the kind of change. An element that is moved and resized counts twice.
type Changes struct{ New, Gone, Moved, Resized, Data int }

// Fate is the result of comparing a clash with the previous check.
type Fate string

// The fates.
const (
	New  Fate = "new"
	Open Fate = "open" // found by the previous check and by this one
	Gone Fate = "gone"
	// Unjudged is a clash that the previous check found and that could not be tested again.
	Unjudged Fate = "not tested"
)

// Fates lists the fates in the order in which a report lists clashes.
var Fates = []Fate{New, Open, Unjudged, Gone}

// Party is an element of a clash with its origin.
type Party struct {
	ID       state.ID
	Name     string
	Category state.Category
	Of       string // its discipline, or its model if the discipline is not known
}

// Clash is a clash between two elements, or between more elements if some are copies of each other.
type Clash struct {
	Key      string
	Fate     Fate
	Status   string // status of the finding: new, active, reviewed, approved, resolved
	Kind     string
	Elements []Party
	Storey   string
	At       geometry.Point3
	Depth    geometry.Length
	VolumeM3 float64
	First    time.Time // time of the check that found it first
	Delivery string    // the latest delivery of the elements' models at that time
	Court    string    // who has to act: the assignee of its task
	Task     string
	Picture  *drawings.View // a part of the plan, or nil
}

// approved reports whether a clash was accepted as it is.
func (c *Clash) approved() bool { return c.Status == "approved" }

// Task is an open task, or one that was completed since the previous check.
type Task struct {
	Title    string
	Party    string // assignee
	Status   string
	Priority string
	Created  time.Time
	Due      string // YYYY-MM-DD
	Done     bool
}

// days returns the number of whole days between a time and the report.
func (r *Report) days(since time.Time) int { return max(0, int(r.At.Sub(since)/(24*time.Hour))) }

// Title returns the names of the first two elements of a clash.
func (c *Clash) Title() string {
	a, b := c.sides()
	return a.Name + " and " + b.Name
}
