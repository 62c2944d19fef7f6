package mcp

// StagedFile is a file that a handler has written whole, beside its place. The chain puts it there right before the
// append that records it, and takes it away again when nothing was stored. What is neither, since the process was
// killed in between or the store does not know, is found out at the next start.
type StagedFile struct {
	Place func() error // puts the file in its place
	Keep  func()       // what records it is stored
	Undo  func()       // nothing is stored: the place is as it was before
	Drop  func()       // it is not put in its place
}

// Stage hands over a file of a call that is not a dry run.
func (c *Call) Stage(f StagedFile) { c.staged = append(c.staged, f) }

// placeStaged puts the files in their places, all or none.
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

// settleStaged ends the staging of files that are in their places.
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

// dropStaged removes what was not put in its place.
func (c *Call) dropStaged() {
	for _, f := range c.staged {
		f.Drop()
	}
	c.staged = nil
}
