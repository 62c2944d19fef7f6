package app

import (
	"fmt"

	"github.com/bimstream/bimstream/projections"
)

func StateKeyOf(v *projections.View, more string) string {
	return fmt.Sprintf("%s %q %d %x %s", v.ModelID, v.Branch, v.Revision, v.Hash, more)
}
