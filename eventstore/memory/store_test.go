package memory

import (
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) eventstore.Store { return New() })
}
