package app

import (
	"github.com/bimstream/bimstream/domain/state"
)

// RefuseExpected returns an error if expected_revision is given although its target has no revision yet; words describe
// the target.
func RefuseExpected(given bool, words string) error {
	if !given {
		return nil
	}
	return state.Errorf(state.InvalidInput, "%s to expect: leave expected_revision out", words).
		With("parameter", "expected_revision")
}
