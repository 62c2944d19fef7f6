package mcp

// StagedFile is a complete file that a handler has written beside its final place. The chain moves it there directly
// before the append that records it, and undoes that if nothing was stored. If the process is killed in between, or the
// store's answer is unknown, the next start resolves it.
type StagedFile struct {
	Place func() error // moves the file to its place
	Keep  func()       // called when its record is stored
	Undo  func()       // called when nothing was stored: restores the previous state of the place
	Drop  func()       // called when the file is not moved to its place
}

// Stage registers a file of a call that is not a dry run.
func (c *Call) Stage(f StagedFile) { c.staged = append(c.staged, f) }

// placeStaged moves all files to their places, or none.
func (c *Call) placeStaged() error {
	for i, f := range c.staged {
		if err := f.Place(); err != nil {
			for _, placed := range c.staged[:i] {
				placed.Undo()
			}
			c.staged = c.staged[i:]
			return err
		}
	}
	return nil
}

// settleStaged ends the staging of files that were moved to their places.
func (c *Call) settleStaged(stored, doubt bool) {
	for _, f := range c.staged {
		switch {
		case stored:
			f.Keep()
		case !doubt:
			f.Undo()
		}
	}
	c.staged = nil
}

// dropStaged removes the files that were not moved to their places.
func (c *Call) dropStaged() {
	for _, f := range c.staged {
		f.Drop()
	}
	c.staged = nil
}
