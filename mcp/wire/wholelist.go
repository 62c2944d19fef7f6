package wire

import (
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
)

// wholeLists are the methods whose answer is the whole list, without a nextCursor.
var wholeLists = []mcp.MCPMethod{mcp.MethodToolsList, mcp.MethodPromptsList, mcp.MethodResourcesList,
	mcp.MethodResourcesTemplatesList}

// asksForPage reports whether a request has a cursor for a list that is sent whole. The library would take the cursor
// for a name and omit everything up to that name.
func asksForPage(f frame) bool {
	if !slices.Contains(wholeLists, f.Method) || f.Params == nil {
		return false
	}
	cursor := membersOf(f.Params).find("cursor")
	if cursor == nil {
		return false
	}
	text, isText := textOf(cursor)
	return isText && text != "" // a cursor that is not a string is refused for its type
}
