package app

import (
	"fmt"

	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/mcp"
)

// alikeShown is how many warnings with the same code a reply contains; it only counts the rest.
const alikeShown = 3

// Warnings returns the warnings of a decision. If a code occurs more than alikeShown times, the last warning shown
// counts the omitted ones.
func Warnings(list []change.Warning) []mcp.Warning {
	count := map[string]int{}
	for _, w := range list {
		count[w.Code]++
	}
	out, shown := []mcp.Warning{}, map[string]int{}
	for _, w := range list {
		n := shown[w.Code]
		if n == alikeShown {
			continue
		}
		shown[w.Code]++
		warning := mcp.Warning{Code: w.Code, Message: w.Message, Data: w.Data}
		if more := count[w.Code] - alikeShown; n+1 == alikeShown && more > 0 {
			warning.Message = fmt.Sprintf("%s; %d more like this", w.Message, more)
		}
		out = append(out, warning)
	}
	return out
}
