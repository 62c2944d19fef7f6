package surfacetest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bimstream/bimstream/mcp"
)

// refusal is a property of a tool that some client, or the provider of its model, is known to refuse. source names the
// report of that. Because of one such tool, some clients ignore the whole list and others refuse every request.
type refusal struct {
	what   string
	source string
	// at reports whether a schema has the property. It is called for the schema of all arguments, with path "", and for
	// every schema within it.
	at func(path string, schema map[string]any) bool
}

// combinators are the JSON Schema keywords that combine schemas.
var combinators = []string{"anyOf", "oneOf", "allOf", "not", "if"}

// formats are the formats of strings that Gemini accepts.
var formats = []any{nil, "enum", "date-time"}

var refusals = []refusal{
	{"a choice at the top of the arguments", "makenotion/notion-mcp-server#341, anthropics/claude-code#95504",
		func(path string, s map[string]any) bool {
			return path == "" && slices.ContainsFunc(combinators, func(k string) bool { return s[k] != nil })
		}},
	{"arguments that are no object", "opentokenz/mcpx#28",
		func(path string, s map[string]any) bool { return path == "" && s["type"] != "object" }},
	{"a reference", "google-gemini/gemini-cli#13326, davideast/stitch-mcp#184 (Cursor, Kiro)",
		func(_ string, s map[string]any) bool {
			return s["$ref"] != nil || s["$defs"] != nil || s["definitions"] != nil || s["$dynamicRef"] != nil
		}},
	{"a meta-schema of its own", "firecrawl/firecrawl-mcp-server#112 (VS Code)",
		func(_ string, s map[string]any) bool { return s["$schema"] != nil }},
	{"a list without items", "microsoft/vscode#325618, microsoft/vscode-copilot-release#7462",
		func(_ string, s map[string]any) bool {
			_, told := s["items"].(map[string]any)
			return s["type"] == "array" && !told
		}},
	{"a list of types", "sbroenne/mcp-server-excel#674 (Gemini)", func(_ string, s map[string]any) bool {
		_, several := s["type"].([]any)
		return several
	}},
	{"a format", "google-gemini/gemini-cli#2237", func(_ string,
		s map[string]any) bool {
		return !slices.Contains(formats, s["format"])
	}},
	{"values to choose from that are no strings, or have no type", "google-gemini/gemini-cli#4400, thClaws/thClaws#172",
		func(_ string, s map[string]any) bool {
			values, _ := s["enum"].([]any)
			return values != nil && (s["type"] != "string" ||
				slices.ContainsFunc(values, func(v any) bool { _, text := v.(string); return !text }))
		}},
	{"a constant, an open bound", "taylorwilsdon/google_workspace_mcp#1099, hideya/langchain-mcp-tools-ts#36 (Gemini)",
		func(_ string, s map[string]any) bool {
			return s["const"] != nil || s["exclusiveMinimum"] != nil || s["exclusiveMaximum"] != nil
		}},
}

// MaxHostedNameBytes is the greatest length of a tool's name. Claude Code puts the name of the server before it, as in
// mcp__bimstream-documentation__, and the whole has at most 64 characters (mims-harvard/ToolUniverse#65).
const MaxHostedNameBytes = 64 - len("mcp__bimstream-documentation__")

// MaxListedTools is the greatest number of tools that a server lists by default. Cursor sent only the first 40 to the
// model (docs.cursor.com, model context protocol, tool quantity; bun913/mcp-testrail#6).
const MaxListedTools = 40

// Clients reports an error for every tool that a desktop client is known to refuse.
func Clients(t testing.TB, r *mcp.Registry) {
	t.Helper()
	faults, err := Refused(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range faults {
		t.Error(fault)
	}
}

// Refused returns the properties of tools that desktop clients are known to refuse.
func Refused(r *mcp.Registry) (faults []string, err error) {
	listed := map[string]int{}
	for _, e := range r.Entries() {
		if len(e.Name) > MaxHostedNameBytes {
			faults = append(faults, fmt.Sprintf("%s: the name has %d characters, a host leaves %d", e.Name,
				len(e.Name), MaxHostedNameBytes))
		}
		if e.Set != mcp.SetFull {
			listed[e.Server]++
		}
		if e.Core {
			listed[coreName]++
		}
		var input map[string]any
		if err := json.Unmarshal(e.InputSchema, &input); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name, err)
		}
		walk("", input, func(path string, s map[string]any) {
			for _, x := range refusals {
				if x.at(path, s) {
					faults = append(faults, fmt.Sprintf("%s: %s has %s, which is refused: %s",
						e.Name, path, x.what, x.source))
				}
			}
		})
	}
	for server, n := range listed {
		if n > MaxListedTools {
			faults = append(faults, fmt.Sprintf("%s lists %d tools, at most %d are sent to a model", server, n,
				MaxListedTools))
		}
	}
	return faults, nil
}

// walk calls visit for a schema and all schemas within it.
func walk(path string, s map[string]any, visit func(path string, s map[string]any)) {
	visit(path, s)
	below := func(name string, v any) {
		if s, ok := v.(map[string]any); ok {
			walk(path+name, s, visit)
		}
	}
	properties, _ := s["properties"].(map[string]any)
	for name, p := range properties {
		below("/"+name, p)
	}
	below("[]", s["items"])
	below("{}", s["additionalProperties"])
	for _, k := range combinators {
		alternatives, _ := s[k].([]any)
		for i, a := range alternatives {
			below(fmt.Sprintf("|%d", i), a)
		}
	}
}

// Described reports an error for every parameter without a description. It ignores reasoning, a parameter of every
// tool, which the instructions of the server describe.
func Described(t testing.TB, r *mcp.Registry) {
	t.Helper()
	for _, e := range r.Entries() {
		var input map[string]any
		if err := json.Unmarshal(e.InputSchema, &input); err != nil {
			t.Fatal(err)
		}
		walk("", input, func(path string, s map[string]any) {
			name := path[strings.LastIndex(path, "/")+1:]
			named := path != "" && !strings.ContainsAny(name, "[]{}|")
			if path == "/reasoning" {
				return
			}
			if text, _ := s["description"].(string); named && text == "" {
				t.Errorf("%s: %s has no description: give it one in its tag, or in the table of words of package mcp",
					e.Name, path)
			}
		})
	}
}
