package app

import (
	"github.com/bimstream/bimstream/domain/state"
)

// RefuseExpected refuses an expected_revision where what is written has none yet; words say what that is.
func RefuseExpected(given bool, words string) error {
	if !given {
		return nil
	}
	return state.Errorf(state.InvalidInput, "%s to expect: leave expected_revision out", words).
		With("parameter", "expected_revision")
}
