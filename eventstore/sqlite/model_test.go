package sqlite

import (
	"testing"

	"github.com/bimstream/bimstream/eventstore"
	"github.com/bimstream/bimstream/eventstore/memory"
	"github.com/bimstream/bimstream/eventstore/storetest/modeltest"
)

func TestSameAnswersAsMemory(t *testing.T) {
	modeltest.Run(t,
		func() eventstore.Store { return open(t, t.TempDir(), Options{}) },
		func() eventstore.Store { return memory.New() })
}
