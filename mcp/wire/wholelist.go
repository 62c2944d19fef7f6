package wire

import (
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
)

// wholeLists are the methods whose answer is the whole list, so that it never has a nextCursor.
var wholeLists = []mcp.MCPMethod{mcp.MethodToolsList, mcp.MethodPromptsList, mcp.MethodResourcesList,
	mcp.MethodResourcesTemplatesList}

// asksForPage reports whether a request goes on in a list that comes whole. The library would take the cursor for the
// name after which the list goes on, and leave out what is before it.
func asksForPage(f frame) bool {
	if !slices.Contains(wholeLists, f.Method) || f.Params == nil {
		return false
	}
	cursor := membersOf(f.Params).find("cursor")
	if cursor == nil {
		return false
	}
	text, isText := textOf(cursor)
	return isText && text != "" // what is no text is refused by its form
}
